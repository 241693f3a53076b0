package slipway.spec;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;

/** The types whose values are numbers, with a unit or without. */
final class NumberTypes {

    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern DURATION_PART =
            Pattern.compile("\\G ?([0-9]{1,15}) ?(ms|min|s|m|h|d|w)");
    private static final Map<String, Duration> UNITS =
            Map.of(
                    "ms", Duration.ofMillis(1),
                    "s", Duration.ofSeconds(1),
                    "m", Duration.ofMinutes(1),
                    "min", Duration.ofMinutes(1),
                    "h", Duration.ofHours(1),
                    "d", Duration.ofDays(1),
                    "w", Duration.ofDays(7));
    private static final String A_DURATION = "a duration such as 90s, 5m, 1h30m or 2d";

    /** Long enough for any retention, short enough that adding it to a date stays a date. */
    private static final Duration MAX_DURATION = Duration.ofDays(365_000);

    static final ValueType<Duration> DURATION =
            ValueType.of(
                    A_DURATION,
                    "^[0-9]+ ?(ms|min|s|m|h|d|w)( ?[0-9]+ ?(ms|min|s|m|h|d|w))*$",
                    text -> ParseResult.of(duration(text), text, A_DURATION));

    private static final Pattern AMOUNT =
            Pattern.compile("([0-9]{1,19}(?:\\.[0-9]{1,3})?) ?([kMGTP]?i?B)");
    private static final BigDecimal MAX_BYTES = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final String AN_AMOUNT = "an amount of bytes such as 512MB, 64GB or 1.5TB";

    static final ValueType<Bytes> BYTES =
            ValueType.of(
                    AN_AMOUNT,
                    "^[0-9]+(\\.[0-9]{1,3})? ?[kMGTP]?i?B$",
                    text -> ParseResult.of(bytes(text), text, AN_AMOUNT));

    private NumberTypes() {}

    static ValueType<Integer> atLeast(int min) {
        return between("a whole number ≥ " + min, min, Integer.MAX_VALUE);
    }

    static ValueType<Integer> between(int min, int max) {
        return between("a whole number from " + min + " to " + max, min, max);
    }

    private static ValueType<Integer> between(String description, int min, int max) {
        var schema = Schemas.of("integer").put("minimum", min);
        if (max < Integer.MAX_VALUE) {
            schema.put("maximum", max);
        }
        return new ScalarType<>(
                description,
                false,
                text -> ParseResult.of(whole(text, min, max), text, description),
                schema);
    }

    private static Optional<Integer> whole(String text, int min, int max) {
        return Optional.of(text)
                .filter(written -> WHOLE.matcher(written).matches())
                .map(Long::parseLong)
                .filter(number -> min <= number && number <= max)
                .map(Long::intValue);
    }

    private static Optional<Duration> duration(String text) {
        Matcher parts = DURATION_PART.matcher(text);
        Duration sum = Duration.ZERO;
        int read = 0;
        while (parts.find() && sum.compareTo(MAX_DURATION) <= 0) {
            Duration unit = UNITS.getOrDefault(parts.group(2), Duration.ZERO);
            long count = Math.min(Long.parseLong(parts.group(1)), MAX_DURATION.toMillis());
            sum = sum.plus(unit.multipliedBy(count));
            read = parts.end();
        }
        boolean whole = read > 0 && read == text.length() && sum.compareTo(MAX_DURATION) <= 0;
        return whole ? Optional.of(sum) : Optional.empty();
    }

    /** Exact: a fraction of a byte and more bytes than a long holds are rejected. */
    static Optional<Bytes> bytes(String text) {
        Matcher parts = AMOUNT.matcher(text);
        if (!parts.matches() || parts.group(2).equals("iB")) {
            return Optional.empty();
        }
        String unit = parts.group(2);
        BigDecimal step = BigDecimal.valueOf(unit.contains("i") ? 1024 : 1000);
        BigDecimal count =
                new BigDecimal(parts.group(1)).multiply(step.pow("BkMGTP".indexOf(unit.charAt(0))));
        boolean fits = count.compareTo(MAX_BYTES) <= 0 && count.stripTrailingZeros().scale() <= 0;
        return fits ? Optional.of(new Bytes(count.longValueExact())) : Optional.empty();
    }
}
