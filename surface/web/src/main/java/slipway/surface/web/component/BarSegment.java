package slipway.surface.web.component;

/**
 * A rectangle of a mark, from one share of its width to another.
 *
 * @param kind what it stands for, as the style sheet calls it
 * @param from 0 is the left edge
 * @param until 1 is the right edge
 */
public record BarSegment(String kind, double from, double until) {

    public BarSegment {
        SvgLengths.finite(from, "Where a block begins");
        SvgLengths.finite(until, "Where a block ends");
        if (until < from) {
            throw new IllegalArgumentException(
                    "A block cannot end at " + until + " before it begins at " + from);
        }
    }

    public String x() {
        return SvgLengths.percent(from);
    }

    public String width() {
        return SvgLengths.percent(Math.clamp(until, 0, 1) - Math.clamp(from, 0, 1));
    }
}
