package slipway.surface.people.commands.context;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway context use}. */
@Command(
        name = "use",
        description = "Select the current server.",
        footer = {
            "",
            "Examples",
            "  slipway context use lab      the server saved as lab",
            "  slipway context use local    the server on this machine"
        })
final class ContextUseCommand implements Runnable {

    private final CommandEnvironment environment;

    @Parameters(paramLabel = "NAME", description = "The context. List: slipway context list")
    private String name = "";

    ContextUseCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        ServerContexts contexts = environment.contexts();
        ServerContext serverContext = contexts.named(name);
        contexts.choose(name);
        environment
                .terminal()
                .say("Commands now use " + serverContext.url() + " (context " + name + ").");
        warnOfVariable("SLIPWAY_URL");
        warnOfVariable("SLIPWAY_CONTEXT");
    }

    /** The variables take precedence over the selected context. */
    private void warnOfVariable(String variable) {
        if (!environment.environment().getOrDefault(variable, "").isBlank()) {
            environment
                    .terminal()
                    .note(
                            "warning: the variable "
                                    + variable
                                    + " is set and takes precedence. Unset it.");
        }
    }
}
