package slipway.journal;

/** The two streams of the journal. They share one sequence of numbers, so a reader of both sees one order. */
public enum JournalStream {
    /** Facts: leaves of the Merkle tree. Old bodies may be pruned; leaf hashes are kept for ever. */
    FACTS,
    /** Usage and samples: frequent, outside the tree, dropped when they are old and every reader has applied them. */
    TICKS
}
