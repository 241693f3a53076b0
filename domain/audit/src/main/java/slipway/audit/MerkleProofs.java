package slipway.audit;

import java.util.ArrayList;
import java.util.List;

/**
 * Root, inclusion proof and consistency proof of the Merkle tree of RFC 6962, as pure functions over its complete
 * subtrees.
 *
 * <p>The RFC splits n leaves at the largest power of two below n, so the left part is always a complete subtree that
 * starts at a multiple of its width, and only the right edge is incomplete. A complete subtree never changes, so {@code
 * node(level, index)} of complete subtrees is enough to compute proofs for every size that the tree ever had.
 */
final class MerkleProofs {

    private MerkleProofs() {}

    /** The complete subtrees: level 0 are the leaves, {@code index} counts the subtrees of that width. */
    interface Nodes {
        Sha256Hash node(int level, long index);
    }

    /** Leaves from {@code start} up to but not including {@code end}. */
    private record Span(long start, long end) {
        long width() {
            return end - start;
        }

        /** The largest power of two below the width. */
        long split() {
            return Long.highestOneBit(width() - 1);
        }

        Span left() {
            return new Span(start, start + split());
        }

        Span right() {
            return new Span(start + split(), end);
        }
    }

    static Sha256Hash root(long size, Nodes nodes) {
        return size == 0 ? Sha256Hash.EMPTY : root(new Span(0, size), nodes);
    }

    private static Sha256Hash root(Span span, Nodes nodes) {
        if (Long.bitCount(span.width()) == 1) {
            int level = Long.numberOfTrailingZeros(span.width());
            return nodes.node(level, span.start() >> level);
        }
        return Sha256Hash.node(root(span.left(), nodes), root(span.right(), nodes));
    }

    static InclusionProof inclusion(long index, long size, Nodes nodes) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException(
                    "There is no leaf " + index + " in a tree of " + size);
        }
        List<Sha256Hash> path = new ArrayList<>();
        Span span = new Span(0, size);
        while (span.width() > 1) {
            boolean left = index < span.left().end();
            path.addFirst(root(left ? span.right() : span.left(), nodes));
            span = left ? span.left() : span.right();
        }
        return new InclusionProof(index, size, path);
    }

    static ConsistencyProof consistency(long from, long to, Nodes nodes) {
        if (from < 0 || from > to) {
            throw new IllegalArgumentException("A tree of " + from + " does not grow into " + to);
        }
        List<Sha256Hash> path = new ArrayList<>();
        if (from > 0 && from < to) {
            olderTreePath(from, new Span(0, to), nodes, path);
        }
        return new ConsistencyProof(from, to, path);
    }

    /**
     * RFC 6962, 2.1.2, from the top down: the subtrees outside the older tree, then the last subtree of the older tree.
     */
    private static void olderTreePath(long from, Span all, Nodes nodes, List<Sha256Hash> path) {
        Span span = all;
        boolean whole = true; // the older tree is one subtree, whose root the verifier knows
        while (from != span.end()) {
            boolean left = from <= span.left().end();
            path.addFirst(root(left ? span.right() : span.left(), nodes));
            whole &= left;
            span = left ? span.left() : span.right();
        }
        if (!whole) {
            path.addFirst(root(span, nodes));
        }
    }
}
