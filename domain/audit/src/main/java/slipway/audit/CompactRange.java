package slipway.audit;

import java.util.ArrayList;
import java.util.List;

/**
 * A compact range: only the right edge of a Merkle tree, which is the list of its complete subtrees, largest first. It
 * can add leaves and give the root at every size, in logarithmic memory.
 */
final class CompactRange {

    private final List<Sha256Hash> peaks = new ArrayList<>();
    private long size;

    long size() {
        return size;
    }

    CompactRange copy() {
        var copy = new CompactRange();
        copy.peaks.addAll(peaks);
        copy.size = size;
        return copy;
    }

    void add(Sha256Hash leaf) {
        Sha256Hash top = leaf;
        // As in a binary counter: each trailing one is a subtree that the new leaf completes.
        for (long carry = size; (carry & 1) == 1; carry >>= 1) {
            top = Sha256Hash.node(peaks.removeLast(), top);
        }
        peaks.addLast(top);
        size++;
    }

    Sha256Hash root() {
        return peaks.isEmpty() ? Sha256Hash.EMPTY : join(peaks.getLast(), peaks.size() - 1);
    }

    /** The root with a smaller subtree to the right of these. */
    Sha256Hash root(Sha256Hash behind) {
        return join(behind, peaks.size());
    }

    private Sha256Hash join(Sha256Hash right, int before) {
        Sha256Hash root = right;
        for (int i = before - 1; i >= 0; i--) {
            root = Sha256Hash.node(peaks.get(i), root);
        }
        return root;
    }
}
