package slipway.surface.people.commands;

import static slipway.surface.terminal.TableColumn.number;
import static slipway.surface.terminal.TableColumn.text;
import static slipway.surface.terminal.TableColumn.whole;

import java.util.List;
import picocli.CommandLine.Command;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.terminal.TextTable;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.RemoteCommand;

/** {@code slipway team list}. */
@Command(
        name = "list",
        description = "Lists the teams that you see, and what you are in them.",
        footer = {"", "Examples", "  slipway team list", "  slipway team list --json"})
final class TeamListCommand extends RemoteCommand {

    TeamListCommand(CommandEnvironment commandEnvironment) {
        super(commandEnvironment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(TeamRoutes.LIST), this::inWords);
    }

    private void inWords(List<TeamView> teams) {
        if (teams.isEmpty()) {
            say("You are in no team yet. An admin lets you in: slipway team role TEAM USER member");
            return;
        }
        var textTable =
                TextTable.of(
                        whole("TEAM"),
                        text("TITLE"),
                        text("BELOW"),
                        number("MEMBERS"),
                        text("YOU ARE"));
        teams.forEach(
                team ->
                        textTable.row(
                                team.team(),
                                team.title(),
                                team.parent().map(TeamId::value).orElse("none"),
                                Format.count(team.members()),
                                team.yourRole().wireName()));
        terminal().show(textTable);
        say(
                Format.count(teams.size(), "team")
                        + ". One of them: slipway team show TEAM. A new one: slipway team add TEAM");
    }
}
