package slipway.server.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Formats one line per entry: time in UTC, level, logger and message. Java's own formatter parses its pattern again for
 * every line and prints local time.
 */
final class PlainLines extends Formatter {

    private static final DateTimeFormatter MILLIS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private static final int USUAL_LENGTH = 200;

    /** The length of the longest level name. */
    private static final int LEVEL = 7;

    @Override
    public String format(LogRecord entry) {
        var line = new StringBuilder(USUAL_LENGTH);
        MILLIS.formatTo(entry.getInstant(), line);
        String level = entry.getLevel().getName();
        line.append(' ').append(level).repeat(' ', Math.max(0, LEVEL - level.length()));
        line.append(' ').append(entry.getLoggerName()).append("  ").append(formatMessage(entry));
        line.append('\n');
        if (entry.getThrown() != null) {
            line.append(trace(entry.getThrown()));
        }
        return line.toString();
    }

    static String trace(Throwable thrown) {
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace, true));
        return trace.toString();
    }
}
