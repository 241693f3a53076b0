package slipway.plan.request;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.base.text.UntrustedText;

/** Parses quantities whose unit is required: a speed may be in bits or in bytes, which differ by eight. */
final class QuantityParser {

    private static final String NUMBER = "([0-9]{1,9}(?:\\.[0-9]{1,9})?)";
    private static final Pattern PLAIN = Pattern.compile("-?" + NUMBER);
    private static final Pattern SPEED = Pattern.compile(NUMBER + " ?([KkMGT][Bb])(?:/s|ps)");
    private static final Pattern STEP = Pattern.compile(NUMBER + " ?(ms|s|min|m)");
    private static final BigDecimal EIGHT = BigDecimal.valueOf(8);

    private QuantityParser() {}

    /** Whether the text starts like a number, well-formed or not. */
    static boolean isNumber(String text) {
        return text.matches("[-+.0-9].*") || text.equalsIgnoreCase("nan");
    }

    /** {@code 5GB/s}, {@code 40Gb/s}. */
    static Optional<Bytes> speed(RequestValues requestValues, String option, String text) {
        Matcher speed = SPEED.matcher(text.strip());
        if (!speed.matches()) {
            requestValues.mistake(option, describeUnreadable(text, "a speed", "GB/s"));
            return Optional.empty();
        }
        String unit = speed.group(2);
        int power = 3 * (1 + "KMGT".indexOf(unit.substring(0, 1).toUpperCase(Locale.ROOT)));
        BigDecimal exact = new BigDecimal(speed.group(1)).movePointRight(power);
        BigDecimal bytes = unit.endsWith("b") ? exact.divide(EIGHT) : exact;
        if (bytes.signum() == 0) {
            requestValues.mistake(
                    option, "%s is no speed above 0.".formatted(UntrustedText.quoted(text)));
            return Optional.empty();
        }
        return Optional.of(new Bytes(Math.max(1, bytes.longValue())));
    }

    /** {@code 2.5s}, {@code 800ms}. */
    static Optional<Duration> step(RequestValues requestValues, String option, String text) {
        Optional<Duration> read = duration(text);
        if (read.isEmpty()) {
            requestValues.mistake(option, describeUnreadable(text, "the length of a step", "s"));
        }
        return read;
    }

    /** Parses a latency goal: {@code 500ms}. */
    static Optional<Duration> latency(RequestValues requestValues, String option, String text) {
        Optional<Duration> read = duration(text);
        if (read.isEmpty()) {
            requestValues.mistake(option, describeUnreadable(text, "a time above 0", "ms"));
        }
        return read;
    }

    private static Optional<Duration> duration(String text) {
        Matcher read = STEP.matcher(text.strip());
        long nanos =
                read.matches()
                        ? Math.round(Double.parseDouble(read.group(1)) * nanos(read.group(2)))
                        : 0;
        return nanos > 0 ? Optional.of(Duration.ofNanos(nanos)) : Optional.empty();
    }

    private static double nanos(String unit) {
        return switch (unit) {
            case "ms" -> 1e6;
            case "s" -> 1e9;
            default -> 60e9;
        };
    }

    private static String describeUnreadable(String text, String what, String unit) {
        return PLAIN.matcher(text.strip()).matches() && !text.strip().startsWith("-")
                ? "%s has no unit. Write it as %s%s."
                        .formatted(UntrustedText.quoted(text), text.strip(), unit)
                : "%s is not %s, such as 5%s.".formatted(UntrustedText.quoted(text), what, unit);
    }
}
