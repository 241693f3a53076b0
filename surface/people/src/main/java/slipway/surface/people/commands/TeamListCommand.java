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
        description = "List the teams that you may see, with your roles.",
        footer = {"", "Examples", "  slipway team list", "  slipway team list --json"})
final class TeamListCommand extends RemoteCommand {

    TeamListCommand(CommandEnvironment environment) {
        super(environment);
    }

    @Override
    protected void work() {
        list(ApiCall.to(TeamRoutes.LIST), this::printText);
    }

    private void printText(List<TeamView> teams) {
        if (teams.isEmpty()) {
            say("You are in no team. An admin can add you: slipway team role TEAM USER member");
            return;
        }
        var table =
                TextTable.of(
                        whole("TEAM"),
                        text("TITLE"),
                        text("PARENT"),
                        number("MEMBERS"),
                        text("YOUR ROLE"));
        teams.forEach(
                team ->
                        table.row(
                                team.team(),
                                team.title(),
                                team.parent().map(TeamId::value).orElse("none"),
                                Format.count(team.members()),
                                team.yourRole().wireName()));
        terminal().show(table);
        say(
                Format.count(teams.size(), "team")
                        + ". Details: slipway team show TEAM. Create one: slipway team add TEAM");
    }
}
