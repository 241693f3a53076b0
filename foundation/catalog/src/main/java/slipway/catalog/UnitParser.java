package slipway.catalog;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Bytes;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.base.text.UntrustedText;

/**
 * Parses an amount with its unit. The unit is never guessed: 80 may be gigabytes or mebibytes, and a bandwidth may
 * be in bits
 * or in bytes, which differ by eight.
 *
 * @param description for people: "an amount of memory"
 * @param units by notation; the first is suggested
 * @param max in the base unit; a larger amount is a typing error
 */
record UnitParser<T>(
        String description,
        Map<String, BigDecimal> units,
        BigDecimal max,
        Function<BigDecimal, T> convert) {

    /** Digits only: no sign, no exponent and no NaN comes through. Twenty are more than anything needs. */
    private static final String NUMBER = "[0-9]{1,20}(?:\\.[0-9]{1,20})?";

    private static final String DOLLAR = "USD";
    private static final Pattern PLAIN = Pattern.compile(NUMBER);
    private static final Pattern WITH_UNIT =
            Pattern.compile("(" + NUMBER + ") ?([A-Za-z\u00b5/]{1,8})");
    private static final Pattern DOLLARS = Pattern.compile("\\$(" + NUMBER + ")");

    static final UnitParser<Bytes> MEMORY =
            new UnitParser<>(
                    "an amount of memory",
                    units(
                            "GB",
                            "1e9",
                            "GiB",
                            "1073741824",
                            "TB",
                            "1e12",
                            "TiB",
                            "1099511627776",
                            "MB",
                            "1e6",
                            "MiB",
                            "1048576"),
                    new BigDecimal("1e16"),
                    bytes -> new Bytes(bytes.longValueExact()));

    static final UnitParser<Bytes> RATE =
            new UnitParser<>(
                    "a bandwidth",
                    units(
                            "GB/s", "1e9", "Gb/s", "1.25e8", "TB/s", "1e12", "Tb/s", "1.25e11",
                            "MB/s", "1e6", "Mb/s", "125000"),
                    new BigDecimal("1e15"),
                    bytes -> new Bytes(bytes.longValueExact()));

    static final UnitParser<Duration> LATENCY =
            new UnitParser<>(
                    "a latency",
                    units("us", "1000", "\u00b5s", "1000", "ns", "1", "ms", "1e6"),
                    new BigDecimal("1e10"),
                    nanos -> Duration.ofNanos(nanos.longValueExact()));

    static final UnitParser<Integer> POWER =
            new UnitParser<>(
                    "a power",
                    units("W", "1", "kW", "1000"),
                    new BigDecimal("1e6"),
                    BigDecimal::intValueExact);

    static final UnitParser<Money> MONEY =
            new UnitParser<>(
                    "an amount of money",
                    units(DOLLAR, "1e6"),
                    new BigDecimal("1e15"),
                    millionths ->
                            new Money(millionths.longValueExact(), Money.dollars(0).currency()));

    static Optional<Double> number(String text) {
        return PLAIN.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
    }

    /**
     * @param reject takes a sentence that says why the text is not such an amount
     */
    T read(String text, Function<String, T> reject) {
        Matcher dollars = DOLLARS.matcher(text);
        if (units.containsKey(DOLLAR) && dollars.matches()) {
            return convert(
                    text, new BigDecimal(dollars.group(1)).multiply(units.get(DOLLAR)), reject);
        }
        if (PLAIN.matcher(text).matches()) {
            return reject.apply(
                    "%s has no unit. Write it as %s."
                            .formatted(UntrustedText.quoted(text), suggestion(text)));
        }
        Matcher matcher = WITH_UNIT.matcher(text);
        BigDecimal unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        return unit == null
                ? reject.apply(
                        "%s is not %s such as %s; the units are %s."
                                .formatted(
                                        UntrustedText.quoted(text),
                                        description,
                                        suggestion("80"),
                                        Format.list(List.copyOf(units.keySet()))))
                : convert(text, new BigDecimal(matcher.group(1)).multiply(unit), reject);
    }

    private T convert(String text, BigDecimal exact, Function<String, T> reject) {
        BigDecimal amount = exact.setScale(0, RoundingMode.HALF_EVEN);
        if (amount.signum() == 0) {
            return reject.apply(UntrustedText.quoted(text) + " must be more than nothing.");
        }
        return amount.compareTo(max) > 0
                ? reject.apply(
                        UntrustedText.quoted(text) + " is more than " + description + " can be.")
                : convert.apply(amount);
    }

    private String suggestion(String number) {
        return units.containsKey(DOLLAR) ? "$" + number : number + units.keySet().iterator().next();
    }

    private static Map<String, BigDecimal> units(String... pairs) {
        var units = new LinkedHashMap<String, BigDecimal>();
        for (int i = 0; i < pairs.length; i += 2) {
            units.put(pairs[i], new BigDecimal(pairs[i + 1]));
        }
        return units;
    }
}
