package slipway.spec;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import slipway.base.GpuPrice;
import slipway.base.Money;
import slipway.base.text.UntrustedText;
import slipway.spec.ValueType.Names;

/**
 * Prices of one accelerator for an hour, by type.
 *
 * @param perType the price of a processor hour has the key {@code cpu}
 */
public record PriceList(Currency currency, Map<String, GpuPrice> perType) {

    private static final String CPU_TYPE = "cpu";
    private static final String AN_AMOUNT = "an amount such as 2.40, with at most six decimals";
    private static final String AMOUNT_PATTERN = "[0-9]{1,9}(\\.[0-9]{1,6})?";
    private static final Pattern AMOUNT = Pattern.compile(AMOUNT_PATTERN);
    private static final ValueType<BigDecimal> AMOUNT_TYPE =
            ValueType.numberOrText(AN_AMOUNT, "^" + AMOUNT_PATTERN + "$", PriceList::amount);
    private static final String A_CURRENCY = "the three letters of a currency such as USD or EUR";

    private static final SpecKey<Currency> CURRENCY =
            SpecKey.of(
                            "currency",
                            ValueType.of(A_CURRENCY, "^[A-Z]{3}$", PriceList::currency),
                            "What all prices are in.")
                    .withDefault("USD");
    private static final SpecKey<BigDecimal> CPU =
            SpecKey.of(
                            "cpu",
                            AMOUNT_TYPE,
                            "Of one processor for an hour, where no accelerator is used.")
                    .example("0.04");
    private static final SpecKey<Map<String, BigDecimal>> ACCELERATORS =
            SpecKey.of(
                    "accelerators",
                    ValueType.mapOf(
                            AMOUNT_TYPE,
                            new Names(
                                    "a type of accelerator such as H100",
                                    "[A-Za-z][A-Za-z0-9._-]{0,62}",
                                    500)),
                    "Price of one accelerator for an hour, by type; a family's name covers all its types.");

    /** The nested block, for the reference. */
    public static final BlockSchema SCHEMA = BlockSchema.of(CURRENCY, CPU, ACCELERATORS);

    public static final SpecKey<BlockValues> KEY =
            SpecKey.of("prices", SCHEMA, "What an hour of an accelerator costs.");

    public PriceList {
        perType = Collections.unmodifiableMap(new TreeMap<>(perType));
    }

    /**
     * Reads a document that holds nothing else, or throws one problem with all its mistakes.
     *
     * @param next what the problem says last: "Nothing was changed."
     */
    public static PriceList read(Document document, String next) {
        return of(BlockSchema.of(KEY).read(document, next));
    }

    /** From a document that holds {@link #KEY} among others. */
    public static PriceList of(BlockValues document) {
        BlockValues block = document.get(KEY);
        Currency currency = block.get(CURRENCY);
        Map<String, GpuPrice> perType = new TreeMap<>();
        block.find(ACCELERATORS)
                .orElse(Map.of())
                .forEach((type, amount) -> perType.put(type, price(amount, currency)));
        block.find(CPU).ifPresent(amount -> perType.put(CPU_TYPE, price(amount, currency)));
        return new PriceList(currency, perType);
    }

    private static GpuPrice price(BigDecimal amount, Currency currency) {
        return new GpuPrice(new Money(amount.movePointRight(6).longValueExact(), currency));
    }

    private static ParseResult<BigDecimal> amount(String text) {
        return AMOUNT.matcher(text).matches()
                ? ParseResult.parsed(new BigDecimal(text))
                : ParseResult.rejected(UntrustedText.quoted(text) + " is not " + AN_AMOUNT + ".");
    }

    private static ParseResult<Currency> currency(String text) {
        Optional<Currency> known =
                Currency.getAvailableCurrencies().stream()
                        .filter(one -> one.getCurrencyCode().equals(text))
                        .findFirst();
        return ParseResult.of(known, text, A_CURRENCY);
    }
}
