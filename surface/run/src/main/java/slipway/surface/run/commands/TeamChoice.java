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

/** Whose workload it is when nobody says so. */
final class TeamChoice {

    private static final ProblemCode WHICH_TEAM =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "which-team",
                    "A workload belongs to a team, and it is not clear to which.");

    private TeamChoice() {}

    /** The only team in which this visitor may submit; of several the one of all, which is the admin's. */
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
                        "You are in no team in which you may submit workloads.",
                        "A workload belongs to a team, which has the quota.",
                        "A lead lets you in: slipway team role TEAM " + me.user() + " member")
                : new Problem(
                        WHICH_TEAM,
                        "It is not clear which team the workload is of.",
                        "You may submit in "
                                + Format.list(teams.stream().map(TeamId::value).toList())
                                + ".",
                        "Say it with --team "
                                + teams.getFirst()
                                + ", or once for all: slipway context team "
                                + teams.getFirst());
    }

    static TeamId parsed(String text) {
        return TeamId.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "'" + text + "' cannot be the name of a team.",
                                        "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "See the teams: slipway team list"));
    }
}
