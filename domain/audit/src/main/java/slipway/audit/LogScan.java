package slipway.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import slipway.audit.VerificationReport.Finding;
import slipway.audit.VerificationReport.Harm;
import slipway.journal.JournalHead;
import slipway.journal.StoredFact;
import tools.jackson.databind.json.JsonMapper;

/**
 * Scans every entry from the first to the last and trusts nothing: each must match its leaf hash, have the next index,
 * and not be older than the previous one. It passes the leaves to the tree.
 *
 * <p>A stored leaf hash that does not match its entry is passed to the tree unchanged: if the tree matches it, then the
 * entry was changed and not its hash, and the finding names the entry.
 */
final class LogScan {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PRUNED = "history.pruned";

    /** The limit of findings of one kind. */
    private static final int MAX_FINDINGS = 50;

    private final JournalHead journalHead;
    private final LeafConsumer leafConsumer;
    private final List<Finding> findings = new ArrayList<>();
    private final List<StoredFact> changed = new ArrayList<>();
    private final List<StoredFact> misplaced = new ArrayList<>();
    private final BitSet seen = new BitSet();
    private long[] emptied = new long[64];
    private int emptiedCount;
    private long prunedBefore;
    private long count;
    private long at = Long.MIN_VALUE;

    LogScan(JournalHead journalHead, LeafConsumer grown) {
        this.journalHead = journalHead;
        this.leafConsumer = grown;
    }

    /** Receives the leaves in order. */
    interface LeafConsumer {
        void leaf(long seq, Sha256Hash sha256Hash);
    }

    long count() {
        return count;
    }

    /** The state after the entries so far. */
    record Position(long count, long at, long prunedBefore) {}

    Position position() {
        return new Position(count, at, prunedBefore);
    }

    /** Continues after entries that were verified before. */
    void continueAt(Position position) {
        count = position.count();
        at = position.at();
        prunedBefore = position.prunedBefore();
        seen.set(0, (int) Math.min(Integer.MAX_VALUE, count));
    }

    /** Whether the body of an entry is gone without a prune so far. */
    boolean lacksPrune() {
        return firstUnexplained().isPresent();
    }

    /** A newer entry than those to verify: it may record a prune that emptied them meanwhile. */
    void acceptNewer(StoredFact entry) {
        if (entry.isOf(PRUNED)) {
            prune(entry);
        }
    }

    void accept(StoredFact entry, byte[] computedHash) {
        if (!entry.matchesHash(computedHash)) {
            addLimited(changed, entry);
        } else {
            checkTime(entry);
        }
        if (entry.leaf() != count) {
            addLimited(misplaced, entry);
        }
        if (entry.leaf() >= 0 && entry.leaf() < Integer.MAX_VALUE) {
            seen.set((int) entry.leaf());
        }
        if (entry.seq() > journalHead.seq()) {
            found(Harm.ADDED, entry.seq(), "Entry %d is newer than anything the journal wrote.");
        }
        prune(entry);
        byte[] stored = entry.hash();
        leafConsumer.leaf(
                entry.seq(),
                Sha256Hash.wrap(stored.length == Sha256Hash.LENGTH ? stored : computedHash));
        count++;
    }

    /** Checks that time does not go back: the journal's time never does. */
    private void checkTime(StoredFact entry) {
        if (entry.at() < at) {
            found(Harm.REORDERED, entry.seq(), "Entry %d is older than the one before it.");
        }
        at = entry.at();
    }

    private static void addLimited(List<StoredFact> list, StoredFact entry) {
        if (list.size() < MAX_FINDINGS) {
            list.add(entry);
        }
    }

    private void prune(StoredFact entry) {
        if (entry.body().isEmpty()) {
            addEmptied(entry.seq());
        } else if (entry.isOf(PRUNED) && entry.matchesHash()) {
            long before = JSON.readTree(entry.body().get()).path("before").asLong(0);
            prunedBefore = Math.max(prunedBefore, before);
        }
    }

    /** The findings, after all entries. */
    List<Finding> finish() {
        changed.forEach(this::explain);
        misplaced.stream().findFirst().ifPresent(this::explainPlace);
        long missing = journalHead.leaves() - count;
        if (missing > 0 && misplaced.isEmpty()) {
            findings.add(
                    Finding.of(
                            Harm.TRUNCATED,
                            "The last "
                                    + missing
                                    + " of "
                                    + journalHead.leaves()
                                    + " entries are gone."));
        } else if (missing < 0) {
            findings.add(
                    Finding.of(
                            Harm.ADDED,
                            "There are " + -missing + " entries more than the journal wrote."));
        }
        firstUnexplained()
                .ifPresent(
                        seq ->
                                found(
                                        Harm.EMPTIED,
                                        seq,
                                        "The body of entry %d is gone, and no prune of history says so."));
        return findings;
    }

    private void addEmptied(long seq) {
        if (emptiedCount == emptied.length) {
            emptied = Arrays.copyOf(emptied, 2 * emptiedCount);
        }
        emptied[emptiedCount++] = seq;
    }

    private OptionalLong firstUnexplained() {
        return Arrays.stream(emptied, 0, emptiedCount)
                .filter(seq -> seq >= prunedBefore)
                .findFirst();
    }

    /** Whether entries are missing or duplicated, which shifts all later leaves. */
    boolean shifted() {
        return seen.cardinality() != count || journalHead.leaves() != count;
    }

    private void explain(StoredFact entry) {
        Optional<StoredFact> other =
                changed.stream().filter(b -> b != entry && exchanged(entry, b)).findFirst();
        if (other.isEmpty()) {
            found(
                    Harm.CHANGED,
                    entry.seq(),
                    "Entry %d does not match its hash: a field of it was changed.");
        } else if (entry.seq() < other.get().seq()) {
            found(
                    Harm.REORDERED,
                    entry.seq(),
                    "Entries %d and " + other.get().seq() + " were exchanged.");
        }
    }

    /**
     * Whether the entry, with the number of the other, matches a stored hash: its own, which was moved with it, or that
     * of the other.
     */
    private static boolean exchanged(StoredFact entry, StoredFact other) {
        byte[] there = entry.computedHashAt(other.seq());
        return Arrays.equals(there, entry.hash()) || Arrays.equals(there, other.hash());
    }

    private void explainPlace(StoredFact first) {
        boolean told = findings.stream().anyMatch(finding -> finding.harm() == Harm.REORDERED);
        int gap = seen.nextClearBit(0);
        if (gap < count || gap < journalHead.leaves()) {
            Optional<StoredFact> behind =
                    misplaced.stream().filter(entry -> entry.leaf() > gap).findFirst();
            String before = behind.map(entry -> ", before entry " + entry.seq()).orElse("");
            findings.add(
                    new Finding(
                            Harm.DROPPED,
                            behind.map(
                                    entry -> new VerificationReport.Span(entry.seq(), entry.seq())),
                            "The entry at place "
                                    + gap
                                    + " of the tree is missing"
                                    + before
                                    + "."));
        } else if (!told) {
            found(
                    Harm.REORDERED,
                    first.seq(),
                    "Entry %d has the stored index "
                            + first.leaf()
                            + ", which is not its place in the tree.");
        }
    }

    private void found(Harm harm, long seq, String sentence) {
        if (findings.size() < MAX_FINDINGS) {
            findings.add(Finding.at(harm, seq, sentence.formatted(seq)));
        }
    }
}
