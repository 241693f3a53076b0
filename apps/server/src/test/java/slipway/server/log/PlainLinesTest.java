package slipway.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.TimeZone;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class PlainLinesTest {

    private static String line(Level level) {
        return line(entry(level));
    }

    private static String line(LogRecord entry) {
        return new PlainLines().format(entry);
    }

    private static LogRecord entry(Level level) {
        var entry = new LogRecord(level, "req-1 POST /x {0} status=201");
        entry.setLoggerName("slipway.requests");
        entry.setInstant(Instant.parse("2026-11-18T20:47:04Z"));
        return entry;
    }

    @Test
    void an_entry_is_one_line_with_utc_time_level_logger_and_message() {
        assertThat(line(Level.INFO))
                .isEqualTo(
                        "2026-11-18T20:47:04.000Z INFO    slipway.requests  req-1 POST /x {0} status=201\n");
        assertThat(line(Level.WARNING)).contains("Z WARNING slipway.requests  req-1");
    }

    @Test
    void the_time_is_utc_in_every_time_zone() {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            assertThat(line(Level.INFO)).startsWith("2026-11-18T20:47:04.000Z ");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void an_exception_is_logged_with_its_trace() {
        LogRecord entry = entry(Level.SEVERE);
        entry.setThrown(new IllegalStateException("broken"));
        assertThat(line(entry))
                .startsWith("2026-11-18T20:47:04.000Z SEVERE  slipway.requests  req-1")
                .contains(
                        "\njava.lang.IllegalStateException: broken\n\tat slipway.server.log.PlainLinesTest");
    }
}
