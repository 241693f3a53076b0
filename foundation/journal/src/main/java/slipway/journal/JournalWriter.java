package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;

/**
 * The only writer of the journal. It commits all waiting batches as one group and answers their callers when the group
 * is durable.
 *
 * <p><b>Unknown outcome.</b> When the connection breaks during a commit, the group may be durable or not. The writer
 * then keeps the group, answers no caller, and reads the head until it shows the outcome: each group advances {@code
 * writes} by exactly one.
 *
 * <p><b>One bad commit.</b> Values are encoded before they get here. When the database rejects a group nevertheless, or
 * something unexpected fails, the writer writes its commits one by one, each in a separate round because the outcome of
 * one may be unknown; only the bad commit is refused.
 *
 * <p><b>Order.</b> When a group is durable, its snapshots are published, then readers are woken, then callers are
 * answered, so that neither sees an event before the state that it led to. Batches are acknowledged and refused in the
 * order of their arrival. Owners rely on it: when one of their batches is refused, their snapshot contains all earlier
 * batches.
 */
final class JournalWriter implements LoopExecutor.Work {

    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final long RETRY_MILLIS = 200;
    private static final int SHUTDOWN_TRIES = 3;

    private final JournalStorage journalStorage;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Consumer<CommitGroup> onDurable;
    private final FatalFailures fatal;
    private final CommitQueue queue;
    private final AtomicReference<JournalHealth> health =
            new AtomicReference<>(new JournalHealth.Writing());
    private final Deque<CommitBatch> singly = new ArrayDeque<>();
    private List<CommitBatch> underway = List.of();
    private Optional<Unresolved> unresolved = Optional.empty();
    private Instant newest;
    private volatile JournalHead journalHead;

    JournalWriter(
            JournalStorage journalStorage,
            Position position,
            Journal.Times times,
            Consumer<CommitGroup> onDurable,
            FatalFailures fatal) {
        this.journalStorage = journalStorage;
        this.journalHead = position.head();
        this.newest = position.newest();
        this.clock = times.wall();
        this.nanos = times.nanos();
        this.onDurable = onDurable;
        this.fatal = fatal;
        this.queue = new CommitQueue(times.nanos());
    }

    /**
     * Where the journal ended at the start.
     *
     * @param newest the time of its newest event
     */
    record Position(JournalHead head, Instant newest) {}

    /**
     * A group that may be durable or not.
     *
     * @param suspect what failed unexpectedly; empty when the connection broke
     */
    private record Unresolved(GroupBuilder group, Optional<Throwable> suspect) {}

    JournalHealth health() {
        return health.get();
    }

    JournalHead head() {
        return journalHead;
    }

    /**
     * Queues a batch; the writer's thread completes its future.
     *
     * @return false if the queue was full for the whole time
     */
    boolean submit(CommitBatch commitBatch, Duration atMost) throws InterruptedException {
        if (health.get() instanceof JournalHealth.Stopped(var problem, _)) {
            commitBatch.refuse(problem);
            return true;
        }
        if (!queue.offer(commitBatch, atMost)) {
            return false;
        }
        if (health.get() instanceof JournalHealth.Stopped(var problem, _)) {
            refuseWaiting(problem);
        }
        return true;
    }

    @Override
    public boolean round(boolean mayWait) throws InterruptedException {
        if (unresolved.isPresent()) {
            return resolveOutcome(mayWait);
        }
        List<CommitBatch> batches =
                singly.isEmpty() ? queue.gather(mayWait) : List.of(singly.remove());
        if (batches.isEmpty()) {
            return false;
        }
        if (health.get() instanceof JournalHealth.Stopped(var problem, _)) {
            refuse(batches, problem);
            return true;
        }
        underway = batches;
        write(batches);
        underway = List.of();
        return true;
    }

    /**
     * Writes the accepted batches after the threads have ended. It does not wait for a database that does not answer.
     *
     * @return whether all is written and no outcome is unknown
     */
    boolean finish(List<ModuleOwner<?, ?>> owners) {
        try {
            boolean more = true;
            int unresolvedTries = 0;
            while (more && unresolvedTries < SHUTDOWN_TRIES) {
                more = false;
                for (ModuleOwner<?, ?> moduleOwner : owners) {
                    more |= moduleOwner.round(false);
                }
                more |= round(false);
                unresolvedTries = unresolved.isPresent() ? unresolvedTries + 1 : 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean clean = unresolved.isEmpty() && health.get() instanceof JournalHealth.Writing;
        unresolved.ifPresent(
                each -> refuse(batches(each.group()), JournalProblems.outcomeUnknown()));
        changeHealth(new JournalHealth.Stopped(JournalProblems.closed(), clock.instant()));
        refuse(List.copyOf(singly), JournalProblems.closed());
        refuseWaiting(JournalProblems.closed());
        return clean;
    }

    private void write(List<CommitBatch> batches) {
        GroupBuilder groupBuilder;
        try {
            groupBuilder = assemble(batches);
        } catch (JournalStorage.OutcomeUnknown e) {
            refuse(batches, unreachable(e));
            return;
        } catch (JournalStorage.Refused e) {
            refused(batches, e);
            return;
        } catch (RuntimeException | Error e) {
            fatal.rethrow(e);
            rejected(batches, e, JournalProblems.unexpected(e));
            return;
        }
        // While writes fail, an empty group is written too: it shows whether they still fail.
        if (groupBuilder.isEmpty() && health.get() instanceof JournalHealth.Writing) {
            groupBuilder.outcomes().forEach(GroupBuilder.Outcome::answer);
            return;
        }
        write(groupBuilder);
    }

    private void write(GroupBuilder groupBuilder) {
        long start = nanos.getAsLong();
        try {
            journalStorage.write(groupBuilder.group());
        } catch (JournalStorage.OutcomeUnknown e) {
            LOG.warn(
                    "The outcome of a write is unknown; reading the head until it is known: {}",
                    e.getMessage());
            unresolved = Optional.of(new Unresolved(groupBuilder, Optional.empty()));
            return;
        } catch (JournalStorage.Refused e) {
            refused(batches(groupBuilder), e);
            return;
        } catch (RuntimeException | Error e) {
            fatal.rethrow(e);
            unresolved = Optional.of(new Unresolved(groupBuilder, Optional.of(e)));
            return;
        }
        queue.wrote(nanos.getAsLong() - start);
        publish(groupBuilder);
    }

    private GroupBuilder assemble(List<CommitBatch> batches) {
        List<String> names =
                batches.stream()
                        .flatMap(commitBatch -> commitBatch.entries().stream())
                        .flatMap(entry -> entry.commit().key().stream())
                        .map(IdempotencyKey::name)
                        .toList();
        Map<String, CommitGroup.Answer> known =
                names.isEmpty() ? Map.of() : journalStorage.answers(names);
        var groupBuilder = new GroupBuilder(journalHead, newest, clock.instant(), known);
        batches.forEach(groupBuilder::add);
        return groupBuilder;
    }

    private void publish(GroupBuilder groupBuilder) {
        CommitGroup commitGroup = groupBuilder.group();
        journalHead = commitGroup.after();
        if (!commitGroup.events().isEmpty()) {
            newest = commitGroup.events().getLast().at();
        }
        if (health.get() instanceof JournalHealth.Failing(_, var since)) {
            LOG.info("Writing continues. Nothing was written since {}.", since);
        }
        changeHealth(new JournalHealth.Writing());
        groupBuilder.outcomes().forEach(GroupBuilder.Outcome::publish);
        onDurable.accept(commitGroup);
        groupBuilder.outcomes().forEach(GroupBuilder.Outcome::answer);
    }

    private void refused(List<CommitBatch> batches, JournalStorage.Refused refused) {
        Problem problem = JournalProblems.of(refused);
        switch (refused.reason()) {
            case CONTENT -> rejected(batches, refused, problem);
            case FULL, UNREACHABLE -> {
                logFailure(problem);
                changeHealth(new JournalHealth.Failing(problem, failingSince()));
                refuse(batches, problem);
            }
            case CORRUPT, TERM_ENDED -> stop(problem, batches);
        }
    }

    /** Nothing of the group was written, because of one of its commits: only that one is refused. */
    private void rejected(List<CommitBatch> batches, Throwable cause, Problem problem) {
        List<CommitBatch> parts =
                batches.stream().flatMap(batch -> batch.split().stream()).toList();
        if (parts.size() > 1) {
            parts.reversed().forEach(singly::addFirst);
        } else {
            LOG.error("A change could not be stored", cause);
            refuse(parts, problem);
        }
    }

    /** Warns once, not for each of the writes that fail until the disk has space again. */
    private void logFailure(Problem problem) {
        if (health.get() instanceof JournalHealth.Failing(var before, _)
                && before.code().equals(problem.code())) {
            LOG.debug("{}", problem.getMessage());
        } else {
            LOG.warn("{}", problem.getMessage());
        }
    }

    /** The state {@code Stopped} is final, even if a write that is in progress succeeds. */
    private void changeHealth(JournalHealth next) {
        health.updateAndGet(now -> now instanceof JournalHealth.Stopped ? now : next);
    }

    private Instant failingSince() {
        return health.get() instanceof JournalHealth.Failing(_, var since)
                ? since
                : clock.instant();
    }

    /**
     * Reads the head to find out whether the unresolved group was written. Until that is known, no caller is answered
     * and nothing else is written.
     */
    private boolean resolveOutcome(boolean mayWait) throws InterruptedException {
        Unresolved open = unresolved.orElseThrow();
        try {
            JournalHead now = journalStorage.head();
            unresolved = Optional.empty();
            if (now.writes() == journalHead.writes()) {
                notWritten(open);
            } else if (now.equals(open.group().group().after())) {
                publish(open.group());
            } else {
                // Another server has written since. The head does not show whether this group was
                // written before.
                refuse(batches(open.group()), JournalProblems.outcomeUnknown());
                stop(
                        JournalProblems.of(
                                new JournalStorage.Refused(
                                        JournalStorage.Cause.TERM_ENDED,
                                        "Another server writes here")),
                        List.of());
            }
        } catch (JournalStorage.Refused | JournalStorage.OutcomeUnknown e) {
            changeHealth(new JournalHealth.Failing(unreachable(e), failingSince()));
            if (mayWait) {
                TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
            }
        }
        return true;
    }

    private void notWritten(Unresolved open) {
        open.suspect()
                .ifPresentOrElse(
                        cause ->
                                rejected(
                                        batches(open.group()),
                                        cause,
                                        JournalProblems.unexpected(cause)),
                        () ->
                                refuse(
                                        batches(open.group()),
                                        unreachable(
                                                new IllegalStateException(
                                                        "the connection broke before the commit"))));
    }

    private static List<CommitBatch> batches(GroupBuilder groupBuilder) {
        return groupBuilder.outcomes().stream().map(GroupBuilder.Outcome::batch).toList();
    }

    private static Problem unreachable(Exception cause) {
        return JournalProblems.of(
                new JournalStorage.Refused(JournalStorage.Cause.UNREACHABLE, cause));
    }

    @Override
    public void onFailure(Throwable cause) {
        Problem problem = JournalProblems.broken(cause);
        // It is not known how far the group came that was being written.
        refuse(underway, JournalProblems.outcomeUnknown());
        unresolved.ifPresent(
                each -> refuse(batches(each.group()), JournalProblems.outcomeUnknown()));
        stop(problem, List.copyOf(singly));
    }

    /** Stops writing permanently: waiting batches and all later ones are refused. */
    void stop(Problem problem, List<CommitBatch> batches) {
        LOG.error("{}", problem.getMessage(), problem);
        changeHealth(new JournalHealth.Stopped(problem, clock.instant()));
        refuse(batches, problem);
        refuseWaiting(problem);
    }

    private void refuseWaiting(Problem problem) {
        refuse(queue.drain(), problem);
    }

    private static void refuse(List<CommitBatch> batches, Problem problem) {
        batches.forEach(commitBatch -> commitBatch.refuse(problem));
    }
}
