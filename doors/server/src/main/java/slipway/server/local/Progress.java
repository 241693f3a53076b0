package slipway.server.local;

import java.io.PrintWriter;
import java.util.function.LongConsumer;
import slipway.base.Say;

/** How far a long command is, on one line of a terminal; a script sees nothing of it. */
final class Progress implements LongConsumer, AutoCloseable {

    private static final long EVERY = 20_000;

    private final PrintWriter err;
    private final String doing;
    private final boolean shown;
    private long rows;

    Progress(PrintWriter err, String doing, boolean terminal) {
        this.err = err;
        this.doing = doing;
        this.shown = terminal;
    }

    @Override
    public void accept(long more) {
        rows += more;
        if (shown && rows % EVERY == 0) {
            err.print("\r" + doing + " " + Say.count(rows) + " rows");
            err.flush();
        }
    }

    /** Leaves the line as it was. */
    @Override
    public void close() {
        if (shown && rows >= EVERY) {
            err.print("\r" + " ".repeat(doing.length() + 30) + "\r");
            err.flush();
        }
    }
}
