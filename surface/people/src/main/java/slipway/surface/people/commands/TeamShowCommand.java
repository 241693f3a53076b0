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
        description = "Shows a team: where it stands, and who is what in it.",
        footer = {
            "",
            "Examples",
            "  slipway team show vision",
            "  slipway team show vision --json"
        })
final class TeamShowCommand extends RemoteCommand {

    @Parameters(paramLabel = "TEAM", description = "The team: slipway team list.")
    private String team = "";

    TeamShowCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        TeamView view = ask(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, team));
        List<MemberView> members =
                all(ApiCall.to(TeamRoutes.MEMBERS).with(PathParameter.TEAM, team));
        if (asJson()) {
            terminal().json(json(view, members).toPrettyString());
        } else {
            inWords(view, members);
        }
    }

    private static ObjectNode json(TeamView view, List<MemberView> members) {
        var json = (ObjectNode) JsonCodec.tree(JsonCodec.of(TeamView.class).write(view));
        var people = json.putArray("people");
        members.forEach(it -> people.add(JsonCodec.tree(JsonCodec.of(MemberView.class).write(it))));
        return json;
    }

    private void inWords(TeamView view, List<MemberView> members) {
        String title =
                view.title().equals(view.team().value())
                        ? ""
                        : " (" + terminal().plain(view.title()) + ")";
        String place =
                view.parent()
                        .map(above -> " stands below " + above)
                        .orElse(" stands above all others");
        say(view.team() + title + place + "; you are " + view.yourRole().wireName() + " in it.");
        var textTable = TextTable.of(whole("USER"), text("ROLE"), text("FROM"));
        members.forEach(it -> textTable.row(it.user(), it.role().wireName(), from(it)));
        terminal().show(textTable);
        say(
                (members.isEmpty()
                                ? "Nobody has a role in it."
                                : Format.count(
                                                members.size(),
                                                "person or account",
                                                "people and accounts")
                                        + ".")
                        + " Give a role: slipway team role "
                        + view.team()
                        + " USER member");
    }

    /** Where the role that counts comes from. */
    private static String from(MemberView member) {
        Optional<String> here =
                member.given()
                        .filter(member.role()::equals)
                        .map(_ -> "given here")
                        .or(
                                () ->
                                        member.signedOn()
                                                .filter(member.role()::equals)
                                                .map(_ -> "single sign-on"));
        return here.orElse("a team above");
    }
}
