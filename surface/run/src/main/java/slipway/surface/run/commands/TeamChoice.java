package slipway.surface.run.commands;

import java.util.List;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.surface.api.people.MeRoute.Me;
import slipway.surface.api.people.TeamRole;
import slipway.surface.terminal.command.UsageProblems;

/** Chooses the team of a workload if neither the command nor the configuration names one. */
final class TeamChoice {

    private static final ProblemCode WHICH_TEAM =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "which-team",
                    "A workload belongs to a team, and the user has several or none.");

    private TeamChoice() {}

    /** The only team in which this user may submit; with several, the root team if it is among them. */
    static TeamId of(Me me) {
        List<TeamId> teams =
                me.roles().stream()
                        .filter(it -> Permission.WORKLOADS_WRITE.grantedTo(it.role()))
                        .map(TeamRole::team)
                        .toList();
        if (me.within().isPresent()) {
            return me.within().get();
        }
        if (teams.size() == 1 || teams.contains(TeamId.ALL)) {
            return teams.size() == 1 ? teams.getFirst() : TeamId.ALL;
        }
        throw teams.isEmpty()
                ? new Problem(
                        WHICH_TEAM,
                        "You may not submit workloads in any team.",
                        "A workload belongs to a team, which has the quota.",
                        "Ask a lead of a team to run: slipway team role TEAM "
                                + me.user()
                                + " member")
                : new Problem(
                        WHICH_TEAM,
                        "The team of the workload is ambiguous.",
                        "You may submit in "
                                + Format.list(teams.stream().map(TeamId::value).toList())
                                + ".",
                        "Choose with --team "
                                + teams.getFirst()
                                + ", or set a default: slipway context team "
                                + teams.getFirst());
    }

    static TeamId parsed(String text) {
        return TeamId.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "'" + text + "' is not a valid team name.",
                                        "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "List the teams: slipway team list"));
    }
}
