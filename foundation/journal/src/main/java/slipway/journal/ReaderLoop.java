package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.ReaderState.Status;
import slipway.journal.table.RowChange;

/**
 * Delivers the events of the journal to one reader. A stuck reader never delays writers.
 *
 * <p>The cursor moves in memory and is stored with the rows that the reader returns, or else about once a second, so
 * that a burst of events does not cost a second fsync. After a failure the events are delivered one by one until the
 * one that fails is known.
 */
final class ReaderLoop implements LoopExecutor.Work {

    private static final Logger LOG = LoggerFactory.getLogger(ReaderLoop.class);
    private static final int MAX_PAGE_SIZE = 500;
    private static final Duration MIN_BACKOFF = Duration.ofMillis(200);
    private static final Duration MAX_BACKOFF = Duration.ofMinutes(1);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);
    private static final Duration STORE_INTERVAL = Duration.ofSeconds(1);

    /** Waits briefly so that a burst is read in one pass. */
    private static final Duration BURST_WAIT = Duration.ofMillis(20);

    private final Journal journal;
    private final JournalReader journalReader;
    private final FatalFailures fatal;
    private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
    private volatile long cursor;
    private volatile long stored;
    private volatile Status status = new Status.Reading();
    private int pageSize = MAX_PAGE_SIZE;
    private Instant storedAt;
    private Instant retryAt = Instant.MIN;
    private Optional<Move> inFlight = Optional.empty();

    ReaderLoop(Journal journal, JournalReader journalReader, long cursor, FatalFailures fatal) {
        this.journal = journal;
        this.journalReader = journalReader;
        this.cursor = cursor;
        this.stored = cursor;
        this.storedAt = journal.now();
        this.fatal = fatal;
    }

    /**
     * A move of the cursor that is being written.
     *
     * @param after the status when it is durable
     * @param event the only event of its page
     */
    private record Move(
            CommitGroup.Cursor to,
            Status after,
            Optional<Long> event,
            CompletableFuture<CommitResult> written) {}

    /**
     * What an administrator orders.
     *
     * @param skip the failing event to pass over; empty to retire the reader
     */
    private record Order(
            Optional<Long> skip, Actor actor, CompletableFuture<CommitResult> answer) {}

    JournalReader reader() {
        return journalReader;
    }

    /** The position up to which events are applied and their rows durable. */
    CommitGroup.Cursor cursor() {
        return cursor(cursor, false);
    }

    /** Whether the stored cursor is behind. */
    boolean isAhead() {
        return cursor > stored;
    }

    ReaderState state() {
        Status now = status;
        boolean retired = now instanceof Status.Retired;
        return new ReaderState(
                journalReader.name(),
                journalReader.streams(),
                cursor,
                retired ? 0 : Math.max(0, journal.seq() - cursor),
                now);
    }

    /** Passes over the event at which it fails. */
    CompletableFuture<CommitResult> skip(long event, Actor actor) {
        return order(new Order(Optional.of(event), actor, new CompletableFuture<>()));
    }

    /** Ends the reader. */
    CompletableFuture<CommitResult> retire(Actor actor) {
        return order(new Order(Optional.empty(), actor, new CompletableFuture<>()));
    }

    private CompletableFuture<CommitResult> order(Order order) {
        orders.add(order);
        if (journal.closing()) {
            refuseOrders();
        }
        return order.answer();
    }

    /** Refuses what is ordered after the loop has ended. */
    void refuseOrders() {
        for (Order order = orders.poll(); order != null; order = orders.poll()) {
            order.answer().completeExceptionally(JournalProblems.closed());
        }
    }

    @Override
    public boolean round(boolean mayWait) throws InterruptedException {
        if (inFlight.isPresent()) {
            return completeMove(inFlight.get(), mayWait);
        }
        boolean idle = status instanceof Status.Retired || isBackingOff(journal.now());
        Order order =
                idle && mayWait
                        ? orders.poll(MIN_BACKOFF.toMillis(), TimeUnit.MILLISECONDS)
                        : orders.poll();
        if (order != null) {
            carryOut(order);
            return true;
        }
        return !idle && (storeIfDue() || read(mayWait));
    }

    private boolean read(boolean mayWait) throws InterruptedException {
        Duration wait = isAhead() ? STORE_INTERVAL : POLL_INTERVAL;
        if (journal.seq() <= cursor && !(mayWait && journal.awaitAfter(cursor, wait))) {
            return false;
        }
        if (mayWait && journal.seq() - cursor < pageSize) {
            TimeUnit.MILLISECONDS.sleep(BURST_WAIT.toMillis());
        }
        List<Event> events = List.of();
        try {
            long newest = journal.seq();
            events = journal.events(journalReader.streams(), cursor, pageSize);
            advance(events, newest);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            fatal.rethrow(e);
            backOff(e, single(events));
        }
        return true;
    }

    @Override
    public void onFailure(Throwable cause) {
        journal.stop(cause);
        refuseOrders();
    }

    private void advance(List<Event> events, long newest) throws Exception {
        List<RowChange> rows = events.isEmpty() ? List.of() : journalReader.apply(events);
        long last = events.isEmpty() ? cursor : events.getLast().seq();
        // A short page means that the remaining events up to the newest are of streams that this
        // reader does not follow.
        long reached = events.size() < pageSize ? Math.max(newest, last) : last;
        if (rows.isEmpty()) {
            moved(reached, new Status.Reading());
        } else {
            CommitGroup.Cursor to = cursor(reached, false);
            CompletableFuture<CommitResult> written = send(Commit.of(List.of(), rows), to);
            inFlight = Optional.of(new Move(to, new Status.Reading(), single(events), written));
        }
    }

    /** The event of a page that has only one: if the page fails, it is this event. */
    private static Optional<Long> single(List<Event> events) {
        return events.size() == 1 ? Optional.of(events.getFirst().seq()) : Optional.empty();
    }

    private void moved(long reached, Status next) {
        cursor = reached;
        status = next;
        pageSize = Math.min(MAX_PAGE_SIZE, pageSize * 2);
    }

    private CommitGroup.Cursor cursor(long reached, boolean retired) {
        return new CommitGroup.Cursor(
                journalReader.name(), reached, journal.now(), journalReader.streams(), retired);
    }

    private CompletableFuture<CommitResult> send(Commit commit, CommitGroup.Cursor to) {
        return journal.send(commit, CommitBatch.Extra.of(to));
    }

    private boolean storeIfDue() {
        Duration age = Duration.between(storedAt, journal.now()).abs(); // the clock may be set back
        if (!isAhead() || age.compareTo(STORE_INTERVAL) < 0) {
            return false;
        }
        CommitGroup.Cursor to = cursor();
        CompletableFuture<CommitResult> written = send(Commit.of(List.of(), List.of()), to);
        inFlight = Optional.of(new Move(to, status, Optional.empty(), written));
        return true;
    }

    /** Waits interruptibly: at a shutdown the writer may have ended before. */
    private boolean completeMove(Move move, boolean mayWait) throws InterruptedException {
        if (!mayWait && !move.written().isDone()) {
            return false;
        }
        try {
            move.written().get();
            stored = move.to().seq();
            storedAt = move.to().at();
            moved(move.to().seq(), move.after());
            retryAt = Instant.MIN;
        } catch (ExecutionException e) {
            backOff(e.getCause() == null ? e : e.getCause(), move.event());
        }
        inFlight = Optional.empty();
        return true;
    }

    private void carryOut(Order order) {
        boolean retires = order.skip().isEmpty();
        Optional<Status.Failing> failing = state().failing();
        if (!retires && !failing.flatMap(Status.Failing::event).equals(order.skip())) {
            order.answer()
                    .completeExceptionally(
                            JournalProblems.notFailingAt(
                                    journalReader.name(), order.skip().orElseThrow()));
            return;
        }
        CommitGroup.Cursor to = cursor(order.skip().orElse(cursor), retires);
        String reason = failing.map(Status.Failing::reason).orElse("");
        Fact fact =
                retires
                        ? new Fact.ReaderRetired(journalReader.name(), cursor)
                        : new Fact.ReaderSkipped(journalReader.name(), to.seq(), reason);
        Status after = retires ? new Status.Retired(to.at()) : new Status.Reading();
        var event = EventDraft.of(fact, order.actor(), "reader/" + journalReader.name());
        CompletableFuture<CommitResult> written = send(Commit.of(event), to);
        var _ =
                written.whenComplete(
                        (result, problem) -> {
                            if (result != null) {
                                order.answer().complete(result);
                            } else if (problem != null) {
                                order.answer().completeExceptionally(problem);
                            }
                        });
        inFlight = Optional.of(new Move(to, after, Optional.empty(), written));
    }

    /** A longer wait than the longest back-off means that the clock was set back. */
    private boolean isBackingOff(Instant now) {
        return now.isBefore(retryAt) && !now.plus(MAX_BACKOFF).isBefore(retryAt);
    }

    private void backOff(Throwable e, Optional<Long> event) {
        Instant now = journal.now();
        Optional<Status.Failing> before = state().failing();
        int tries = before.map(failing -> failing.tries() + 1).orElse(1);
        Instant since = before.map(Status.Failing::since).orElse(now);
        boolean mayBeTheEvent = journal.health() instanceof JournalHealth.Writing;
        status =
                new Status.Failing(
                        since,
                        tries,
                        String.valueOf(e.getMessage()),
                        event.filter(_ -> mayBeTheEvent));
        pageSize = 1;
        Duration pause = MIN_BACKOFF.multipliedBy(1L << Math.min(tries - 1, 10));
        retryAt = now.plus(pause.compareTo(MAX_BACKOFF) < 0 ? pause : MAX_BACKOFF);
        LOG.warn(
                "Reader {} is stuck at event {} (try {}): {}",
                journalReader.name(),
                cursor,
                tries,
                e.toString());
    }
}
