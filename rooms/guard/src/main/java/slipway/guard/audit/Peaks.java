package slipway.guard.audit;

import java.util.ArrayList;
import java.util.List;

/**
 * A tree of which only the right edge is remembered: the complete subtrees that its leaves so far form, largest first.
 * Enough to add leaves and to know the root at every size on the way, in memory that does not grow.
 */
final class Peaks {

    private final List<Hash> peaks = new ArrayList<>();
    private long size;

    long size() {
        return size;
    }

    void add(Hash leaf) {
        Hash top = leaf;
        // As in a binary counter: each trailing one is a subtree that the new leaf completes.
        for (long carry = size; (carry & 1) == 1; carry >>= 1) {
            top = Hash.node(peaks.removeLast(), top);
        }
        peaks.addLast(top);
        size++;
    }

    Hash root() {
        return peaks.isEmpty() ? Hash.EMPTY : join(peaks.getLast(), peaks.size() - 1);
    }

    /** The root when a smaller subtree stands behind these. */
    Hash root(Hash behind) {
        return join(behind, peaks.size());
    }

    private Hash join(Hash right, int before) {
        Hash root = right;
        for (int i = before - 1; i >= 0; i--) {
            root = Hash.node(peaks.get(i), root);
        }
        return root;
    }
}
