package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;
import slipway.journal.table.TableReader;
import slipway.journal.table.UnreadableRow;

/**
 * The journal of a server: the entry point for commits, module owners and readers. A commit is acknowledged only when
 * it is durable; all other state of the server is a snapshot of what was committed, or a reader of it.
 */
public final class Journal implements TableReader, AutoCloseable {

    static final Actor ACTOR = Actor.system("journal");
    private static final Duration MAX_SUBMIT_WAIT = Duration.ofSeconds(10);

    private final JournalStorage journalStorage;
    private final LoopExecutor loopExecutor;
    private final SteadyClock clock;
    private final RecentEvents recentEvents;
    private final JournalWriter journalWriter;
    private final FatalFailures fatal;
    private final boolean cleanShutdown;
    private final UnreadableRows unreadable = new UnreadableRows();
    private final JournalReaders readers;
    private final List<ModuleOwner<?, ?>> owners = new CopyOnWriteArrayList<>();
    private volatile boolean closing;
    private volatile boolean closed;

    private Journal(
            JournalStorage journalStorage,
            LoopExecutor loopExecutor,
            Times times,
            FatalFailures fatal) {
        JournalStorage.Opened opened = journalStorage.claim();
        JournalHead journalHead = opened.head();
        this.journalStorage = journalStorage;
        this.loopExecutor = loopExecutor;
        this.fatal = fatal;
        this.readers = new JournalReaders(this, loopExecutor, fatal);
        this.cleanShutdown = opened.cleanShutdown();
        this.clock =
                new SteadyClock(
                        times.wall(),
                        times.nanos(),
                        Optional.of(journalHead.at()).filter(at -> at.isAfter(Instant.EPOCH)));
        this.recentEvents = new RecentEvents(journalHead.seq());
        this.journalWriter =
                new JournalWriter(
                        journalStorage,
                        new JournalWriter.Position(journalHead, opened.newestEvent()),
                        new Times(clock, times.nanos()),
                        commitGroup -> recentEvents.add(commitGroup.events()),
                        fatal);
    }

    /** Where time comes from: the machine's clock, and a counter that never goes back. */
    public record Times(InstantSource wall, LongSupplier nanos) {}

    /** Opens the journal, begins a new term, and starts the writer. */
    public static Journal open(
            JournalStorage journalStorage, LoopExecutor loopExecutor, Times times) {
        return open(journalStorage, loopExecutor, times, FatalFailures.MACHINE);
    }

    /** The same with another policy about unexpected failures. */
    public static Journal open(
            JournalStorage journalStorage,
            LoopExecutor loopExecutor,
            Times times,
            FatalFailures fatal) {
        try {
            var journal = new Journal(journalStorage, loopExecutor, times, fatal);
            loopExecutor.start("journal-writer", journal.journalWriter);
            return journal;
        } catch (JournalStorage.Refused e) {
            journalStorage.close();
            throw JournalProblems.notOpened(e);
        } catch (Problem e) {
            journalStorage.close();
            throw e;
        }
    }

    /** The clock of the server. */
    public SteadyClock clock() {
        return clock;
    }

    /** The server's time. */
    public Instant now() {
        return clock.instant();
    }

    public long term() {
        return journalWriter.head().term();
    }

    /** Number of the newest durable event. */
    public long seq() {
        return recentEvents.newest();
    }

    /** The number of facts, which is the size of the Merkle tree. */
    public long factCount() {
        return journalWriter.head().leaves();
    }

    public JournalHealth health() {
        return journalWriter.health();
    }

    /** Whether the previous server shut down cleanly. */
    public boolean wasCleanShutdown() {
        return cleanShutdown;
    }

    /** Writes one commit that depends on no snapshot; returns when it is durable. */
    public CommitResult write(Commit commit) {
        return await(send(commit));
    }

    /** The same without waiting. */
    public CompletableFuture<CommitResult> send(Commit commit) {
        return send(commit, CommitBatch.Extra.NONE);
    }

    CompletableFuture<CommitResult> send(Commit commit, CommitBatch.Extra extra) {
        CommitBatch.Entry entry;
        try {
            entry = CommitBatch.Entry.of(EncodedCommit.of(commit));
        } catch (Problem notStorable) {
            return CompletableFuture.failedFuture(notStorable);
        }
        CommitBatch commitBatch = CommitBatch.of(entry, extra);
        try {
            if (closing) {
                commitBatch.refuse(JournalProblems.closed());
            } else if (!submit(commitBatch, MAX_SUBMIT_WAIT)) {
                commitBatch.refuse(JournalProblems.busy());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            commitBatch.refuse(JournalProblems.closed());
        }
        return entry.answer();
    }

    /** Appends one fact that depends on no snapshot. */
    public CommitResult append(Fact fact, Actor actor, String subject) {
        return write(Commit.of(EventDraft.of(fact, actor, subject)));
    }

    /** Starts the owner of a module with the snapshot that the module built from its tables. */
    public <P extends Snapshot<P>, Q> ModuleOwner<P, Q> owner(
            String module, P initial, ModuleOwner.Rules<P, Q> rules) {
        var moduleOwner = new ModuleOwner<>(this, initial, rules, fatal);
        owners.add(moduleOwner);
        loopExecutor.start(module + "-owner", moduleOwner);
        return moduleOwner;
    }

    /** Starts a reader at its stored cursor. */
    public void follow(JournalReader journalReader) {
        readers.follow(journalReader);
    }

    /** The readers that run in this server, and others whose cursors are stored. */
    public List<ReaderState> readers() {
        return readers.states();
    }

    /** Only those that run, from memory: also while the database does not answer. */
    public List<ReaderState> runningReaders() {
        return readers.running();
    }

    /** Lets a reader pass over the event at which it fails. */
    public CompletableFuture<CommitResult> skipEvent(String reader, long event, Actor actor) {
        return readers.skip(reader, event, actor);
    }

    /** Ends a reader for good, or the cursor of one that no longer exists: no events are kept for it any longer. */
    public CompletableFuture<CommitResult> retireReader(String reader, Actor actor) {
        return readers.retire(reader, actor);
    }

    Map<String, CommitGroup.Cursor> storedCursors() {
        return read(journalStorage::cursors);
    }

    /**
     * Every record of a table: a module builds its snapshot from it when it starts. A row that cannot be read stays in
     * the database and is listed by {@link #unreadableRows}; it stops nothing.
     */
    @Override
    public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        read(
                () -> {
                    journalStorage.rows(table, unreadable.skipping(each));
                    return true;
                });
    }

    /** A range of records of a table whose key is one text column: for tables that are too large for a snapshot. */
    public <R extends Record> List<R> rows(Table<R> table, KeyRange keyRange) {
        List<R> found = new ArrayList<>();
        return read(
                () -> {
                    journalStorage.rows(table, keyRange, unreadable.skipping(found::add));
                    return found;
                });
    }

    /** Stored rows that were skipped because they cannot be read, at most 1,000. */
    public Collection<UnreadableRow> unreadableRows() {
        return unreadable.rows();
    }

    /** Durable events after {@code seq}, at most {@code limit}, in order. */
    public List<Event> events(Set<JournalStream> streams, long seq, int limit) {
        return recentEvents
                .after(streams, seq, limit)
                .orElseGet(() -> storedEvents(streams, seq, limit));
    }

    /** Durable events before {@code seq}, at most {@code limit}, the newest first. */
    public List<Event> eventsBefore(Set<JournalStream> streams, long seq, int limit) {
        long end = Math.min(seq, seq() + 1);
        return read(() -> journalStorage.eventsBefore(streams, end, limit));
    }

    /** Durable facts about one subject, or of one team. */
    public List<Event> history(HistoryQuery query) {
        long newest = seq();
        return read(() -> journalStorage.history(query)).stream()
                .filter(event -> event.seq() <= newest)
                .toList();
    }

    /** The kept hash of a pruned body, hexadecimal. */
    public Optional<String> prunedBodyHash(long seq) {
        return read(() -> journalStorage.prunedBodyHash(seq));
    }

    /**
     * The two streams are read one after the other while commits continue. Events newer than the newest one at the
     * start of this read are left for the next read; otherwise a reader could skip an event of the other stream.
     */
    List<Event> storedEvents(Set<JournalStream> streams, long seq, int limit) {
        long newest = seq();
        return read(() -> journalStorage.events(streams, seq, limit)).stream()
                .takeWhile(event -> event.seq() <= newest)
                .toList();
    }

    /** Waits until there is an event after {@code seq}; false if none arrives in time. */
    public boolean awaitAfter(long seq, Duration atMost) throws InterruptedException {
        return recentEvents.awaitAfter(seq, atMost);
    }

    /** Compares every fact with its leaf hash. Finds damage that a database does not notice, such as a flipped byte. */
    public long check() {
        return read(journalStorage::check);
    }

    /**
     * Drops what is older than the policy allows and applied by every reader. Returns whether there is more to drop.
     */
    public boolean sweep(RetentionPolicy retentionPolicy) {
        return await(sweepAsync(retentionPolicy));
    }

    /** The same without waiting. */
    public CompletableFuture<Boolean> sweepAsync(RetentionPolicy retentionPolicy) {
        return new RetentionSweep(this, readers).sweep(retentionPolicy);
    }

    /** A read may find damage that writing does not notice. After that, nothing is written. */
    private <T> T read(Supplier<T> query) {
        try {
            return query.get();
        } catch (JournalStorage.Refused e) {
            Problem problem = JournalProblems.of(e);
            if (e.reason() == JournalStorage.Cause.CORRUPT) {
                journalWriter.stop(problem, List.of());
            }
            throw problem;
        }
    }

    /**
     * The stored answer of an earlier request under this key; empty if there was none.
     *
     * @throws Problem if the earlier request was another one
     */
    public Optional<String> storedAnswer(IdempotencyKey key) {
        CommitGroup.Answer answer = storedAnswers(List.of(key.name())).get(key.name());
        if (answer == null) {
            return Optional.empty();
        }
        if (!answer.key().fingerprint().equals(key.fingerprint())) {
            throw JournalProblems.keyReused(key.name());
        }
        return Optional.of(answer.text());
    }

    Map<String, CommitGroup.Answer> storedAnswers(Collection<String> names) {
        return read(() -> journalStorage.answers(names));
    }

    List<String> answersBefore(Instant at, int limit) {
        return read(() -> journalStorage.answersBefore(at, limit));
    }

    boolean submit(CommitBatch commitBatch, Duration atMost) throws InterruptedException {
        return journalWriter.submit(commitBatch, atMost);
    }

    JournalStorage storage() {
        return journalStorage;
    }

    /** A loop of the journal failed: nothing more is written, and all waiting callers get a problem. */
    void stop(Throwable cause) {
        journalWriter.stop(JournalProblems.broken(cause), List.of());
    }

    boolean closing() {
        return closing;
    }

    boolean closed() {
        return closed;
    }

    /** Waits for an answer and throws its problem unwrapped. */
    public static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw e;
        }
    }

    /**
     * Shuts down cleanly: writes the accepted commits, records the clean shutdown, then closes the storage. A second
     * caller waits until that is done.
     */
    @Override
    public synchronized void close() {
        if (closing) {
            return;
        }
        closing = true;
        loopExecutor.close();
        try {
            readers.storeCursors();
            boolean clean = journalWriter.finish(owners);
            closed = true;
            owners.forEach(ModuleOwner::refuseWaiting);
            readers.refuseOrders();
            if (clean) {
                journalStorage.recordCleanShutdown(journalWriter.head());
            }
        } finally {
            journalStorage.close();
        }
    }
}
