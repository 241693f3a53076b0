package slipway.surface.terminal;

import java.io.PrintWriter;
import java.util.function.LongConsumer;
import slipway.base.text.Format;

/**
 * The progress of a long operation, on one line of the error output that is redrawn and removed at the end. It is not
 * written to a pipe.
 */
public final class ProgressLine implements LongConsumer, AutoCloseable {

    private static final long STEP = 20_000;
    private static final int BAR_WIDTH = 20;

    private final PrintWriter err;
    private final boolean visible;
    private final String activity;
    private final String unit;
    private final long total;
    private long done;
    private String drawn = "";

    /**
     * @param unit the unit that is counted: {@code rows}
     * @param total the total number, or 0 if it is unknown
     */
    ProgressLine(Terminal terminal, String activity, String unit, long total) {
        this.err = terminal.err();
        this.visible = terminal.capabilities().stderrIsTerminal();
        this.activity = activity;
        this.unit = unit;
        this.total = total;
    }

    @Override
    public void accept(long more) {
        done += more;
        if (visible) {
            String line = total > 0 ? bar() : counter();
            if (!line.equals(drawn)) {
                err.print("\r" + line + " ".repeat(Math.max(0, drawn.length() - line.length())));
                err.flush();
                drawn = line;
            }
        }
    }

    private String bar() {
        double share = Math.min(1, done / (double) total);
        int filled = (int) (share * BAR_WIDTH);
        return "%s %s%s %d %%"
                .formatted(
                        activity,
                        "█".repeat(filled),
                        "░".repeat(BAR_WIDTH - filled),
                        (int) Math.floor(share * 100));
    }

    private String counter() {
        long rounded = done - done % STEP;
        return rounded == 0 ? activity + " …" : activity + " " + Format.count(rounded) + " " + unit;
    }

    /** Clears the line. */
    @Override
    public void close() {
        if (!drawn.isEmpty()) {
            err.print("\r" + " ".repeat(drawn.length()) + "\r");
            err.flush();
        }
    }
}
