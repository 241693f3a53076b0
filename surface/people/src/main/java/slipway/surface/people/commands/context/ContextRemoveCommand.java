package slipway.surface.people.commands.context;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slipway.surface.api.client.ServerContexts;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.surface.terminal.command.Confirmation;

/** {@code slipway context remove}. */
@Command(
        name = "remove",
        description = "Forgets a server and the token that was kept with it.",
        footer = {
            "",
            "Examples",
            "  slipway context remove lab",
            "  slipway context remove lab --yes"
        })
final class ContextRemoveCommand implements Runnable {

    private final CommandEnvironment commandEnvironment;

    @Parameters(paramLabel = "NAME", description = "The context: slipway context list.")
    private String name = "";

    @Mixin private Confirmation confirmation = new Confirmation();

    ContextRemoveCommand(CommandEnvironment commandEnvironment) {
        this.commandEnvironment = commandEnvironment;
    }

    @Override
    public void run() {
        ServerContexts serverContexts = commandEnvironment.contexts();
        serverContexts.requireSaved(name);
        confirmation.require(
                commandEnvironment.terminal(),
                "The token that is kept with "
                        + name
                        + " is forgotten here; at the server it stays valid until it is revoked.");
        boolean current = serverContexts.chosen().equals(name);
        serverContexts.remove(name);
        commandEnvironment
                .terminal()
                .say("Forgot " + name + "." + (current ? backToLocal(serverContexts) : ""));
    }

    private static String backToLocal(ServerContexts serverContexts) {
        serverContexts.choose(ServerContexts.LOCAL);
        return " Commands now ask the server on this machine (context local).";
    }
}
