package slipway.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import slipway.journal.Event;
import slipway.journal.JournalReader;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;

/**
 * Follows the journal and lets the tree grow. A block's row becomes durable with the cursor; told the same entries
 * again
 * it gives the same rows, so a crash between the two leaves nothing behind.
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

    @Override
    public List<RowChange> apply(List<Event> entries) {
        List<RowChange> rows = new ArrayList<>();
        for (Event entry : entries) {
            long leaf = entry.leaf().orElseThrow().index();
            // After a start the cursor stands inside a block, whose first leaves are to be read
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
