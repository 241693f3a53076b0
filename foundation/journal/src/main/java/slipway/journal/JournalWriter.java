package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;

/**
 * The only writer of the journal. It commits all waiting batches as one group and answers their callers when the group
 * is durable.
 *
 * <p><b>Group commit.</b> While one group is written, the next one gathers, so a commit waits for at most two fsyncs.
 * Callers that were just answered send their next commit within microseconds; a writer that started at once would take
 * only the first few and make the others wait for another fsync (measured: half the rate). So it lingers for at most a
 * tenth of the duration of a write, and stops as soon as it has as many commits as the last group.
 *
 * <p><b>Unknown outcome.</b> When the connection breaks during a commit, the group may be durable or not. The writer
 * then keeps the group, answers no caller, and reads the head until it shows the outcome: each group advances {@code
 * writes} by exactly one.
 *
 * <p><b>One bad batch.</b> To find a batch whose rows the database rejects, the writer writes the batches one by one,
 * each in a separate round because the outcome of one may be unknown; only the bad batch is refused.
 *
 * <p><b>Order.</b> Batches are acknowledged and refused in the order of their arrival. Owners rely on it: when one of
 * their batches is refused, their snapshot contains every earlier batch.
 */
final class JournalWriter implements LoopExecutor.Work {

    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final int QUEUE_CAPACITY = 16_384;
    private static final int MAX_GROUP_BATCHES = 4_096;
    private static final long MAX_LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long RETRY_MILLIS = 200;
    private static final int SHUTDOWN_TRIES = 3;

    private final JournalStorage journalStorage;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Consumer<CommitGroup> onDurable;
    private final BlockingQueue<CommitBatch> queue = new LinkedBlockingQueue<>(QUEUE_CAPACITY);
    private final AtomicReference<JournalHealth> health =
            new AtomicReference<>(new JournalHealth.Writing());
    private final Deque<CommitBatch> singly = new ArrayDeque<>();
    private Optional<GroupBuilder> unresolved = Optional.empty();
    private volatile JournalHead journalHead;
    private int lastCommits = 1;
    private long writeNanos;

    JournalWriter(
            JournalStorage journalStorage,
            JournalHead journalHead,
            Journal.Times times,
            Consumer<CommitGroup> published) {
        this.journalStorage = journalStorage;
        this.journalHead = journalHead;
        this.clock = times.wall();
        this.nanos = times.nanos();
        this.onDurable = published;
    }

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
        if (!queue.offer(commitBatch)
                && !queue.offer(commitBatch, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
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
        List<CommitBatch> batches = singly.isEmpty() ? gather(mayWait) : List.of(singly.remove());
        if (batches.isEmpty()) {
            return false;
        }
        if (health.get() instanceof JournalHealth.Stopped(var problem, _)) {
            refuse(batches, problem);
            return true;
        }
        try {
            write(batches);
        } catch (RuntimeException e) {
            stop(JournalProblems.broken(e), batches);
        }
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
                groupBuilder -> refuse(batches(groupBuilder), JournalProblems.outcomeUnknown()));
        changeHealth(new JournalHealth.Stopped(JournalProblems.closed(), clock.instant()));
        refuse(List.copyOf(singly), JournalProblems.closed());
        refuseWaiting(JournalProblems.closed());
        return clean;
    }

    private List<CommitBatch> gather(boolean mayWait) throws InterruptedException {
        List<CommitBatch> batches = new ArrayList<>();
        CommitBatch first = mayWait ? queue.take() : queue.poll();
        if (first == null) {
            return batches;
        }
        batches.add(first);
        int commits = first.commits().size() + drain(batches);
        long deadline = nanos.getAsLong() + Math.min(writeNanos / 10, MAX_LINGER_NANOS);
        while (mayWait && commits < lastCommits) {
            CommitBatch next = linger(deadline - nanos.getAsLong());
            if (next == null) {
                break;
            }
            batches.add(next);
            commits += next.commits().size() + drain(batches);
        }
        lastCommits = commits;
        return batches;
    }

    /** An interrupt meanwhile must not lose the batches that were already gathered. */
    private @Nullable CommitBatch linger(long nanos) {
        try {
            return queue.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private int drain(List<CommitBatch> into) {
        int from = into.size();
        queue.drainTo(into, MAX_GROUP_BATCHES - from);
        return into.subList(from, into.size()).stream()
                .mapToInt(commitBatch -> commitBatch.commits().size())
                .sum();
    }

    private void write(List<CommitBatch> batches) {
        GroupBuilder groupBuilder = null;
        try {
            groupBuilder = assemble(batches);
            // While writes fail, an empty group is written too: it shows whether they still fail.
            if (groupBuilder.isEmpty() && health.get() instanceof JournalHealth.Writing) {
                groupBuilder.outcomes().forEach(GroupBuilder.Outcome::complete);
                return;
            }
            long start = nanos.getAsLong();
            journalStorage.write(groupBuilder.group());
            writeNanos = (writeNanos * 7 + nanos.getAsLong() - start) / 8;
            publish(groupBuilder);
        } catch (JournalStorage.OutcomeUnknown e) {
            LOG.warn(
                    "The outcome of a write is unknown; reading the head until it is known: {}",
                    e.getMessage());
            unresolved = Optional.ofNullable(groupBuilder);
            if (groupBuilder == null) {
                refuse(batches, unreachable(e));
            }
        } catch (JournalStorage.Refused e) {
            refused(batches, e);
        }
    }

    private GroupBuilder assemble(List<CommitBatch> batches) {
        List<String> names =
                batches.stream()
                        .flatMap(commitBatch -> commitBatch.commits().stream())
                        .flatMap(commit -> commit.key().stream())
                        .map(IdempotencyKey::name)
                        .toList();
        Map<String, CommitGroup.Answer> known =
                names.isEmpty() ? Map.of() : journalStorage.answers(names);
        var groupBuilder = new GroupBuilder(journalHead, clock.instant(), known);
        batches.forEach(groupBuilder::add);
        return groupBuilder;
    }

    private void publish(GroupBuilder groupBuilder) {
        CommitGroup commitGroup = groupBuilder.group();
        journalHead = commitGroup.after();
        if (health.get() instanceof JournalHealth.Failing(_, var since)) {
            LOG.info("Writing continues. Nothing was written since {}.", since);
        }
        changeHealth(new JournalHealth.Writing());
        onDurable.accept(commitGroup);
        groupBuilder.outcomes().forEach(GroupBuilder.Outcome::complete);
    }

    private void refused(List<CommitBatch> batches, JournalStorage.Refused refused) {
        Problem problem = JournalProblems.of(refused);
        switch (refused.reason()) {
            case CONTENT -> {
                if (batches.size() > 1) {
                    singly.addAll(batches);
                } else {
                    LOG.error("A change could not be stored", refused);
                    refuse(batches, problem);
                }
            }
            case FULL, UNREACHABLE -> {
                logFailure(problem);
                changeHealth(new JournalHealth.Failing(problem, failingSince()));
                refuse(batches, problem);
            }
            case CORRUPT, TERM_ENDED -> stop(problem, batches);
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
        GroupBuilder groupBuilder = unresolved.orElseThrow();
        try {
            JournalHead now = journalStorage.head();
            unresolved = Optional.empty();
            if (now.writes() == journalHead.writes()) {
                refuse(
                        batches(groupBuilder),
                        unreachable(
                                new IllegalStateException(
                                        "the connection broke before the commit")));
            } else if (now.equals(groupBuilder.group().after())) {
                publish(groupBuilder);
            } else {
                // Another server has written since. The head does not show whether this group was
                // written before.
                refuse(batches(groupBuilder), JournalProblems.outcomeUnknown());
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

    private static List<CommitBatch> batches(GroupBuilder groupBuilder) {
        return groupBuilder.outcomes().stream().map(GroupBuilder.Outcome::batch).toList();
    }

    private static Problem unreachable(Exception cause) {
        return JournalProblems.of(
                new JournalStorage.Refused(JournalStorage.Cause.UNREACHABLE, cause));
    }

    @Override
    public void onFailure(Throwable cause) {
        stop(JournalProblems.broken(cause), List.copyOf(singly));
    }

    /** Stops writing permanently: waiting batches and all later ones are refused. */
    void stop(Problem problem, List<CommitBatch> batches) {
        LOG.error("{}", problem.getMessage(), problem);
        changeHealth(new JournalHealth.Stopped(problem, clock.instant()));
        refuse(batches, problem);
        refuseWaiting(problem);
    }

    private void refuseWaiting(Problem problem) {
        List<CommitBatch> waiting = new ArrayList<>();
        queue.drainTo(waiting);
        refuse(waiting, problem);
    }

    private static void refuse(List<CommitBatch> batches, Problem problem) {
        batches.forEach(commitBatch -> commitBatch.refuse(problem));
    }
}
