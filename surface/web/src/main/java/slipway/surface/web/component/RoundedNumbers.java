package slipway.surface.web.component;

import slipway.base.text.Format;

/** Measured numbers as pages show them: nobody reads a utilisation more exactly than to a hundredth. */
public final class RoundedNumbers {

    private RoundedNumbers() {}

    /** To a hundredth of one. */
    public static double hundredths(double number) {
        return Math.round(number * 100) / 100.0;
    }

    /** {@code 72 %}: a share of something in whole percent. */
    public static String percent(double share) {
        return Format.percent(hundredths(share));
    }

    /** {@code 3.25}: so many processors. */
    public static String number(double number) {
        return Format.number(hundredths(number));
    }
}
