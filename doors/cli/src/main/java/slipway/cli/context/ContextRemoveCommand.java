package slipway.cli.context;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import slipway.cli.command.Consent;
import slipway.cli.command.Shell;
import slipway.wire.Contexts;

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

    private final Shell shell;

    @Parameters(paramLabel = "NAME", description = "The context: slipway context list.")
    private String name = "";

    @Mixin private Consent consent = new Consent();

    ContextRemoveCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        Contexts contexts = shell.contexts();
        contexts.mustBeKept(name);
        consent.mustBeGiven(
                shell.terminal(),
                "The token that is kept with "
                        + name
                        + " is forgotten here; at the server it stays valid until it is revoked.");
        boolean current = contexts.chosen().equals(name);
        contexts.forget(name);
        shell.terminal().say("Forgot " + name + "." + (current ? backToLocal(contexts) : ""));
    }

    private static String backToLocal(Contexts contexts) {
        contexts.choose(Contexts.LOCAL);
        return " Commands now ask the server on this machine (context local).";
    }
}
