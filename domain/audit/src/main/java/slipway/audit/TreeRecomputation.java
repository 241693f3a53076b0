package slipway.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import slipway.audit.VerificationReport.Finding;
import slipway.audit.VerificationReport.Harm;
import slipway.audit.VerificationReport.Span;

/** Recomputes the tree from the stored leaves and compares it with every block row and with the root of every seal. */
final class TreeRecomputation implements LogScan.LeafConsumer {

    private final Map<Long, MerkleBlock> blocks;
    private final TreeMap<Long, List<Claim>> claims = new TreeMap<>();
    private final List<Finding> findings = new ArrayList<>();
    private CompactRange closedBlocks = new CompactRange();
    private CompactRange openBlock = new CompactRange();
    private long firstSeq;
    private long size;
    private long agreed;
    private boolean shifted;
    private long lastSeq;

    /** By location of seals: the last entry up to which they agree with the log. */
    private final Map<String, Long> agreedUpTo = new HashMap<>();

    private final Set<String> disagreeing = new HashSet<>();

    /** A root to compare at the size of a seal, and the location of the seal. */
    private record Claim(Seal seal, String place) {
        String describe() {
            return "seal " + seal.number() + " in " + place + ", of " + seal.at();
        }
    }

    TreeRecomputation(Map<Long, MerkleBlock> blocks) {
        this.blocks = blocks;
    }

    void claim(SealChain sealChain) {
        sealChain.seals().values().stream()
                .filter(seal -> seal.size() > size || size == 0)
                .forEach(
                        seal ->
                                claims.computeIfAbsent(seal.size(), _ -> new ArrayList<>())
                                        .add(new Claim(seal, sealChain.place())));
    }

    /** The state after the entries so far. */
    record Position(
            CompactRange closed, CompactRange open, long size, long firstSeq, long lastSeq) {}

    Position position() {
        return new Position(closedBlocks.copy(), openBlock.copy(), size, firstSeq, lastSeq);
    }

    /** Continues after entries that were verified before; their blocks and seals are not compared again. */
    void continueAt(Position position) {
        closedBlocks = position.closed().copy();
        openBlock = position.open().copy();
        size = position.size();
        firstSeq = position.firstSeq();
        lastSeq = position.lastSeq();
        agreed = closedBlocks.size();
        blocks.keySet().removeIf(number -> number < closedBlocks.size());
    }

    /** The number of blocks that matched. */
    long agreed() {
        return agreed;
    }

    @Override
    public void leaf(long seq, Sha256Hash sha256Hash) {
        if (openBlock.size() == 0) {
            firstSeq = seq;
        }
        openBlock.add(sha256Hash);
        size++;
        lastSeq = seq;
        if (openBlock.size() == MerkleBlock.WIDTH) {
            closeBlock();
        }
        // Seals are compared after the block, because a block names a narrower range of entries.
        List<Claim> here = claims.remove(size);
        if (here != null) {
            compare(here);
        }
    }

    private void closeBlock() {
        Sha256Hash sha256Hash = openBlock.root();
        closedBlocks.add(sha256Hash);
        openBlock = new CompactRange();
        long number = closedBlocks.size() - 1;
        Optional<MerkleBlock> row = Optional.ofNullable(blocks.remove(number));
        var now = new MerkleBlock(number, firstSeq, lastSeq, sha256Hash.hex());
        if (row.filter(now::equals).isPresent()) {
            agreed++;
        } else if (row.isPresent()) {
            reportBlock(row.get(), now);
        } else if (!blocks.isEmpty()) {
            findings.add(Finding.of(Harm.UNSEALED, "The row of block " + number + " is missing."));
        }
    }

    /** After a dropped or added entry every later block differs too, so only the first is reported. */
    private void reportBlock(MerkleBlock stored, MerkleBlock recomputed) {
        if (shifted) {
            return;
        }
        String between =
                "between entry " + recomputed.firstSeq() + " and entry " + stored.lastSeq();
        shifted =
                stored.firstSeq() != recomputed.firstSeq()
                        || stored.lastSeq() != recomputed.lastSeq();
        if (!shifted) {
            found(
                    Harm.REBUILT,
                    new Span(
                            recomputed.firstSeq(),
                            Math.max(stored.lastSeq(), recomputed.lastSeq())),
                    "The entries "
                            + recomputed.firstSeq()
                            + " to "
                            + recomputed.lastSeq()
                            + " are not those of which block "
                            + recomputed.number()
                            + " was made: they, or the block's row, were written anew.");
        } else if (stored.lastSeq() < recomputed.lastSeq()) {
            found(
                    Harm.DROPPED,
                    new Span(recomputed.firstSeq(), recomputed.lastSeq()),
                    "An entry " + between + " is missing, and those after it were moved up.");
        } else {
            found(
                    Harm.REBUILT,
                    new Span(
                            recomputed.firstSeq(),
                            Math.max(stored.lastSeq(), recomputed.lastSeq())),
                    "There is an entry "
                            + between
                            + " that was not there when the block was made.");
        }
    }

    private Sha256Hash root() {
        return openBlock.size() == 0 ? closedBlocks.root() : closedBlocks.root(openBlock.root());
    }

    private void compare(List<Claim> here) {
        Sha256Hash root = root();
        for (Claim claim : here) {
            if (claim.seal().root().equals(root)) {
                agreedUpTo.put(claim.place(), lastSeq);
            } else if (disagreeing.add(claim.place())) {
                // Only the first is reported: the tree only grows, so later seals cannot agree
                // either.
                reportSeal(claim);
            }
        }
    }

    private void reportSeal(Claim claim) {
        long last = agreedUpTo.getOrDefault(claim.place(), 0L);
        String from =
                last == 0
                        ? "as a whole"
                        : "somewhere from entry " + (last + 1) + " to entry " + lastSeq;
        found(
                Harm.REBUILT,
                new Span(last + 1, lastSeq),
                "The log does not lead to the root of "
                        + claim.describe()
                        + ": it was written anew, "
                        + from
                        + ".");
    }

    /**
     * The findings, after all leaves. Seals and blocks that cover more entries than there are prove that the log was
     * longer.
     */
    List<Finding> finish() {
        claims.values().stream()
                .flatMap(List::stream)
                .max(Comparator.comparingLong(claim -> claim.seal().size()))
                .ifPresent(this::reportTruncation);
        if (!blocks.isEmpty()) {
            findings.add(
                    Finding.of(
                            Harm.TRUNCATED,
                            "There are rows of blocks for more than the "
                                    + size
                                    + " entries that are there."));
        }
        return findings;
    }

    private void reportTruncation(Claim claim) {
        String where =
                findings.isEmpty()
                        ? "the end, after entry " + lastSeq + ", was cut off."
                        : "the rest is missing.";
        findings.add(
                Finding.of(
                        Harm.TRUNCATED,
                        "The log has "
                                + size
                                + " entries; "
                                + claim.describe()
                                + ", covers "
                                + claim.seal().size()
                                + ": "
                                + where));
    }

    private void found(Harm harm, Span among, String sentence) {
        findings.add(new Finding(harm, Optional.of(among), sentence));
    }
}
