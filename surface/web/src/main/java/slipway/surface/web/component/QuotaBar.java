package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import slipway.base.text.Format;

/**
 * A team's quota of one accelerator type, on the scale of all accelerators of the type: the use within the quota, the
 * borrowed use above it, and the limit.
 *
 * @param type the accelerator type: {@code H100}
 * @param whole the total number of them
 */
public record QuotaBar(String type, int used, int guaranteed, int limit, int whole) {

    public QuotaBar {
        if (used < 0 || guaranteed < 0 || limit < guaranteed || whole < 0) {
            throw new IllegalArgumentException(
                    "%d used, %d guaranteed, limit %d, of %d %s cannot be"
                            .formatted(used, guaranteed, limit, whole, type));
        }
    }

    /** The text alternative. */
    public String words() {
        return "%s: %s used, %s guaranteed, limit %s"
                .formatted(type, Format.count(used), Format.count(guaranteed), Format.count(limit));
    }

    public List<BarSegment> blocks() {
        List<BarSegment> blocks = new ArrayList<>();
        blocks.add(new BarSegment("room", 0, share(limit)));
        add(blocks, "own", 0, guaranteed);
        add(blocks, "used", 0, Math.min(used, guaranteed));
        add(blocks, "borrowed", guaranteed, used);
        return blocks;
    }

    private void add(List<BarSegment> blocks, String kind, int from, int until) {
        if (until > from) {
            blocks.add(new BarSegment(kind, share(from), share(until)));
        }
    }

    /** Whether a tick marks the quota. */
    public boolean marked() {
        return guaranteed > 0;
    }

    public String mark() {
        return SvgLengths.percent(share(guaranteed));
    }

    /** If fewer accelerators exist than the limit, the limit determines the scale. */
    private double share(int count) {
        return (double) count / Math.max(1, Math.max(whole, Math.max(limit, used)));
    }
}
