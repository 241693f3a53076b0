package slipway.server.log;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import tools.jackson.databind.json.JsonMapper;

/** Formats one JSON object per line, for log collectors. */
final class JsonLines extends Formatter {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Override
    public String format(LogRecord entry) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("at", entry.getInstant().toString());
        line.put("level", level(entry.getLevel()));
        line.put("logger", String.valueOf(entry.getLoggerName()));
        line.put("message", formatMessage(entry));
        if (entry.getThrown() != null) {
            line.put("trace", PlainLines.trace(entry.getThrown()));
        }
        return JSON.writeValueAsString(line) + "\n";
    }

    private static String level(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "error";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "warn";
        }
        return level.intValue() >= Level.INFO.intValue()
                ? "info"
                : level.getName().toLowerCase(Locale.ROOT);
    }
}
