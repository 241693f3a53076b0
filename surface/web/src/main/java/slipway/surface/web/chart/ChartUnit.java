package slipway.surface.web.chart;

import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slipway.base.text.Format;

/**
 * The unit and format of a chart's numbers.
 *
 * @param word its name in the script
 */
public record ChartUnit(String word, Optional<Currency> currency) {

    /** A share: 1 is 100 %. */
    public static final ChartUnit PERCENT = plain("percent");

    public static final ChartUnit NUMBER = plain("number");

    /** Two decimals. */
    public static final ChartUnit DECIMAL = plain("decimal");

    /** Three decimals. */
    public static final ChartUnit SCORE = plain("score");

    public static final ChartUnit HOURS = plain("hours");

    public static final ChartUnit SECONDS = plain("seconds");

    public static final ChartUnit BYTES = plain("bytes");

    public static ChartUnit money(Currency currency) {
        return new ChartUnit("money", Optional.of(currency));
    }

    private static ChartUnit plain(String word) {
        return new ChartUnit(word, Optional.empty());
    }

    void addTo(Map<String, Object> json) {
        json.put("unit", word);
        addCurrencyTo(json);
    }

    void addCurrencyTo(Map<String, Object> json) {
        currency.ifPresent(
                it -> {
                    Map<String, Object> form = new LinkedHashMap<>();
                    form.put("symbol", Format.symbol(it));
                    form.put("places", Math.max(0, it.getDefaultFractionDigits()));
                    json.put("currency", form);
                });
    }
}
