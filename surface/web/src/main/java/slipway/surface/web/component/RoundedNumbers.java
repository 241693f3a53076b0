package slipway.surface.web.component;

import slipway.base.text.Format;

/** Rounds measured numbers for pages: hundredths are precise enough. */
public final class RoundedNumbers {

    private RoundedNumbers() {}

    /** Rounds to hundredths. */
    public static double hundredths(double number) {
        return Math.round(number * 100) / 100.0;
    }

    /** {@code 72 %}: a share in whole percent. */
    public static String percent(double share) {
        return Format.percent(hundredths(share));
    }

    /** {@code 3.25}: a number with two decimals. */
    public static String number(double number) {
        return Format.number(hundredths(number));
    }
}
