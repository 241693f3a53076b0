package slipway.surface.people.commands;

import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.base.text.Format;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.JsonCodec;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamRoutes.MemberView;
import slipway.surface.people.api.TeamView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;
import tools.jackson.databind.node.ObjectNode;

/** {@code slipway team show}. */
@Command(
        name = "show",
        description = "Show a team: its parent, members and roles.",
        footer = {
            "",
            "Examples",
            "  slipway team show vision",
            "  slipway team show vision --json"
        })
final class TeamShowCommand extends RemoteCommand {

    @Parameters(paramLabel = "TEAM", description = "The team. List: slipway team list")
    private String team = "";

    TeamShowCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        TeamView view = ask(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, team));
        List<MemberView> members =
                all(ApiCall.to(TeamRoutes.MEMBERS).with(PathParameter.TEAM, team));
        if (asJson()) {
            terminal().json(json(view, members).toPrettyString());
        } else {
            printText(view, members);
        }
    }

    private static ObjectNode json(TeamView view, List<MemberView> members) {
        var json = (ObjectNode) JsonCodec.tree(JsonCodec.of(TeamView.class).write(view));
        var people = json.putArray("people");
        members.forEach(it -> people.add(JsonCodec.tree(JsonCodec.of(MemberView.class).write(it))));
        return json;
    }

    private void printText(TeamView view, List<MemberView> members) {
        String title =
                view.title().equals(view.team().value())
                        ? ""
                        : " (" + terminal().plain(view.title()) + ")";
        String parent =
                view.parent().map(above -> ", parent: " + above).orElse(", the root of all teams");
        say(view.team() + title + parent + "; your role: " + view.yourRole().wireName() + ".");
        var table = TextTable.of(whole("USER"), text("ROLE"), text("FROM"));
        members.forEach(it -> table.row(it.user(), it.role().wireName(), roleSource(it)));
        terminal().show(table);
        say(
                (members.isEmpty()
                                ? "No members."
                                : Format.count(
                                                members.size(),
                                                "person or account",
                                                "people and accounts")
                                        + ".")
                        + " Grant a role: slipway team role "
                        + view.team()
                        + " USER member");
    }

    /** The source of the effective role. */
    private static String roleSource(MemberView member) {
        Optional<String> source =
                member.given()
                        .filter(member.role()::equals)
                        .map(_ -> "this team")
                        .or(
                                () ->
                                        member.signedOn()
                                                .filter(member.role()::equals)
                                                .map(_ -> "single sign-on"));
        return source.orElse("a team above");
    }
}
