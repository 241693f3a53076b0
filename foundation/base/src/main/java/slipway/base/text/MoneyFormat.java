package slipway.base.text;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import slipway.base.Money;

/** Formats of an amount of money. The sign precedes the currency symbol. */
final class MoneyFormat {

    private static final Map<String, String> SYMBOLS =
            Map.of("USD", "$", "EUR", "€", "GBP", "£", "JPY", "¥");
    private static final BigDecimal TEN = BigDecimal.TEN;
    private static final BigDecimal TEN_CENTS = new BigDecimal("0.10");
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);

    private MoneyFormat() {}

    static String compact(Money money) {
        BigDecimal cents = NumberRounding.round(amount(money), fractionDigits(money));
        return cents.compareTo(TEN) >= 0
                ? withSymbol(money, NumberRounding.format(NumberRounding.round(amount(money), 0)))
                : rate(money);
    }

    static String rate(Money money) {
        BigDecimal amount = amount(money);
        boolean tiny = amount.signum() > 0 && amount.compareTo(TEN_CENTS) < 0;
        return withSymbol(
                money,
                NumberRounding.format(
                        tiny
                                ? NumberRounding.twoSignificantDigits(amount, fractionDigits(money))
                                : NumberRounding.round(amount, fractionDigits(money))));
    }

    static String cents(Money money) {
        return withSymbol(
                money,
                NumberRounding.format(NumberRounding.round(amount(money), fractionDigits(money))));
    }

    static String axis(Money money) {
        BigDecimal amount = amount(money);
        String suffix = "";
        for (String next : new String[] {"k", "M", "B"}) {
            if (NumberRounding.round(amount, 1).compareTo(THOUSAND) >= 0) {
                amount = amount.movePointLeft(3);
                suffix = next;
            }
        }
        int places = suffix.isEmpty() ? fractionDigits(money) : 1;
        BigDecimal rounded = NumberRounding.round(amount, places);
        return withSymbol(
                money,
                NumberRounding.format(NumberRounding.roundUnlessWhole(rounded, places)) + suffix);
    }

    private static BigDecimal amount(Money money) {
        return BigDecimal.valueOf(money.millionths(), 6).abs();
    }

    /** Decimals of the currency: two for the dollar, none for the yen. */
    private static int fractionDigits(Money money) {
        return Math.max(0, money.currency().getDefaultFractionDigits());
    }

    private static String withSymbol(Money money, String amount) {
        return NumberRounding.sign(Long.signum(money.millionths()))
                + symbol(money.currency())
                + amount;
    }

    static String symbol(Currency currency) {
        String code = currency.getCurrencyCode();
        return SYMBOLS.getOrDefault(code, code + "\u00a0");
    }
}
