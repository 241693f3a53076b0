package slipway.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Problem;
import slipway.journal.table.EncodedRow;

/** Builds one group from batches: numbers the events, hashes the facts, and finds requests whose answer is stored. */
final class GroupBuilder {

    private final JournalHead before;
    private final Instant now;
    private final Instant stamp;
    private final Map<String, CommitGroup.Answer> storedAnswers;
    private final List<Event> events = new ArrayList<>();
    private final List<CommitGroup.Answer> answers = new ArrayList<>();
    private final List<EncodedRow> rows = new ArrayList<>();
    private final List<CommitGroup.Cursor> cursors = new ArrayList<>();
    private final List<CommitGroup.Sweep> sweeps = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final Set<CommitBatch.Basis> broken = new HashSet<>();
    private long seq;
    private long leaves;

    /**
     * @param newest the time of the newest event: those of later events do not go back when the clock does
     */
    GroupBuilder(
            JournalHead before,
            Instant newest,
            Instant now,
            Map<String, CommitGroup.Answer> known) {
        this.before = before;
        this.now = now;
        this.stamp = now.isBefore(newest) ? newest : now;
        this.storedAnswers = new HashMap<>(known);
        this.seq = before.seq();
        this.leaves = before.leaves();
    }

    /**
     * The outcome of a batch, delivered when the group is durable. A rejection waits until then too: an owner whose
     * basis broke restarts from its durable snapshot, which must contain every earlier batch.
     */
    record Outcome(CommitBatch batch, List<CommitResult> written, Optional<Problem> rejection) {
        void publish() {
            if (rejection.isEmpty()) {
                batch.publish();
            }
        }

        void answer() {
            rejection.ifPresentOrElse(batch::refuse, () -> batch.answer(written));
        }
    }

    /** Adds the batch, or rejects this batch alone; the other batches of the group are not affected. */
    void add(CommitBatch commitBatch) {
        Optional<Problem> rejection = rejection(commitBatch);
        if (rejection.isPresent()) {
            broken.add(commitBatch.basis());
            outcomes.add(new Outcome(commitBatch, List.of(), rejection));
        } else {
            accept(commitBatch);
        }
    }

    private Optional<Problem> rejection(CommitBatch commitBatch) {
        boolean basisBroken =
                commitBatch.basis() != CommitBatch.Basis.FREE
                        && broken.contains(commitBatch.basis());
        if (commitBatch.basis().broken() || basisBroken) {
            return Optional.of(JournalProblems.basisBroken());
        }
        return commitBatch.entries().stream()
                .flatMap(entry -> entry.commit().key().stream())
                .flatMap(idempotencyKey -> rejection(commitBatch, idempotencyKey))
                .findFirst();
    }

    private java.util.stream.Stream<Problem> rejection(
            CommitBatch commitBatch, IdempotencyKey idempotencyKey) {
        Optional<CommitGroup.Answer> answered =
                Optional.ofNullable(storedAnswers.get(idempotencyKey.name()));
        if (answered.isEmpty()) {
            return java.util.stream.Stream.empty();
        }
        if (!answered.get().key().fingerprint().equals(idempotencyKey.fingerprint())) {
            return java.util.stream.Stream.of(JournalProblems.keyReused(idempotencyKey.name()));
        }
        // An owner looks its keys up before it decides. A key that was stored meanwhile means that
        // its pending snapshot contains the change twice.
        return commitBatch.basis() == CommitBatch.Basis.FREE
                ? java.util.stream.Stream.empty()
                : java.util.stream.Stream.of(JournalProblems.basisBroken());
    }

    private void accept(CommitBatch commitBatch) {
        List<CommitResult> written = new ArrayList<>();
        for (CommitBatch.Entry entry : commitBatch.entries()) {
            written.add(add(entry.commit()));
        }
        cursors.addAll(commitBatch.extra().cursors());
        commitBatch.extra().sweep().ifPresent(sweeps::add);
        outcomes.add(new Outcome(commitBatch, List.copyOf(written), Optional.empty()));
    }

    private CommitResult add(EncodedCommit commit) {
        Optional<CommitGroup.Answer> answered =
                commit.key().map(IdempotencyKey::name).map(storedAnswers::get);
        if (answered.isPresent()) {
            return new CommitResult(answered.get().seq(), answered.get().text(), true);
        }
        commit.events().forEach(this::number);
        rows.addAll(commit.rows());
        commit.key()
                .ifPresent(
                        idempotencyKey ->
                                answer(
                                        new CommitGroup.Answer(
                                                idempotencyKey, commit.answer(), seq, now)));
        return new CommitResult(seq, commit.answer(), false);
    }

    private void answer(CommitGroup.Answer answer) {
        answers.add(answer);
        storedAnswers.put(answer.key().name(), answer);
    }

    private void number(EncodedCommit.EncodedEvent event) {
        seq++;
        events.add(
                new Event(
                        seq,
                        stamp,
                        event.draft(),
                        event.draft().stream() == JournalStream.FACTS
                                ? Optional.of(leaf(event))
                                : Optional.empty()));
    }

    private MerkleLeaf leaf(EncodedCommit.EncodedEvent event) {
        return MerkleLeaf.of(
                leaves++, MerkleLeaf.hash(seq, stamp, event.draft(), event.bodyHash()));
    }

    CommitGroup group() {
        var marks =
                new CommitGroup.Bookkeeping(
                        List.copyOf(answers), List.copyOf(cursors), List.copyOf(sweeps));
        return new CommitGroup(
                before, before.after(events, now), List.copyOf(events), List.copyOf(rows), marks);
    }

    /** Whether there is nothing to write: every request has a stored answer or is rejected. */
    boolean isEmpty() {
        return events.isEmpty()
                && rows.isEmpty()
                && answers.isEmpty()
                && cursors.isEmpty()
                && sweeps.isEmpty();
    }

    List<Outcome> outcomes() {
        return outcomes;
    }
}
