package slipway.surface.terminal.command;

import java.util.function.Supplier;
import slipway.base.text.Format;
import slipway.surface.api.Route;
import slipway.surface.terminal.Terminal;

/** Tracks the changes of a command, so that an interrupted command can report which of them were made. */
final class InterruptReport {

    private final Terminal terminal;
    private int done;

    InterruptReport(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Makes a change and reports it if the process is interrupted meanwhile. */
    <A> A track(Route<?, A> change, Supplier<A> call) {
        var hook = new Thread(() -> terminal.note(interrupted(change, done)), "interrupt-report");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            A answer = call.get();
            done++;
            return answer;
        } finally {
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyStopping) {
            // The hook is running already.
        }
    }

    static String interrupted(Route<?, ?> change, int done) {
        String before =
                done == 0
                        ? ""
                        : Format.count(done, "change")
                                + " before it "
                                + (done == 1 ? "was" : "were")
                                + " done. ";
        return "\nInterrupted during the request to "
                + change.name().replace('-', ' ')
                + ".\n"
                + before
                + "It is unknown whether the server has executed it: there was no answer yet.\n"
                + "Check before you try again.";
    }
}
