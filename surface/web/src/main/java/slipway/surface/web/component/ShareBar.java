package slipway.surface.web.component;

import java.util.List;

/**
 * A bar that shows a share of a whole.
 *
 * @param words the text alternative: {@code $1,322 of the budget of $4,000}
 */
public record ShareBar(String words, List<BarSegment> blocks) {

    public ShareBar {
        blocks = List.copyOf(blocks);
    }

    /** A neutral bar: money, storage or anything else. A share above 1 fills it; the text states the value. */
    public static ShareBar of(String words, double share) {
        return filled(words, "ink", share);
    }

    /** A blue bar: completed work. */
    public static ShareBar progress(String words, double share) {
        return filled(words, "used", share);
    }

    private static ShareBar filled(String words, String kind, double share) {
        SvgLengths.finite(share, "A share");
        return new ShareBar(words, List.of(new BarSegment(kind, 0, Math.max(0, share))));
    }
}
