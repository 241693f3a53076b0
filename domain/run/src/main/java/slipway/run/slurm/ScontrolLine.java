package slipway.run.slurm;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of {@code scontrol -o}: {@code Key=value} pairs. */
record ScontrolLine(String line) {

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,9}).*");

    /** The first value of a key; a value ends at a space. */
    Optional<String> get(String key) {
        int from = line.startsWith(key + "=") ? 0 : line.indexOf(" " + key + "=") + 1;
        if (from == 0 && !line.startsWith(key + "=")) {
            return Optional.empty();
        }
        int begin = from + key.length() + 1;
        int end = line.indexOf(' ', begin);
        String value = line.substring(begin, end < 0 ? line.length() : end);
        return value.isEmpty() || value.equals("(null)") || value.equals("N/A")
                ? Optional.empty()
                : Optional.of(value);
    }

    /** The whole number that a value begins with. */
    OptionalInt number(String key) {
        Matcher matcher = NUMBER.matcher(get(key).orElse(""));
        return matcher.matches()
                ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
                : OptionalInt.empty();
    }

    static Optional<Instant> instant(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException notOne) {
            return Optional.empty();
        }
    }
}
