package slipway.guard.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import slipway.journal.Event;

/**
 * The tree as far as it has grown. In memory are the hashes of complete blocks and everything above them, and the
 * leaves
 * of the block that is still open: 64 bytes for 256 entries. Leaves of complete blocks are read from the journal when a
 * proof needs them, and compared with their block.
 */
final class Tree {

    private static final int AT_ONCE = 1_000;

    private final Log auditSource;
    private final List<Block> blocks = new ArrayList<>();

    /** Element i: the nodes of level 8 + i. */
    private final List<List<Hash>> levels = new ArrayList<>();

    private final List<Hash> open = new ArrayList<>();
    private long openFirst;
    private long lastSeq;

    private Tree(Log auditSource) {
        this.auditSource = auditSource;
    }

    /** From the rows of complete blocks; what is newer is read when the tree is told to grow. */
    static Tree read(Log auditSource) {
        var merkleTree = new Tree(auditSource);
        List<Block> rows = new ArrayList<>();
        auditSource.rows(Tables.BLOCKS, rows::add);
        rows.sort(Comparator.comparingLong(Block::number));
        rows.stream()
                .takeWhile(row -> row.number() == merkleTree.blocks.size())
                .forEach(merkleTree::close);
        return merkleTree;
    }

    synchronized long size() {
        return (long) blocks.size() * Block.WIDTH + open.size();
    }

    /** Of the newest entry in the tree. */
    synchronized long lastSeq() {
        return lastSeq;
    }

    /** A complete block, as its row. */
    synchronized Block block(long number) {
        return blocks.get(Math.toIntExact(number));
    }

    /** Takes in what comes next in the journal, until the tree has this many leaves. */
    synchronized void growTo(long size) {
        while (size() < size) {
            List<Event> next = auditSource.facts(lastSeq, (int) Math.min(AT_ONCE, size - size()));
            if (next.isEmpty()) {
                throw new IllegalStateException(
                        "The journal ends at leaf " + size() + " and should have " + size);
            }
            next.forEach(this::add);
        }
    }

    /** Takes in what the journal has now, as far as it can be seen already. */
    synchronized void catchUp(long size) {
        List<Event> next = auditSource.facts(lastSeq, AT_ONCE);
        while (!next.isEmpty()) {
            next.forEach(this::add);
            next = size() < size ? auditSource.facts(lastSeq, AT_ONCE) : List.of();
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
        if (open.isEmpty()) {
            openFirst = entry.seq();
        }
        open.add(Hash.hex(merkleLeaf.hash()));
        lastSeq = entry.seq();
        if (open.size() == Block.WIDTH) {
            String hash = Block.node(open, Block.LEVEL, 0).hex();
            open.clear();
            close(new Block(blocks.size(), openFirst, lastSeq, hash));
        }
    }

    private void close(Block merkleBlock) {
        blocks.add(merkleBlock);
        lastSeq = merkleBlock.lastSeq();
        Hash top = Hash.hex(merkleBlock.hash());
        for (int level = 0; ; level++) {
            if (level == levels.size()) {
                levels.add(new ArrayList<>());
            }
            List<Hash> row = levels.get(level);
            row.add(top);
            if (row.size() % 2 == 1) {
                return;
            }
            top = Hash.node(row.get(row.size() - 2), top);
        }
    }

    private synchronized Hash high(int level, long index) {
        return levels.get(level - Block.LEVEL).get(Math.toIntExact(index));
    }

    /** The nodes for one question: a block that is needed twice is read once. */
    Merkle.Nodes nodes() {
        Map<Long, List<Hash>> known = new HashMap<>();
        return (level, index) ->
                level >= Block.LEVEL
                        ? high(level, index)
                        : Block.node(
                                known.computeIfAbsent(Block.of(index << level), this::leaves),
                                level,
                                index);
    }

    /** The leaves of a block, not read under the lock: a disk may take its time. */
    private List<Hash> leaves(long number) {
        synchronized (this) {
            if (number >= blocks.size()) {
                return List.copyOf(open);
            }
        }
        Block merkleBlock = block(number);
        List<Hash> leaves =
                auditSource.facts(merkleBlock.firstSeq() - 1, Block.WIDTH).stream()
                        .map(entry -> Hash.hex(entry.leaf().orElseThrow().hash()))
                        .toList();
        if (leaves.size() != Block.WIDTH
                || !Block.node(leaves, Block.LEVEL, 0).hex().equals(merkleBlock.hash())) {
            throw Trouble.blockChanged(merkleBlock);
        }
        return leaves;
    }
}
