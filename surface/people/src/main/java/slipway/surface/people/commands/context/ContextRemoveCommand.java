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
        description = "Remove a server and its saved token.",
        footer = {
            "",
            "Examples",
            "  slipway context remove lab",
            "  slipway context remove lab --yes"
        })
final class ContextRemoveCommand implements Runnable {

    private final CommandEnvironment environment;

    @Parameters(paramLabel = "NAME", description = "The context. List: slipway context list")
    private String name = "";

    @Mixin private Confirmation confirmation = new Confirmation();

    ContextRemoveCommand(CommandEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void run() {
        ServerContexts contexts = environment.contexts();
        contexts.requireSaved(name);
        confirmation.require(
                environment.terminal(),
                "The token saved for "
                        + name
                        + " is deleted here. It stays valid at the server until it is revoked.");
        boolean current = contexts.chosen().equals(name);
        contexts.remove(name);
        environment
                .terminal()
                .say("Removed context " + name + "." + (current ? backToLocal(contexts) : ""));
    }

    private static String backToLocal(ServerContexts contexts) {
        contexts.choose(ServerContexts.LOCAL);
        return " Commands now use the local server (context local).";
    }
}
