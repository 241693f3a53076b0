package slipway.surface.web.component;

import java.util.Locale;

/** Formats SVG lengths. These are positions in a drawing, not numbers for people. */
final class SvgLengths {

    private SvgLengths() {}

    /** {@code 44.26%} of the drawing's width, clamped to its edges. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", Math.clamp(share, 0, 1) * 100);
    }

    /** {@code 12.3}. */
    static String point(double position) {
        return String.format(Locale.ROOT, "%.1f", position);
    }

    static double finite(double number, String what) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(what + " must be a number, not " + number);
        }
        return number;
    }
}
