package slipway.surface.web.component;

/**
 * A rectangle of a graphic, from one share of its width to another.
 *
 * @param kind its meaning, by its name in the style sheet
 * @param from 0 is the left edge
 * @param until 1 is the right edge
 */
public record BarSegment(String kind, double from, double until) {

    public BarSegment {
        SvgLengths.finite(from, "The begin of a segment");
        SvgLengths.finite(until, "The end of a segment");
        if (until < from) {
            throw new IllegalArgumentException(
                    "A segment ends at " + until + ", before its begin " + from);
        }
    }

    public String x() {
        return SvgLengths.percent(from);
    }

    public String width() {
        return SvgLengths.percent(Math.clamp(until, 0, 1) - Math.clamp(from, 0, 1));
    }
}
