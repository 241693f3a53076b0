package slipway.surface.people.commands.context;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.UsageProblems;

/** {@code slipway context team}. */
@Command(
        name = "team",
        description = "Says or sets the team that your workloads are of unless you say --team.",
        footer = {
            "",
            "Examples",
            "  slipway context team vision     from now on, at the current server",
            "  slipway context team            which one it is",
            "  slipway context team --none     none any more"
        })
final class ContextTeamCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Parameters(arity = "0..1", paramLabel = "TEAM", description = "One of yours: slipway whoami.")
    private Optional<String> team = Optional.empty();

    @Option(names = "--none", description = "Takes the choice back.")
    private boolean none;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Of this server instead of the current one.")
    private Optional<String> context = Optional.empty();

    ContextTeamCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        ServerContexts serverContexts = commandEnvironment.contexts();
        String name = context.orElseGet(serverContexts::chosen);
        if (team.isPresent() || none) {
            serverContexts.saveDefaultTeam(
                    name, none ? Optional.empty() : team.map(ContextTeamCommand::parsed));
        }
        commandEnvironment
                .terminal()
                .say(
                        serverContexts
                                .defaultTeam(name)
                                .map(
                                        chosen ->
                                                "What you submit in the context %s is of %s, unless you say --team."
                                                        .formatted(name, chosen))
                                .orElse(
                                        "No team is chosen for the context %s. Choose one: slipway context team TEAM"
                                                .formatted(name)));
    }

    private static TeamId parsed(String text) {
        return TeamId.parse(text)
                .orElseThrow(
                        () ->
                                new Problem(
                                        UsageProblems.WRONG_USAGE,
                                        "'" + text + "' cannot be the name of a team.",
                                        "A name is 1 to 63 lower-case letters, digits and inner hyphens.",
                                        "See your teams: slipway whoami"));
    }
}
