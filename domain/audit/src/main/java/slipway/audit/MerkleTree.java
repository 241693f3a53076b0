package slipway.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStream;

/**
 * The Merkle tree over all facts, as in RFC 6962. It keeps in memory the nodes from complete blocks upwards, and the
 * leaves of the block that is still open. A proof reads the leaves of a complete block from the journal and compares
 * them with the hash of the block.
 */
final class MerkleTree {

    private static final int PAGE_SIZE = 1_000;

    private final Journal journal;
    private final List<MerkleBlock> blocks = new ArrayList<>();

    /** Element i: the nodes of level 8 + i. */
    private final List<List<Sha256Hash>> levels = new ArrayList<>();

    private final List<Sha256Hash> openLeaves = new ArrayList<>();
    private long openFirstSeq;
    private long lastSeq;

    private MerkleTree(Journal journal) {
        this.journal = journal;
    }

    /** Reads the rows of complete blocks; {@link #growTo} reads newer entries later. */
    static MerkleTree read(Journal journal) {
        var merkleTree = new MerkleTree(journal);
        List<MerkleBlock> rows = new ArrayList<>();
        journal.rows(AuditTables.BLOCKS, rows::add);
        rows.sort(Comparator.comparingLong(MerkleBlock::number));
        rows.stream()
                .takeWhile(row -> row.number() == merkleTree.blocks.size())
                .forEach(merkleTree::addBlock);
        return merkleTree;
    }

    private List<Event> facts(long after, int limit) {
        return journal.events(Set.of(JournalStream.FACTS), after, limit);
    }

    synchronized long size() {
        return (long) blocks.size() * MerkleBlock.WIDTH + openLeaves.size();
    }

    /** The row of a complete block. */
    synchronized MerkleBlock block(long number) {
        return blocks.get(Math.toIntExact(number));
    }

    /** Reads further entries of the journal until the tree has this many leaves. */
    synchronized void growTo(long size) {
        while (size() < size) {
            List<Event> next = facts(lastSeq, (int) Math.min(PAGE_SIZE, size - size()));
            if (next.isEmpty()) {
                throw new IllegalStateException(
                        "The journal ends at leaf " + size() + " and should have " + size);
            }
            next.forEach(this::add);
        }
    }

    /** Reads the entries that are visible in the journal now. */
    synchronized void catchUp(long size) {
        List<Event> next = facts(lastSeq, PAGE_SIZE);
        while (!next.isEmpty()) {
            next.forEach(this::add);
            next = size() < size ? facts(lastSeq, PAGE_SIZE) : List.of();
        }
    }

    /** Adds one entry; an entry that is already in the tree changes nothing. */
    synchronized void add(Event entry) {
        var merkleLeaf = entry.leaf().orElseThrow();
        if (merkleLeaf.index() < size()) {
            return;
        }
        if (merkleLeaf.index() > size()) {
            throw new IllegalStateException(
                    "Leaf " + size() + " is missing before " + merkleLeaf.index());
        }
        if (openLeaves.isEmpty()) {
            openFirstSeq = entry.seq();
        }
        openLeaves.add(Sha256Hash.hex(merkleLeaf.hash()));
        lastSeq = entry.seq();
        if (openLeaves.size() == MerkleBlock.WIDTH) {
            String hash = MerkleBlock.node(openLeaves, MerkleBlock.LEVEL, 0).hex();
            openLeaves.clear();
            addBlock(new MerkleBlock(blocks.size(), openFirstSeq, lastSeq, hash));
        }
    }

    private void addBlock(MerkleBlock merkleBlock) {
        blocks.add(merkleBlock);
        lastSeq = merkleBlock.lastSeq();
        Sha256Hash top = Sha256Hash.hex(merkleBlock.hash());
        for (int level = 0; ; level++) {
            if (level == levels.size()) {
                levels.add(new ArrayList<>());
            }
            List<Sha256Hash> row = levels.get(level);
            row.add(top);
            if (row.size() % 2 == 1) {
                return;
            }
            top = Sha256Hash.node(row.get(row.size() - 2), top);
        }
    }

    private synchronized Sha256Hash upperNode(int level, long index) {
        return levels.get(level - MerkleBlock.LEVEL).get(Math.toIntExact(index));
    }

    /** The nodes for one proof: a block that is needed twice is read once. */
    MerkleProofs.Nodes nodes() {
        Map<Long, List<Sha256Hash>> leavesByBlock = new HashMap<>();
        return (level, index) ->
                level >= MerkleBlock.LEVEL
                        ? upperNode(level, index)
                        : MerkleBlock.node(
                                leavesByBlock.computeIfAbsent(
                                        MerkleBlock.of(index << level), this::leaves),
                                level,
                                index);
    }

    /** The leaves of a block. The lock is not held during the read, which may be slow. */
    private List<Sha256Hash> leaves(long number) {
        synchronized (this) {
            if (number >= blocks.size()) {
                return List.copyOf(openLeaves);
            }
        }
        MerkleBlock merkleBlock = block(number);
        List<Sha256Hash> leaves =
                facts(merkleBlock.firstSeq() - 1, MerkleBlock.WIDTH).stream()
                        .map(entry -> Sha256Hash.hex(entry.leaf().orElseThrow().hash()))
                        .toList();
        if (leaves.size() != MerkleBlock.WIDTH
                || !MerkleBlock.node(leaves, MerkleBlock.LEVEL, 0)
                        .hex()
                        .equals(merkleBlock.hash())) {
            throw AuditProblems.blockChanged(merkleBlock);
        }
        return leaves;
    }
}
