package slipway.base.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Rounds and formats numbers independently of the locale: 1,234.5. Half is rounded away from zero. */
final class NumberRounding {

    /** The minus sign: a hyphen is narrower than digits, and lines break after it. */
    private static final char MINUS = '\u2212';

    private NumberRounding() {}

    static BigDecimal round(BigDecimal number, int places) {
        return number.setScale(places, RoundingMode.HALF_UP);
    }

    /** Two significant digits, for small numbers; 0.05 stays 0.05. */
    static BigDecimal twoSignificantDigits(BigDecimal number, int atLeastPlaces) {
        var two = number.round(new MathContext(2, RoundingMode.HALF_UP)).stripTrailingZeros();
        return two.setScale(Math.max(two.scale(), atLeastPlaces));
    }

    /** This number of decimals, or none for a whole number: 2.0 is about two, 2 is exactly two. */
    static BigDecimal roundUnlessWhole(BigDecimal number, int places) {
        return isWhole(number) ? round(number, 0) : round(number, places);
    }

    static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    static String format(BigDecimal rounded) {
        String plain = rounded.abs().toPlainString();
        int point = plain.indexOf('.');
        var text = new StringBuilder(plain);
        for (int i = (point < 0 ? plain.length() : point) - 3; i > 0; i -= 3) {
            text.insert(i, ',');
        }
        return sign(rounded.signum()) + text;
    }

    static String format(long number) {
        return format(BigDecimal.valueOf(number));
    }

    static String sign(int signum) {
        return signum < 0 ? String.valueOf(MINUS) : "";
    }
}
