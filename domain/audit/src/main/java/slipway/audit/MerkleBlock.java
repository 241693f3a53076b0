package slipway.audit;

import java.util.List;

/**
 * A complete subtree of 256 leaves.
 *
 * @param number index of the block, from 0
 * @param firstSeq number of its first entry in the journal
 * @param lastSeq number of its last entry
 * @param hash root of the subtree, hexadecimal
 */
record MerkleBlock(long number, long firstSeq, long lastSeq, String hash) {

    static final int LEVEL = 8;
    static final int WIDTH = 1 << LEVEL;

    /** The block that contains a leaf. */
    static long of(long leaf) {
        return leaf >> LEVEL;
    }

    /** The node of a small subtree, computed from the leaves of its block. */
    static Sha256Hash node(List<Sha256Hash> leaves, int level, long index) {
        var compactRange = new CompactRange();
        int from = (int) ((index << level) & (WIDTH - 1));
        leaves.subList(from, from + (1 << level)).forEach(compactRange::add);
        return compactRange.root();
    }
}
