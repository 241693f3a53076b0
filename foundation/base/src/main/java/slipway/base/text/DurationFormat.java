package slipway.base.text;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/** Formats of a duration. */
final class DurationFormat {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final BigDecimal TEN = BigDecimal.TEN;
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private DurationFormat() {}

    /** Rounds before it selects the units: 59.7 s is a minute, not 60 s. */
    static String compact(Duration duration) {
        return NumberRounding.sign(duration.isNegative() ? -1 : 1) + unsigned(duration.abs());
    }

    static String exact(Duration duration) {
        String sign = NumberRounding.sign(duration.isNegative() ? -1 : 1);
        BigDecimal seconds = NumberRounding.round(seconds(duration.abs()), 2);
        if (seconds.longValue() < MINUTE) {
            return sign + seconds.toPlainString() + " s";
        }
        long whole = nearest(duration.abs(), 1);
        var text = new StringBuilder(sign);
        if (whole >= DAY) {
            text.append(whole / DAY).append(" d ");
        }
        if (whole >= HOUR) {
            text.append(whole % DAY / HOUR).append(" h ");
        }
        return text.append(twoDigits(whole % HOUR / MINUTE, whole >= HOUR))
                .append(" min ")
                .append(twoDigits(whole % MINUTE, true))
                .append(" s")
                .toString();
    }

    private static String unsigned(Duration duration) {
        long seconds = nearest(duration, 1);
        if (seconds < MINUTE) {
            return belowMinute(seconds(duration));
        }
        if (seconds < HOUR) {
            return seconds / MINUTE + " min" + rest(twoDigits(seconds % MINUTE, true), " s");
        }
        long minutes = nearest(duration, MINUTE);
        if (minutes < DAY / MINUTE) {
            return minutes / 60 + " h" + rest(twoDigits(minutes % 60, true), " min");
        }
        long hours = nearest(duration, HOUR);
        return NumberRounding.format(hours / 24) + " d" + rest(String.valueOf(hours % 24), " h");
    }

    private static String belowMinute(BigDecimal seconds) {
        if (seconds.signum() == 0) {
            return "0 s";
        }
        BigDecimal number = seconds;
        for (String unit : List.of("s", "ms", "µs")) {
            BigDecimal inNextUnit = number.multiply(THOUSAND);
            if (NumberRounding.round(inNextUnit, 0).compareTo(THOUSAND) >= 0) {
                return oneDecimalBelowTen(number) + " " + unit;
            }
            number = inNextUnit;
        }
        return oneDecimalBelowTen(number) + " ns";
    }

    private static String oneDecimalBelowTen(BigDecimal number) {
        boolean belowTen = NumberRounding.round(number, 1).compareTo(TEN) < 0;
        return NumberRounding.roundUnlessWhole(number, belowTen ? 1 : 0).toPlainString();
    }

    private static String rest(String number, String unit) {
        return number.equals("0") || number.equals("00") ? "" : " " + number + unit;
    }

    private static String twoDigits(long number, boolean padded) {
        return padded && number < 10 ? "0" + number : String.valueOf(number);
    }

    private static long nearest(Duration duration, long unitSeconds) {
        return duration.plusSeconds(unitSeconds / 2).plusMillis(unitSeconds % 2 * 500).toSeconds()
                / unitSeconds;
    }

    private static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toSeconds())
                .add(BigDecimal.valueOf(duration.toNanosPart(), 9));
    }
}
