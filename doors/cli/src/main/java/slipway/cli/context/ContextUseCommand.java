package slipway.cli.context;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import slipway.cli.command.Shell;
import slipway.wire.Context;
import slipway.wire.Contexts;

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

    private final Shell shell;

    @Parameters(paramLabel = "NAME", description = "The context: slipway context list.")
    private String name = "";

    ContextUseCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        Contexts contexts = shell.contexts();
        Context context = contexts.named(name);
        contexts.choose(name);
        shell.terminal().say("Commands now ask " + context.url() + " (context " + name + ").");
        warnOfVariable("SLIPWAY_URL");
        warnOfVariable("SLIPWAY_CONTEXT");
    }

    /** A choice that a variable makes void would be a riddle. */
    private void warnOfVariable(String variable) {
        if (!shell.environment().getOrDefault(variable, "").isBlank()) {
            shell.terminal()
                    .note(
                            "warning: the variable "
                                    + variable
                                    + " is set and wins over this choice. Unset it.");
        }
    }
}
