package slipway.surface.web.component;

import java.util.List;

/**
 * How much of a whole.
 *
 * @param words for whoever does not see it: {@code $1,322 of the budget of $4,000}
 */
public record ShareBar(String words, List<BarSegment> blocks) {

    public ShareBar {
        blocks = List.copyOf(blocks);
    }

    /** In ink: money, storage, anything. More than everything fills it; the words say how much. */
    public static ShareBar of(String words, double share) {
        return filled(words, "ink", share);
    }

    /** In blue: work that is done. */
    public static ShareBar progress(String words, double share) {
        return filled(words, "used", share);
    }

    private static ShareBar filled(String words, String kind, double share) {
        SvgLengths.finite(share, "A share");
        return new ShareBar(words, List.of(new BarSegment(kind, 0, Math.max(0, share))));
    }
}
