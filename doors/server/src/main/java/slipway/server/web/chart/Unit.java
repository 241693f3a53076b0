package slipway.server.web.chart;

import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import slipway.base.Format;

/**
 * How the numbers of a chart read.
 *
 * @param word as the script calls it
 */
public record Unit(String word, Optional<Currency> currency) {

    /** A share: 1 is everything. */
    public static final Unit PERCENT = plain("percent");

    public static final Unit NUMBER = plain("number");

    /** Two decimals. */
    public static final Unit DECIMAL = plain("decimal");

    /** Three decimals. */
    public static final Unit SCORE = plain("score");

    public static final Unit HOURS = plain("hours");

    public static final Unit SECONDS = plain("seconds");

    public static final Unit BYTES = plain("bytes");

    public static Unit money(Currency currency) {
        return new Unit("money", Optional.of(currency));
    }

    private static Unit plain(String word) {
        return new Unit(word, Optional.empty());
    }

    void addTo(Map<String, Object> json) {
        json.put("unit", word);
        addCurrencyTo(json);
    }

    void addCurrencyTo(Map<String, Object> json) {
        currency.ifPresent(
                one -> {
                    Map<String, Object> form = new LinkedHashMap<>();
                    form.put("symbol", Format.symbol(one));
                    form.put("places", Math.max(0, one.getDefaultFractionDigits()));
                    json.put("currency", form);
                });
    }
}
