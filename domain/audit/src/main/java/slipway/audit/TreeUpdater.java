package slipway.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import slipway.journal.Event;
import slipway.journal.JournalReader;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;

/**
 * The reader of the journal that grows the tree. A block's row becomes durable with the cursor; the same entries give
 * the same rows again, so a crash changes nothing.
 */
final class TreeUpdater implements JournalReader {

    private final MerkleTree merkleTree;

    TreeUpdater(MerkleTree merkleTree) {
        this.merkleTree = merkleTree;
    }

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public Set<JournalStream> streams() {
        return Set.of(JournalStream.FACTS);
    }

    /** A proof needs every leaf of the tree. */
    @Override
    public boolean maySkip() {
        return false;
    }

    @Override
    public List<RowChange> apply(List<Event> entries) {
        List<RowChange> rows = new ArrayList<>();
        for (Event entry : entries) {
            long leaf = entry.leaf().orElseThrow().index();
            // After a start the cursor may be inside a block, whose first leaves must be read
            // again.
            merkleTree.growTo(leaf);
            merkleTree.add(entry);
            if ((leaf + 1) % MerkleBlock.WIDTH == 0) {
                rows.add(
                        new RowChange.Put<>(
                                AuditTables.BLOCKS, merkleTree.block(MerkleBlock.of(leaf))));
            }
        }
        return rows;
    }
}
