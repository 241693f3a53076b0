package slipway.journal;

/** The two streams of the journal. They share one numbering, so a reader of both sees one order. */
public enum JournalStream {
    /** What happened, proved by the Merkle tree. Old bodies may be pruned; leaf hashes stay for ever. */
    FACTS,
    /** Usage and samples: many, not in the tree, dropped when old and read by everyone who reads them. */
    TICKS
}
