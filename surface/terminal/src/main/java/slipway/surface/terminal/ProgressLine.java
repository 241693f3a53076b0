package slipway.surface.terminal;

import java.io.PrintWriter;
import java.util.function.LongConsumer;
import slipway.base.text.Format;

/**
 * How far something long is, on one line of the error output that is drawn again and again and is gone at the end. A
 * pipe sees nothing of it.
 */
public final class ProgressLine implements LongConsumer, AutoCloseable {

    private static final long EVERY = 20_000;
    private static final int CELLS = 20;

    private final PrintWriter err;
    private final boolean shown;
    private final String doing;
    private final String things;
    private final long all;
    private long done;
    private String drawn = "";

    /**
     * @param things what is counted: {@code rows}
     * @param all how many there are, or 0 where nobody knows
     */
    ProgressLine(Terminal terminal, String doing, String things, long all) {
        this.err = terminal.err();
        this.shown = terminal.capabilities().stderrIsTerminal();
        this.doing = doing;
        this.things = things;
        this.all = all;
    }

    @Override
    public void accept(long more) {
        done += more;
        if (shown) {
            String line = all > 0 ? bar() : counted();
            if (!line.equals(drawn)) {
                err.print("\r" + line + " ".repeat(Math.max(0, drawn.length() - line.length())));
                err.flush();
                drawn = line;
            }
        }
    }

    private String bar() {
        double share = Math.min(1, done / (double) all);
        int full = (int) (share * CELLS);
        return "%s %s%s %d %%"
                .formatted(
                        doing,
                        "█".repeat(full),
                        "░".repeat(CELLS - full),
                        (int) Math.floor(share * 100));
    }

    private String counted() {
        long round = done - done % EVERY;
        return round == 0 ? doing + " …" : doing + " " + Format.count(round) + " " + things;
    }

    /** Leaves the line as it was. */
    @Override
    public void close() {
        if (!drawn.isEmpty()) {
            err.print("\r" + " ".repeat(drawn.length()) + "\r");
            err.flush();
        }
    }
}
