package slipway.surface.web.component;

import java.util.Locale;

/** How a mark's lengths are written. These are places on a drawing, not numbers for people. */
final class SvgLengths {

    private SvgLengths() {}

    /** {@code 44.26%} of the drawing's width; what lies outside of it stands at its edge. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", Math.clamp(share, 0, 1) * 100);
    }

    /** {@code 12.3}. */
    static String point(double place) {
        return String.format(Locale.ROOT, "%.1f", place);
    }

    static double finite(double number, String what) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException(what + " must be a number, not " + number);
        }
        return number;
    }
}
