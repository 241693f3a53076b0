package slipway.surface.people.commands.context;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.surface.api.client.ServerContext;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.command.CommandEnvironment;

/** {@code slipway context use}. */
@Command(
        name = "use",
        description = "Makes a server the one that is asked from now on.",
        footer = {
            "",
            "Examples",
            "  slipway context use lab      the server that was kept as lab",
            "  slipway context use local    the server on this machine"
        })
final class ContextUseCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Parameters(paramLabel = "NAME", description = "The context: slipway context list.")
    private String name = "";

    ContextUseCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        ServerContexts serverContexts = commandEnvironment.contexts();
        ServerContext serverContext = serverContexts.named(name);
        serverContexts.choose(name);
        commandEnvironment
                .terminal()
                .say("Commands now ask " + serverContext.url() + " (context " + name + ").");
        warnOfVariable("SLIPWAY_URL");
        warnOfVariable("SLIPWAY_CONTEXT");
    }

    /** A choice that a variable makes void would be a riddle. */
    private void warnOfVariable(String variable) {
        if (!commandEnvironment.environment().getOrDefault(variable, "").isBlank()) {
            commandEnvironment
                    .terminal()
                    .note(
                            "warning: the variable "
                                    + variable
                                    + " is set and wins over this choice. Unset it.");
        }
    }
}
