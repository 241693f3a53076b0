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
        description = "Show or set the default team of your workloads.",
        footer = {
            "",
            "Examples",
            "  slipway context team vision     set it for the current server",
            "  slipway context team            show it",
            "  slipway context team --none     remove it"
        })
final class ContextTeamCommand implements Runnable {

    private final CommandEnvironment environment;

    @Parameters(
            arity = "0..1",
            paramLabel = "TEAM",
            description = "One of your teams. List: slipway whoami")
    private Optional<String> team = Optional.empty();

    @Option(names = "--none", description = "Remove the default team.")
    private boolean none;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "For this server instead of the current one.")
    private Optional<String> context = Optional.empty();

    ContextTeamCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        ServerContexts contexts = environment.contexts();
        String name = context.orElseGet(contexts::chosen);
        if (team.isPresent() || none) {
            contexts.saveDefaultTeam(
                    name, none ? Optional.empty() : team.map(ContextTeamCommand::parsed));
        }
        environment
                .terminal()
                .say(
                        contexts.defaultTeam(name)
                                .map(
                                        chosen ->
                                                "Default team of context %s: %s."
                                                        .formatted(name, chosen))
                                .orElse(
                                        "Context %s has no default team. Set one: slipway context team TEAM"
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
                                        "List your teams: slipway whoami"));
    }
}
