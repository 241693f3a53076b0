package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.journal.table.RowChange;

/** Delivers the events of the journal to one reader. A stuck reader never delays writers. */
final class ReaderLoop implements LoopExecutor.Work {

    private static final Logger LOG = LoggerFactory.getLogger(ReaderLoop.class);
    private static final int PAGE_SIZE = 500;
    private static final Duration MIN_BACKOFF = Duration.ofMillis(200);
    private static final Duration MAX_BACKOFF = Duration.ofMinutes(1);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(5);

    /**
     * Waits briefly so that a burst is read in one pass. Otherwise a busy journal is read after every group, and each
     * read writes a cursor: a fifth to a third of all groups were cursors (measured with many small jobs).
     */
    private static final Duration BURST_WAIT = Duration.ofMillis(20);

    private final Journal journal;
    private final JournalReader journalReader;
    private final FatalFailures fatal;
    private volatile long cursor;
    private volatile Optional<ReaderState.Stuck> stuck = Optional.empty();
    private Instant retryAt = Instant.MIN;
    private Optional<CursorMove> inFlight = Optional.empty();

    ReaderLoop(Journal journal, JournalReader journalReader, long cursor, FatalFailures fatal) {
        this.journal = journal;
        this.journalReader = journalReader;
        this.cursor = cursor;
        this.fatal = fatal;
    }

    /** A cursor that is being written, with the rows of its events. */
    private record CursorMove(long reached, CompletableFuture<CommitResult> written) {}

    long cursor() {
        return cursor;
    }

    JournalReader reader() {
        return journalReader;
    }

    ReaderState state() {
        return new ReaderState(
                journalReader.name(), cursor, Math.max(0, journal.seq() - cursor), stuck);
    }

    @Override
    public boolean round(boolean mayWait) throws InterruptedException {
        if (inFlight.isPresent()) {
            return completeMove(inFlight.get(), mayWait);
        }
        if (isBackingOff(journal.now())) {
            if (mayWait) {
                TimeUnit.MILLISECONDS.sleep(MIN_BACKOFF.toMillis());
            }
            return false;
        }
        if (journal.seq() <= cursor && !(mayWait && journal.awaitAfter(cursor, POLL_INTERVAL))) {
            return false;
        }
        if (mayWait && journal.seq() - cursor < PAGE_SIZE) {
            TimeUnit.MILLISECONDS.sleep(BURST_WAIT.toMillis());
        }
        try {
            advance();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            fatal.rethrow(e);
            backOff(e);
        }
        return true;
    }

    @Override
    public void onFailure(Throwable cause) {
        journal.stop(cause);
    }

    private void advance() throws Exception {
        long newest = journal.seq();
        List<Event> events = journal.events(journalReader.streams(), cursor, PAGE_SIZE);
        List<RowChange> rows = events.isEmpty() ? List.of() : journalReader.apply(events);
        // A short page means that the remaining events up to the newest are of streams that this
        // reader does not follow.
        long reached =
                events.size() < PAGE_SIZE ? Math.max(newest, lastSeq(events)) : lastSeq(events);
        var moved = new CommitGroup.Cursor(journalReader.name(), reached, journal.now());
        inFlight =
                Optional.of(
                        new CursorMove(
                                reached,
                                journal.send(
                                        Commit.of(List.of(), rows), CommitBatch.Extra.of(moved))));
    }

    /** Waits interruptibly: at a shutdown the writer may have ended before. */
    private boolean completeMove(CursorMove move, boolean mayWait) throws InterruptedException {
        if (!mayWait && !move.written().isDone()) {
            return false;
        }
        try {
            move.written().get();
            cursor = move.reached();
            stuck = Optional.empty();
        } catch (ExecutionException e) {
            backOff(e.getCause() == null ? e : e.getCause());
        }
        inFlight = Optional.empty();
        return true;
    }

    private long lastSeq(List<Event> events) {
        return events.isEmpty() ? cursor : events.getLast().seq();
    }

    /** A longer wait than the longest back-off means that the clock was set back. */
    private boolean isBackingOff(Instant now) {
        return now.isBefore(retryAt) && !now.plus(MAX_BACKOFF).isBefore(retryAt);
    }

    private void backOff(Throwable e) {
        Instant now = journal.now();
        int tries = stuck.map(s -> s.tries() + 1).orElse(1);
        Instant since = stuck.map(ReaderState.Stuck::since).orElse(now);
        stuck = Optional.of(new ReaderState.Stuck(since, tries, String.valueOf(e.getMessage())));
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
