package slipway.spec;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Bytes;

/** Formats values in the notation of users. Their {@link ValueType} reads the same values back. */
public final class Notation {

    private static final List<String> UNITS = List.of("B", "kB", "MB", "GB", "TB", "PB");

    private Notation() {}

    /** In the notation of {@link ValueType#duration}: {@code 1d12h}. Fractions of a millisecond are dropped. */
    public static String duration(Duration duration) {
        var written = new StringBuilder();
        append(written, duration.toDays(), "d");
        append(written, duration.toHoursPart(), "h");
        append(written, duration.toMinutesPart(), "m");
        append(written, duration.toSecondsPart(), "s");
        append(written, duration.toMillisPart(), "ms");
        return written.isEmpty() ? "0s" : written.toString();
    }

    private static void append(StringBuilder written, long count, String unit) {
        if (count > 0) {
            written.append(count).append(unit);
        }
    }

    /** In the notation of {@link ValueType#bytes}, exact, in the largest unit of which there is a whole number. */
    public static String bytes(Bytes bytes) {
        long count = bytes.count();
        int unit = 0;
        while (count > 0 && count % 1_000 == 0 && unit < UNITS.size() - 1) {
            count /= 1_000;
            unit++;
        }
        return count + UNITS.get(unit);
    }

    /** Parses the notation of {@link ValueType#bytes}; empty for any other text. */
    public static Optional<Bytes> bytes(String text) {
        return NumberTypes.bytes(text);
    }

    /** Thousandths as people write them: 1,500 is {@code 1.5}, 2,000 is {@code 2}. */
    public static String thousandths(int thousandths) {
        String whole = Integer.toString(thousandths / 1_000);
        int rest = thousandths % 1_000;
        return rest == 0
                ? whole
                : whole + ("." + String.format(Locale.ROOT, "%03d", rest)).replaceAll("0+$", "");
    }
}
