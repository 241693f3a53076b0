package slipway.base;

import java.util.Currency;

/**
 * An exact amount of money in millionths of its currency's unit: a request to a model server costs less than a cent,
 * and a million of them still add up. Negative is a credit. Nothing here rounds, and an amount too large to hold is
 * an {@link ArithmeticException}, never a wrong number.
 */
public record Money(long millionths, Currency currency) implements Comparable<Money> {

    private static final long ONE = 1_000_000;

    public static Money of(long units, String currency) {
        return new Money(Math.multiplyExact(units, ONE), Currency.getInstance(currency));
    }

    public static Money dollars(long units) {
        return of(units, "USD");
    }

    public static Money cents(long cents, String currency) {
        return new Money(Math.multiplyExact(cents, ONE / 100), Currency.getInstance(currency));
    }

    public static Money zero(Currency currency) {
        return new Money(0, currency);
    }

    public Money plus(Money more) {
        return new Money(Math.addExact(millionths, sameCurrency(more).millionths), currency);
    }

    public Money minus(Money less) {
        return new Money(Math.subtractExact(millionths, sameCurrency(less).millionths), currency);
    }

    public Money times(long factor) {
        return new Money(Math.multiplyExact(millionths, factor), currency);
    }

    public boolean isNegative() {
        return millionths < 0;
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(millionths, sameCurrency(other).millionths);
    }

    private Money sameCurrency(Money other) {
        if (!currency.equals(other.currency)) {
            throw new IllegalArgumentException(
                    "%s and %s cannot be mixed: convert one of them first"
                            .formatted(
                                    currency.getCurrencyCode(), other.currency.getCurrencyCode()));
        }
        return other;
    }
}
