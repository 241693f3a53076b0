package slipway.server.web.part;

import java.util.List;

/**
 * How much of a whole.
 *
 * @param words for whoever does not see it: {@code $1,322 of the budget of $4,000}
 */
public record Bar(String words, List<Block> blocks) {

    public Bar {
        blocks = List.copyOf(blocks);
    }

    /** In ink: money, storage, anything. More than everything fills it; the words say how much. */
    public static Bar of(String words, double share) {
        return filled(words, "ink", share);
    }

    /** In blue: work that is done. */
    public static Bar progress(String words, double share) {
        return filled(words, "used", share);
    }

    private static Bar filled(String words, String kind, double share) {
        Svg.finite(share, "A share");
        return new Bar(words, List.of(new Block(kind, 0, Math.max(0, share))));
    }
}
