package slipway.base.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Currency;
import java.util.List;
import java.util.function.Function;
import slipway.base.Bytes;
import slipway.base.Estimate;
import slipway.base.GpuPrice;
import slipway.base.GpuTime;
import slipway.base.Money;

/**
 * Formats numbers, units and times for pages and the command line. Nothing here depends on the locale. A rounded
 * number never looks exact: 0.04 % is not 0 %, and 2.0 GB is about two where 2 GB is exactly two.
 */
public final class Format {

    private static final char NARROW_SPACE = '\u202f';
    private static final String[] BYTE_UNITS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    private static final int TERA = 4;

    private Format() {}

    /** {@code $8.80} below ten, {@code $1,018} from ten on, {@code $0.051} below ten cents. */
    public static String money(Money money) {
        return MoneyFormat.compact(money);
    }

    /** {@code $126.01}: only where amounts are added up. */
    public static String cents(Money money) {
        return MoneyFormat.cents(money);
    }

    /** {@code $79.00 per hour}. */
    public static String perHour(Money money) {
        return MoneyFormat.rate(money) + " per hour";
    }

    /** {@code $79.00/h}, where space is tight. */
    public static String perHourShort(Money money) {
        return MoneyFormat.rate(money) + "/h";
    }

    /** {@code $2.40 per GPU-hour}. */
    public static String price(GpuPrice price) {
        return MoneyFormat.rate(price.perGpuHour()) + " per GPU-hour";
    }

    /** {@code $}, or the code of a currency without a common symbol. */
    public static String symbol(Currency currency) {
        return MoneyFormat.symbol(currency);
    }

    /** {@code $20k}: beside the axis of a chart. */
    public static String axis(Money money) {
        return MoneyFormat.axis(money);
    }

    /** {@code 664.5 GPU-hours}. */
    public static String gpuTime(GpuTime time) {
        var hours =
                BigDecimal.valueOf(time.millionths())
                        .divide(BigDecimal.valueOf(GpuTime.PER_HOUR), MathContext.DECIMAL128);
        boolean tiny = hours.signum() > 0 && hours.compareTo(new BigDecimal("0.1")) < 0;
        var rounded =
                tiny
                        ? NumberRounding.twoSignificantDigits(hours, 0)
                        : NumberRounding.roundUnlessWhole(hours, 1);
        return NumberRounding.format(rounded)
                + (time.millionths() == GpuTime.PER_HOUR ? " GPU-hour" : " GPU-hours");
    }

    /** {@code 96.6 GB}, {@code 112 GB}, {@code 1.35 TB}: three figures, and one decimal at most below a terabyte. */
    public static String bytes(Bytes bytes) {
        int unit = 0;
        var number = BigDecimal.valueOf(bytes.count());
        while (threeFigures(number, unit).compareTo(BigDecimal.valueOf(1_000)) >= 0) {
            number = number.movePointLeft(3);
            unit++;
        }
        return threeFigures(number, unit).toPlainString() + " " + BYTE_UNITS[unit];
    }

    private static BigDecimal threeFigures(BigDecimal number, int unit) {
        int before = NumberRounding.round(number, 0).precision();
        return NumberRounding.roundUnlessWhole(
                number, Math.clamp(3 - before, 0, unit < TERA ? 1 : 2));
    }

    /** {@code 16 H100}. */
    public static String accelerators(int count, String type) {
        return NumberRounding.format(count) + " " + type;
    }

    /** {@code 0.5 H100}: of an accelerator that is shared. */
    public static String acceleratorThousandths(int thousandths, String type) {
        var count = BigDecimal.valueOf(thousandths, 3).stripTrailingZeros();
        return NumberRounding.format(count) + " " + type;
    }

    /** {@code 1 d 10 h}, {@code 3 h 15 min}, {@code 41 s}: the two largest units. */
    public static String duration(Duration duration) {
        return DurationFormat.compact(duration);
    }

    /** {@code 13.44 s}, {@code 9 h 06 min 12 s}: where durations are compared. */
    public static String exactDuration(Duration duration) {
        return DurationFormat.exact(duration);
    }

    /** Formats of instants for a reader in this time zone at this time. */
    public static TimeFormat times(Instant now, ZoneId zone) {
        return new TimeFormat(now, zone);
    }

    /**
     * {@code 93 %}, {@code 4.1 %}, {@code 0.04 %}, {@code 99.9 %}: finer towards both ends, so that only
     * nothing is 0 % and only everything is 100 %.
     *
     * @param share 1 is everything; may be more
     */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            throw new IllegalArgumentException("A share must be a number, not " + share);
        }
        var percent = BigDecimal.valueOf(share).movePointRight(2);
        var rounded = percentFigures(percent.abs());
        return NumberRounding.sign(percent.signum())
                + NumberRounding.format(rounded)
                + NARROW_SPACE
                + "%";
    }

    /** {@code +4.6 %}, {@code −2.3 %}, {@code 0 %}: how much more or less than something else. */
    public static String change(double share) {
        return (share > 0 ? "+" : "") + percent(share);
    }

    private static BigDecimal percentFigures(BigDecimal percent) {
        if (NumberRounding.isWhole(percent)) {
            return NumberRounding.round(percent, 0);
        }
        if (percent.compareTo(BigDecimal.ONE) < 0) {
            return NumberRounding.twoSignificantDigits(percent, 2);
        }
        if (NumberRounding.round(percent, 1).compareTo(BigDecimal.TEN) < 0) {
            return NumberRounding.round(percent, 1);
        }
        var beyondAll = percent.subtract(BigDecimal.valueOf(100));
        boolean nearlyAll = beyondAll.abs().compareTo(BigDecimal.ONE) < 0;
        return nearlyAll
                ? BigDecimal.valueOf(100).add(beyondAll.round(new MathContext(1)))
                : NumberRounding.round(percent, 0);
    }

    /** {@code 2.03}, {@code 13.4}, {@code 1,024}: three figures of what has no unit; all of a whole one. */
    public static String number(double number) {
        var exact = exact(number);
        var size = exact.abs();
        if (NumberRounding.isWhole(exact)) {
            return NumberRounding.format(NumberRounding.round(exact, 0));
        }
        int places =
                Math.clamp(
                        3 - NumberRounding.round(size, 2).toBigInteger().toString().length(), 0, 2);
        var rounded =
                size.compareTo(BigDecimal.ONE) < 0
                        ? NumberRounding.twoSignificantDigits(size, 2)
                        : NumberRounding.round(size, places);
        return NumberRounding.sign(exact.signum()) + NumberRounding.format(rounded);
    }

    /** {@code 0.541}: always so many decimals, so that a column of them can be compared. */
    public static String number(double number, int decimals) {
        return NumberRounding.format(NumberRounding.round(exact(number), decimals));
    }

    private static BigDecimal exact(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("A number must be finite, not " + number);
        }
        return BigDecimal.valueOf(number);
    }

    /** {@code 184,907}. */
    public static String count(long number) {
        return NumberRounding.format(number);
    }

    /** {@code 1 workload}, {@code 15 workloads}: for nouns that take an s. */
    public static String count(long number, String noun) {
        return count(number, noun, noun + "s");
    }

    /** {@code 1 entry}, {@code 184,907 entries}. */
    public static String count(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }

    /** {@code a, b and c}; nothing at all is {@code none}. */
    public static String list(List<String> items) {
        return list(items, "and");
    }

    /** {@code a, b or c}, joined by the given word. */
    public static String list(List<String> items, String word) {
        if (items.size() < 2) {
            return items.isEmpty() ? "none" : items.getFirst();
        }
        String all = String.join(", ", items.subList(0, items.size() - 1));
        return all + " " + word + " " + items.getLast();
    }

    /** {@code $1,215 to $1,449}; one text where both ends read the same. */
    public static <T> String range(T low, T high, Function<? super T, String> form) {
        String from = form.apply(low);
        String until = form.apply(high);
        return from.equals(until) ? from : from + " to " + until;
    }

    /** {@code $1,322 ($1,215 to $1,449)}; what is known exactly has no brackets. */
    public static <T extends Comparable<? super T>> String estimate(
            Estimate<T> estimate, Function<? super T, String> form) {
        String value = form.apply(estimate.value());
        String range = range(estimate.low(), estimate.high(), form);
        return range.equals(value) ? value : "%s (%s)".formatted(value, range);
    }
}
