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
        description = "Add a person, optionally with a role in a team.",
        footer = {
            "",
            "Examples",
            "  slipway user add mira --team vision --role lead",
            "  slipway user add mira --shown 'Mira Lindqvist' --email mira@example.org",
            "",
            "People sign in by single sign-on or with a token: slipway token new --user mira"
        })
final class UserAddCommand extends RemoteCommand {

    @Parameters(
            paramLabel = "USER",
            description = "User name: lower-case letters, digits, inner hyphens.")
    private String user = "";

    @Option(
            names = "--shown",
            paramLabel = "NAME",
            description = "The display name. Default: the user name.")
    private Optional<String> shown = Optional.empty();

    @Option(names = "--email", paramLabel = "ADDRESS", description = "The mail address.")
    private Optional<String> email = Optional.empty();

    @Option(names = "--team", paramLabel = "TEAM", description = "Add the person to this team.")
    private Optional<String> team = Optional.empty();

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            description = "viewer, member, lead or admin. Default: member.")
    private Optional<String> role = Optional.empty();

    UserAddCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        if (role.isPresent() && team.isEmpty()) {
            throw new Problem(
                    UsageProblems.WRONG_USAGE,
                    "A role applies to a team.",
                    "--role was used without --team.",
                    "Add --team TEAM. The team all means everywhere.");
        }
        Role wanted = role.map(PeopleArguments::role).orElse(Role.MEMBER);
        UserId id = PeopleArguments.user(user);
        var person = new UserRoutes.NewUser(id, shown.orElse(user), email);
        UserView added = ask(ApiCall.to(UserRoutes.ADD).sending(person));
        team.ifPresent(name -> grantRole(id, name, wanted));
        UserView current =
                team.isEmpty()
                        ? added
                        : ask(ApiCall.to(UserRoutes.SHOW).with(PathParameter.USER, id));
        show(UserRoutes.ADD.answer(), current, this::printText);
    }

    private void grantRole(UserId id, String name, Role wanted) {
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
                            "User " + id + " was added without a role: " + problem.what(),
                            problem.why(),
                            "Grant one: slipway team role TEAM " + id + " " + wanted.wireName())
                    .causedBy(problem);
        }
    }

    private void printText(UserView added) {
        String name = added.user().value();
        say(
                "Added user "
                        + name
                        + (added.roles().isEmpty() ? "" : ", " + UserText.roles(added.roles()))
                        + ".");
        say(
                (added.roles().isEmpty()
                                ? "Grant a role: slipway team role TEAM " + name + " member. "
                                : "")
                        + "Create a token: slipway token new --user "
                        + name);
    }
}
