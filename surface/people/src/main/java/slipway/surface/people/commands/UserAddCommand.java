package slipway.surface.people.commands;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.UserId;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway user add}. */
@Command(
        name = "add",
        description = "Adds a person, and gives a role in a team at once if you like.",
        footer = {
            "",
            "Examples",
            "  slipway user add mira --team vision --role lead",
            "  slipway user add mira --shown 'Mira Lindqvist' --email mira@example.org",
            "",
            "A person comes in by single sign-on, or with a token: slipway token new --user mira"
        })
final class UserAddCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "USER",
            description = "The name to go by: lower-case letters, digits and inner hyphens.")
    private String user = "";

    @Option(
            names = "--shown",
            paramLabel = "NAME",
            description = "The name that is shown; left out, the same.")
    private Optional<String> shown = Optional.empty();

    @Option(names = "--email", paramLabel = "ADDRESS", description = "Where mail goes.")
    private Optional<String> email = Optional.empty();

    @Option(
            names = "--team",
            paramLabel = "TEAM",
            description = "The team to be in from the beginning.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description = "The role there: viewer, member (left out), lead or admin.")
    private Optional<String> role = Optional.empty();

    UserAddCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        if (role.isPresent() && team.isEmpty()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "A role is always one in a team.",
                    "--role was given without --team.",
                    "Add --team TEAM; the team all means everywhere.");
        }
        Role wanted = role.map(PeopleArguments::role).orElse(Role.MEMBER);
        UserId id = PeopleArguments.user(user);
        var person = new UserRoutes.NewUser(id, shown.orElse(user), email);
        UserView added = ask(ApiCall.to(UserRoutes.ADD).sending(person));
        team.ifPresent(name -> give(id, name, wanted));
        UserView now =
                team.isEmpty()
                        ? added
                        : ask(ApiCall.to(UserRoutes.SHOW).with(PathParameter.USER, id));
        show(UserRoutes.ADD.answer(), now, this::inWords);
    }

    private void give(UserId id, String name, Role wanted) {
        try {
            var _ =
                    ask(
                            ApiCall.to(TeamRoutes.SET_ROLE)
                                    .with(PathParameter.TEAM, name)
                                    .with(PathParameter.USER, id)
                                    .sending(new TeamRoutes.RoleChange(wanted)));
        } catch (Problem problem) {
            throw new Problem(
                            problem.code(),
                            id + " was added, but has no role yet: " + problem.what(),
                            problem.why(),
                            "Give one: slipway team role TEAM " + id + " " + wanted.wireName())
                    .causedBy(problem);
        }
    }

    private void inWords(UserView now) {
        String name = now.user().value();
        say(
                "Added "
                        + name
                        + (now.roles().isEmpty() ? "" : ", " + UserText.roles(now.roles()))
                        + ".");
        say(
                (now.roles().isEmpty()
                                ? "Give a role: slipway team role TEAM " + name + " member. "
                                : "")
                        + "Let "
                        + name
                        + " in: slipway token new --user "
                        + name);
    }
}
