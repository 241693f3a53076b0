package slipway.base.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** How numbers are rounded and written, the same in every country: 1,234.5. Half is rounded away from zero. */
final class NumberRounding {

    /** A real minus: a hyphen is shorter than the digits and is broken at the end of a line. */
    private static final char MINUS = '\u2212';

    private NumberRounding() {}

    static BigDecimal round(BigDecimal number, int places) {
        return number.setScale(places, RoundingMode.HALF_UP);
    }

    /** The first two digits that are not zero, for what is too small to see otherwise; 0.05 stays 0.05. */
    static BigDecimal twoSignificantDigits(BigDecimal number, int atLeastPlaces) {
        var two = number.round(new MathContext(2, RoundingMode.HALF_UP)).stripTrailingZeros();
        return two.setScale(Math.max(two.scale(), atLeastPlaces));
    }

    /** So many decimals, or none when there is nothing behind the point: 2.0 says "about two", 2 says two. */
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
