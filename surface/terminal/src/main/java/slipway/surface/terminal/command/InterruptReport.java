package slipway.surface.terminal.command;

import java.util.function.Supplier;
import slipway.base.text.Format;
import slipway.surface.api.Route;
import slipway.surface.terminal.Terminal;

/** Knows which changes were asked for, so that a person who breaks a command off is told what is known of them. */
final class InterruptReport {

    private final Terminal terminal;
    private int done;

    InterruptReport(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Makes a change. If the process is told to stop meanwhile, that is said before it goes. */
    <A> A watch(Route<?, A> change, Supplier<A> call) {
        var hook = new Thread(() -> terminal.note(interrupted(change, done)), "broken-off");
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
            // Then it is being told.
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
        return "\nBroken off while the server was asked to "
                + change.name().replace('-', ' ')
                + ".\n"
                + before
                + "Whether this one was done is not known: the answer had not come.\n"
                + "Look before you try again.";
    }
}
