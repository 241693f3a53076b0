package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.ReaderState.Status;

/** The readers of a journal: those that run in this server, and stored cursors of others. */
final class JournalReaders {

    private static final Logger LOG = LoggerFactory.getLogger(JournalReaders.class);

    /**
     * How long events beyond their retention are kept for a reader that fails or does not run. An administrator can
     * repair, skip or retire it meanwhile; after that it no longer blocks the sweep of what the others have read.
     */
    static final Duration MAX_HOLD = Duration.ofDays(30);

    private final Journal journal;
    private final LoopExecutor loopExecutor;
    private final FatalFailures fatal;
    private final List<ReaderLoop> running = new CopyOnWriteArrayList<>();

    JournalReaders(Journal journal, LoopExecutor loopExecutor, FatalFailures fatal) {
        this.journal = journal;
        this.loopExecutor = loopExecutor;
        this.fatal = fatal;
    }

    /** Starts a reader at its stored cursor, unless it was retired. */
    void follow(JournalReader reader) {
        Optional<CommitGroup.Cursor> cursor = Optional.ofNullable(stored().get(reader.name()));
        if (cursor.filter(CommitGroup.Cursor::retired).isPresent()) {
            LOG.warn("Reader {} was retired and does not start.", reader.name());
            return;
        }
        long seq = cursor.map(CommitGroup.Cursor::seq).orElse(0L);
        var loop = new ReaderLoop(journal, reader, seq, fatal);
        running.add(loop);
        loopExecutor.start(reader.name() + "-reader", loop);
    }

    List<ReaderState> running() {
        return running.stream().map(ReaderLoop::state).toList();
    }

    List<ReaderState> states() {
        List<ReaderState> states = new ArrayList<>(running());
        stored().values().stream()
                .filter(cursor -> loop(cursor.reader()).isEmpty())
                .map(this::notRunning)
                .forEach(states::add);
        return states;
    }

    private ReaderState notRunning(CommitGroup.Cursor cursor) {
        Status status =
                cursor.retired() ? new Status.Retired(cursor.at()) : new Status.Absent(cursor.at());
        long behind = cursor.retired() ? 0 : Math.max(0, journal.seq() - cursor.seq());
        return new ReaderState(cursor.reader(), cursor.streams(), cursor.seq(), behind, status);
    }

    private Optional<ReaderLoop> loop(String name) {
        return running.stream().filter(loop -> loop.reader().name().equals(name)).findFirst();
    }

    /** The stored cursors by name; that of the retention sweep is not among them. */
    private Map<String, CommitGroup.Cursor> stored() {
        Map<String, CommitGroup.Cursor> all = new HashMap<>(journal.storedCursors());
        all.remove(RetentionSweep.CURSOR);
        return all;
    }

    /** Lets a reader pass over the event at which it fails. */
    CompletableFuture<CommitResult> skip(String name, long event, Actor actor) {
        ReaderLoop loop =
                loop(name)
                        .orElseThrow(
                                () ->
                                        stored().containsKey(name)
                                                ? JournalProblems.notFailingAt(name, event)
                                                : JournalProblems.noReader(name));
        checkMaySkip(loop);
        return loop.skip(event, actor);
    }

    /** Ends a reader for good: no events are kept for it any longer. */
    CompletableFuture<CommitResult> retire(String name, Actor actor) {
        Optional<ReaderLoop> loop = loop(name);
        if (loop.isPresent()) {
            checkMaySkip(loop.get());
            return loop.get().retire(actor);
        }
        CommitGroup.Cursor cursor = stored().get(name);
        if (cursor == null) {
            throw JournalProblems.noReader(name);
        }
        if (cursor.retired()) {
            return CompletableFuture.completedFuture(new CommitResult(cursor.seq(), "", true));
        }
        var fact = new Fact.ReaderRetired(name, cursor.seq());
        var retired =
                new CommitGroup.Cursor(name, cursor.seq(), journal.now(), cursor.streams(), true);
        return journal.send(
                Commit.of(EventDraft.of(fact, actor, "reader/" + name)),
                CommitBatch.Extra.of(retired));
    }

    private static void checkMaySkip(ReaderLoop loop) {
        if (!loop.reader().maySkip()) {
            throw JournalProblems.readerRequired(loop.reader().name());
        }
    }

    /** The number of the newest event of a stream that every reader of it has applied. */
    long readByAll(JournalStream stream) {
        Map<String, CommitGroup.Cursor> stored = stored();
        Stream<CommitGroup.Cursor> absent =
                stored.values().stream()
                        .filter(cursor -> loop(cursor.reader()).isEmpty() && !cursor.retired())
                        .filter(cursor -> holds(cursor.at()));
        Stream<CommitGroup.Cursor> present =
                running.stream()
                        .filter(loop -> !(loop.state().status() instanceof Status.Retired))
                        .filter(
                                loop ->
                                        holds(
                                                loop,
                                                Optional.ofNullable(
                                                        stored.get(loop.reader().name()))))
                        .map(ReaderLoop::cursor);
        return Stream.concat(absent, present)
                .filter(cursor -> cursor.streams().contains(stream))
                .mapToLong(CommitGroup.Cursor::seq)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** A reader that works keeps its events however far it is behind. */
    private boolean holds(ReaderLoop loop, Optional<CommitGroup.Cursor> stored) {
        Optional<Status.Failing> failing = loop.state().failing();
        return failing.isEmpty()
                || holds(stored.map(CommitGroup.Cursor::at).orElse(failing.get().since()));
    }

    private boolean holds(Instant lastProgress) {
        return journal.clock().trusted().isBefore(lastProgress.plus(MAX_HOLD));
    }

    /** The cursors that have moved since they were stored: a sweep is durable together with those it rests on. */
    List<CommitGroup.Cursor> moved() {
        return running.stream().filter(ReaderLoop::isAhead).map(ReaderLoop::cursor).toList();
    }

    /** Refuses what administrators have ordered of loops that have ended. */
    void refuseOrders() {
        running.forEach(ReaderLoop::refuseOrders);
    }

    /** Queues the cursors for the last write: after a clean shutdown no reader gets an event again. */
    void storeCursors() {
        var extra = new CommitBatch.Extra(moved(), Optional.empty());
        if (extra.cursors().isEmpty()) {
            return;
        }
        var entry = CommitBatch.Entry.of(EncodedCommit.of(Commit.of(List.of(), List.of())));
        try {
            if (!journal.submit(CommitBatch.of(entry, extra), Duration.ZERO)) {
                LOG.debug("The cursors of readers are not stored; they get a few events again.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
