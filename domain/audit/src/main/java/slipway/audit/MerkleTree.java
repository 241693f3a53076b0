package slipway.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import slipway.journal.Event;

/**
 * The Merkle tree over all facts, as in RFC 6962. In memory are the hashes of complete blocks and everything above
 * them, and the leaves of the block that is still open: 64 bytes for 256 entries. Leaves of complete blocks are read
 * from the journal when a proof needs them, and compared with their block.
 */
final class MerkleTree {

    private static final int PAGE_SIZE = 1_000;

    private final AuditSource auditSource;
    private final List<MerkleBlock> blocks = new ArrayList<>();

    /** Element i: the nodes of level 8 + i. */
    private final List<List<Sha256Hash>> levels = new ArrayList<>();

    private final List<Sha256Hash> openLeaves = new ArrayList<>();
    private long openFirstSeq;
    private long lastSeq;

    private MerkleTree(AuditSource auditSource) {
        this.auditSource = auditSource;
    }

    /** From the rows of complete blocks; what is newer is read when the tree is told to grow. */
    static MerkleTree read(AuditSource auditSource) {
        var merkleTree = new MerkleTree(auditSource);
        List<MerkleBlock> rows = new ArrayList<>();
        auditSource.rows(AuditTables.BLOCKS, rows::add);
        rows.sort(Comparator.comparingLong(MerkleBlock::number));
        rows.stream()
                .takeWhile(row -> row.number() == merkleTree.blocks.size())
                .forEach(merkleTree::addBlock);
        return merkleTree;
    }

    synchronized long size() {
        return (long) blocks.size() * MerkleBlock.WIDTH + openLeaves.size();
    }

    /** Of the newest entry in the tree. */
    synchronized long lastSeq() {
        return lastSeq;
    }

    /** A complete block, as its row. */
    synchronized MerkleBlock block(long number) {
        return blocks.get(Math.toIntExact(number));
    }

    /** Takes in what comes next in the journal, until the tree has this many leaves. */
    synchronized void growTo(long size) {
        while (size() < size) {
            List<Event> next = auditSource.facts(lastSeq, (int) Math.min(PAGE_SIZE, size - size()));
            if (next.isEmpty()) {
                throw new IllegalStateException(
                        "The journal ends at leaf " + size() + " and should have " + size);
            }
            next.forEach(this::add);
        }
    }

    /** Takes in what the journal has now, as far as it can be seen already. */
    synchronized void catchUp(long size) {
        List<Event> next = auditSource.facts(lastSeq, PAGE_SIZE);
        while (!next.isEmpty()) {
            next.forEach(this::add);
            next = size() < size ? auditSource.facts(lastSeq, PAGE_SIZE) : List.of();
        }
    }

    /** Takes in one entry; one that is in the tree already changes nothing. */
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

    /** The nodes for one question: a block that is needed twice is read once. */
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

    /** The leaves of a block, not read under the lock: a disk may take its time. */
    private List<Sha256Hash> leaves(long number) {
        synchronized (this) {
            if (number >= blocks.size()) {
                return List.copyOf(openLeaves);
            }
        }
        MerkleBlock merkleBlock = block(number);
        List<Sha256Hash> leaves =
                auditSource.facts(merkleBlock.firstSeq() - 1, MerkleBlock.WIDTH).stream()
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
