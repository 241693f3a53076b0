package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import slipway.base.Problem;

/**
 * The single owner of a module's state. It decides each request on the <em>pending</em> snapshot, as if all its earlier
 * commits were already durable, so that many decisions share one fsync. The snapshot is published and the caller
 * answered only when the commit is durable. If a commit is refused, the pending snapshot is discarded, and every
 * decision that was made on it is refused too.
 *
 * @param <P> the module's snapshot
 * @param <Q> the module's requests
 */
public final class ModuleOwner<P extends Snapshot<P>, Q> implements LoopExecutor.Work {

    private static final int INBOX_CAPACITY = 8_192;
    private static final int MAX_DECISIONS_PER_ROUND = 1_024;
    private static final Duration SUBMIT_WAIT = Duration.ofSeconds(1);

    private final Journal journal;
    private final Rules<P, Q> rules;
    private final FatalFailures fatal;
    private final BlockingQueue<Waiting<Q>> inbox = new LinkedBlockingQueue<>(INBOX_CAPACITY);
    private final Map<String, Waiting<Q>> inFlight = new ConcurrentHashMap<>();
    private Optional<CommitBatch> unsent = Optional.empty();
    private CommitBatch.Basis basis = new CommitBatch.Basis();
    private Optional<CompletableFuture<CommitResult>> newest = Optional.empty();
    private P pending;
    private volatile P snapshot;
    private volatile Runnable published = () -> {};

    ModuleOwner(Journal journal, P initial, Rules<P, Q> rules, FatalFailures fatal) {
        this.journal = journal;
        this.rules = rules;
        this.fatal = fatal;
        this.pending = initial;
        this.snapshot = initial;
    }

    /** The rules by which a module decides. Pure: no clock, no I/O, no randomness; a refusal is a {@link Problem}. */
    @FunctionalInterface
    public interface Rules<P, Q> {
        Commit decide(P pending, ModuleRequest<Q> moduleRequest, Instant now);
    }

    /**
     * A request whose caller waits.
     *
     * @param again whether it is decided for the second time
     * @param refusal the decision, if it was refused on a state that is durable now
     */
    private record Waiting<Q>(
            ModuleRequest<Q> request,
            CompletableFuture<CommitResult> answer,
            boolean again,
            Optional<RuntimeException> refusal) {

        static <Q> Waiting<Q> of(ModuleRequest<Q> request) {
            return new Waiting<>(request, new CompletableFuture<>(), false, Optional.empty());
        }

        Waiting<Q> secondTime() {
            return new Waiting<>(request, answer, true, Optional.empty());
        }

        /** Whether it is the same request of the same caller, perhaps decided for the second time. */
        @SuppressWarnings("ReferenceEquality")
        boolean isSame(Waiting<Q> other) {
            return answer == other.answer;
        }

        Waiting<Q> refused(RuntimeException problem) {
            return new Waiting<>(request, answer, again, Optional.of(problem));
        }
    }

    /** The newest durable state. Readers take it without a lock. */
    public P snapshot() {
        return snapshot;
    }

    /** Calls the listener after each publication, on the writer's thread: it must only wake another thread. */
    public void onPublished(Runnable listener) {
        published = listener;
    }

    private void publish(P after) {
        snapshot = after;
        published.run();
    }

    /** Asks, and returns at once; the future is completed when what was decided is durable. */
    public CompletableFuture<CommitResult> ask(ModuleRequest<Q> moduleRequest) {
        Waiting<Q> waiting = Waiting.of(moduleRequest);
        if (journal.closing()) {
            waiting.answer().completeExceptionally(JournalProblems.closed());
        } else if (!inbox.offer(waiting)) {
            waiting.answer().completeExceptionally(JournalProblems.busy());
        } else if (journal.closed()) {
            refuseWaiting();
        }
        return waiting.answer();
    }

    @Override
    public void onFailure(Throwable cause) {
        journal.stop(cause);
        refuseWaiting();
    }

    /** Refuses the requests in the inbox after the loop has ended. */
    void refuseWaiting() {
        List<Waiting<Q>> left = new ArrayList<>();
        inbox.drainTo(left);
        left.forEach(waiting -> waiting.answer().completeExceptionally(JournalProblems.closed()));
    }

    @Override
    public boolean round(boolean mayWait) throws InterruptedException {
        if (unsent.isPresent() && !submitBatch(mayWait)) {
            return false;
        }
        List<Waiting<Q>> batch = drain(mayWait);
        if (batch.isEmpty()) {
            return false;
        }
        discardBrokenBasis();
        decideAll(replayStoredAnswers(batch));
        if (unsent.isPresent()) {
            submitBatch(mayWait);
        }
        return true;
    }

    private List<Waiting<Q>> drain(boolean mayWait) throws InterruptedException {
        List<Waiting<Q>> batch = new ArrayList<>();
        Waiting<Q> first = mayWait ? inbox.take() : inbox.poll();
        if (first != null) {
            batch.add(first);
            inbox.drainTo(batch, MAX_DECISIONS_PER_ROUND - 1);
        }
        return batch;
    }

    /**
     * The writer answers in order and refuses every batch on a broken basis: the snapshot contains all earlier batches,
     * and no later one will be written.
     */
    private void discardBrokenBasis() {
        if (basis.broken()) {
            pending = snapshot;
            basis = new CommitBatch.Basis();
        }
    }

    /** Replays the stored answers of requests whose idempotency key was seen before; they are not decided again. */
    private List<Waiting<Q>> replayStoredAnswers(List<Waiting<Q>> batch) {
        List<String> names =
                batch.stream()
                        .flatMap(w -> w.request().key().stream())
                        .map(IdempotencyKey::name)
                        .toList();
        if (names.isEmpty()) {
            return batch;
        }
        Map<String, Waiting<Q>> underway = new HashMap<>(inFlight);
        Map<String, CommitGroup.Answer> known;
        try {
            known = journal.storedAnswers(names);
        } catch (RuntimeException problem) {
            batch.forEach(waiting -> deliver(waiting, null, problem));
            return List.of();
        }
        List<Waiting<Q>> fresh = new ArrayList<>();
        for (Waiting<Q> waiting : batch) {
            if (!replayStoredAnswer(waiting, known, underway)) {
                waiting.request()
                        .key()
                        .ifPresent(idempotencyKey -> underway.put(idempotencyKey.name(), waiting));
                fresh.add(waiting);
            }
        }
        return fresh;
    }

    private boolean replayStoredAnswer(
            Waiting<Q> waiting,
            Map<String, CommitGroup.Answer> known,
            Map<String, Waiting<Q>> underway) {
        if (waiting.request().key().isEmpty()) {
            return false;
        }
        IdempotencyKey idempotencyKey = waiting.request().key().get();
        Optional<Waiting<Q>> first =
                Optional.ofNullable(underway.get(idempotencyKey.name()))
                        .filter(other -> !other.isSame(waiting));
        Optional<CommitGroup.Answer> answer = Optional.ofNullable(known.get(idempotencyKey.name()));
        Optional<IdempotencyKey> other =
                answer.map(CommitGroup.Answer::key).or(() -> first.flatMap(w -> w.request().key()));
        if (other.isPresent() && !other.get().fingerprint().equals(idempotencyKey.fingerprint())) {
            deliver(waiting, null, JournalProblems.keyReused(idempotencyKey.name()));
        } else if (answer.isPresent()) {
            deliver(waiting, new CommitResult(answer.get().seq(), answer.get().text(), true), null);
        } else {
            first.ifPresent(earlier -> shareAnswer(earlier, waiting));
        }
        return other.isPresent();
    }

    private void shareAnswer(Waiting<Q> first, Waiting<Q> second) {
        var _ =
                first.answer()
                        .whenComplete(
                                (commitResult, problem) -> copy(second, commitResult, problem));
    }

    private static <Q> void copy(
            Waiting<Q> to, @Nullable CommitResult commitResult, @Nullable Throwable problem) {
        if (commitResult != null) {
            to.answer().complete(new CommitResult(commitResult.seq(), commitResult.answer(), true));
        } else if (problem != null) {
            to.answer().completeExceptionally(problem);
        }
    }

    private void decideAll(List<Waiting<Q>> batch) {
        Instant now = journal.now();
        List<CommitBatch.Entry> entries = new ArrayList<>();
        for (Waiting<Q> waiting : batch) {
            if (waiting.refusal().isPresent()) {
                deliver(waiting, null, waiting.refusal().get());
            } else {
                decide(waiting, now).ifPresent(entries::add);
            }
        }
        if (!entries.isEmpty()) {
            unsent = Optional.of(CommitBatch.of(entries, basis));
        }
    }

    private Optional<CommitBatch.Entry> decide(Waiting<Q> waiting, Instant now) {
        try {
            Commit commit = rules.decide(pending, waiting.request(), now);
            Commit keyed = waiting.request().key().map(commit::under).orElse(commit);
            EncodedCommit encoded = EncodedCommit.of(keyed);
            pending = pending.after(keyed);
            return Optional.of(entry(waiting, encoded));
        } catch (RuntimeException problem) {
            refuse(waiting, problem);
        } catch (Error error) {
            fatal.rethrow(error);
            refuse(waiting, JournalProblems.unexpected(error));
        }
        return Optional.empty();
    }

    /** Its commit runs on the writer's thread, in order: snapshots are published in the order of durability. */
    private CommitBatch.Entry entry(Waiting<Q> waiting, EncodedCommit encoded) {
        P after = pending;
        var written = new CompletableFuture<CommitResult>();
        track(waiting);
        var _ = written.whenComplete((result, problem) -> answer(waiting, result, problem));
        newest = Optional.of(written);
        return new CommitBatch.Entry(encoded, () -> publish(after), written);
    }

    /**
     * A refusal that rests on commits that are not durable yet is true only when they are. It goes through the inbox
     * then, because another commit may have stored an answer under the same key meanwhile.
     */
    @SuppressWarnings("ReferenceEquality") // nothing is under way when both are the same object
    private void refuse(Waiting<Q> waiting, RuntimeException problem) {
        if (pending == snapshot || newest.isEmpty()) {
            deliver(waiting, null, problem);
            return;
        }
        track(waiting);
        var _ =
                newest.get()
                        .whenComplete(
                                (result, failure) -> {
                                    if (result == null) {
                                        answer(waiting, null, failure);
                                    } else if (!queue(waiting.refused(problem))) {
                                        deliver(waiting, null, problem);
                                    }
                                });
    }

    /** Until its caller is answered, the same request sent again shares its answer. */
    private void track(Waiting<Q> waiting) {
        waiting.request().key().ifPresent(key -> inFlight.put(key.name(), waiting));
    }

    private void answer(
            Waiting<Q> waiting, @Nullable CommitResult result, @Nullable Throwable problem) {
        // After a broken basis the request is decided again: a commit before it was refused.
        boolean again = result == null && isBasisBroken(problem) && !waiting.again();
        if (!again || !queue(waiting.secondTime())) {
            deliver(waiting, result, problem);
        }
    }

    private void deliver(
            Waiting<Q> waiting, @Nullable CommitResult result, @Nullable Throwable problem) {
        waiting.request()
                .key()
                .ifPresent(
                        key ->
                                inFlight.computeIfPresent(
                                        key.name(),
                                        (_, other) -> other.isSame(waiting) ? null : other));
        if (result != null) {
            waiting.answer().complete(result);
        } else {
            waiting.answer()
                    .completeExceptionally(
                            problem == null ? JournalProblems.basisBroken() : problem);
        }
    }

    private static boolean isBasisBroken(@Nullable Throwable problem) {
        return problem instanceof Problem refusal && refusal.code().equals(JournalProblems.DROPPED);
    }

    private boolean queue(Waiting<Q> waiting) {
        boolean taken = !journal.closed() && inbox.offer(waiting);
        if (taken && journal.closed()) {
            refuseWaiting();
        }
        return taken;
    }

    /**
     * A batch that does not fit into the writer's queue waits here, and nothing is decided meanwhile. Refusing it would
     * be wrong, because earlier batches with the same basis are still in flight.
     */
    private boolean submitBatch(boolean mayWait) throws InterruptedException {
        boolean taken = journal.submit(unsent.orElseThrow(), mayWait ? SUBMIT_WAIT : Duration.ZERO);
        if (taken) {
            unsent = Optional.empty();
        }
        return taken;
    }
}
