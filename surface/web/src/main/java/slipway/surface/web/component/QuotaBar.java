package slipway.surface.web.component;

import java.util.ArrayList;
import java.util.List;
import slipway.base.text.Format;

/**
 * A team's part of one class of accelerators, on the scale of the whole class: what is used of what is guaranteed, what
 * is borrowed beyond it, and how far the team may go.
 *
 * @param type the class: {@code H100}
 * @param whole how many of them there are
 */
public record QuotaBar(String type, int used, int guaranteed, int limit, int whole) {

    public QuotaBar {
        if (used < 0 || guaranteed < 0 || limit < guaranteed || whole < 0) {
            throw new IllegalArgumentException(
                    "%d used, %d guaranteed, limit %d, of %d %s cannot be"
                            .formatted(used, guaranteed, limit, whole, type));
        }
    }

    /** For whoever does not see it. */
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

    /** Whether a tick says where the guarantee ends. */
    public boolean marked() {
        return guaranteed > 0;
    }

    public String mark() {
        return SvgLengths.percent(share(guaranteed));
    }

    /** A class that has shrunk below what was promised is drawn on the scale of the promise. */
    private double share(int count) {
        return (double) count / Math.max(1, Math.max(whole, Math.max(limit, used)));
    }
}
