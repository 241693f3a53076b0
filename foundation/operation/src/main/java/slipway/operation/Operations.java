package slipway.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.IdGenerator;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.EventDraft;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.table.JournalJson;
import slipway.journal.table.RowChange;
import slipway.operation.Operation.Failure;
import slipway.operation.Operation.Progress;
import slipway.operation.Operation.Status;

/**
 * The operations of a server. Their states are durable, their progress is in memory. An operation that was active at a
 * stop is marked as interrupted at the next start.
 */
public final class Operations implements AutoCloseable {

    public static final ModuleSchema SCHEMA = new ModuleSchema("operation", 1);

    /** How long an operation is kept after its end. */
    public static final Duration RETENTION = Duration.ofDays(30);

    static final int MAX_ACTIVE = 100;
    private static final int SWEEP_SIZE = 500;
    private static final Actor SELF = Actor.system("operations");
    private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

    private final Journal journal;
    private final IdGenerator ids;
    private final Executor executor;
    private final Map<String, Entry> entries = new ConcurrentSkipListMap<>();
    private volatile boolean closing;

    private Operations(Journal journal, IdGenerator ids, Executor executor) {
        this.journal = journal;
        this.ids = ids;
        this.executor = executor;
    }

    /** An operation of this server, or one that ended before its start. */
    private static final class Entry {

        private final OperationProgress progress = new OperationProgress();
        private final AtomicBoolean begun = new AtomicBoolean();
        private volatile Operation operation;

        Entry(Operation operation) {
            this.operation = operation;
        }

        Operation now() {
            Operation known = operation;
            return known.status().active() ? known.in(known.status(), progress.snapshot()) : known;
        }
    }

    /**
     * What is to be done.
     *
     * @param type such as {@code audit.verify}
     * @param permission who holds it everywhere may see and cancel the operation
     */
    public record Request(
            String type,
            String target,
            Permission permission,
            Actor actor,
            Optional<IdempotencyKey> key) {}

    private record Started(String operation) {}

    /**
     * Reads the operations.
     *
     * @param executor runs tasks, each for a long time
     */
    public static Operations open(Journal journal, IdGenerator ids, Executor executor) {
        var operations = new Operations(journal, ids, executor);
        List<Entry> interrupted = new ArrayList<>();
        journal.rows(
                OperationRow.TABLE,
                row -> {
                    var entry = new Entry(row.operation());
                    operations.entries.put(row.id(), entry);
                    if (entry.operation.status().active()) {
                        interrupted.add(entry);
                    }
                });
        var failed = new Status.Failed(journal.now(), OperationProblems.interrupted());
        interrupted.forEach(entry -> operations.end(entry, failed));
        return operations;
    }

    /**
     * Starts an operation, and returns when it is durable. If one of this type is active for the target, that one is
     * returned.
     */
    public synchronized Operation start(Request request, OperationTask task) {
        Optional<Operation> same =
                active().filter(each -> each.type().equals(request.type()))
                        .filter(each -> each.target().equals(request.target()))
                        .findFirst();
        if (same.isPresent()) {
            return same.get();
        }
        if (active().count() >= MAX_ACTIVE) {
            throw OperationProblems.tooMany(MAX_ACTIVE);
        }
        Instant now = journal.now();
        var operation =
                new Operation(
                        "op_" + ids.next(),
                        request.type(),
                        request.target(),
                        request.actor().name(),
                        request.permission(),
                        now,
                        new Status.Queued(now),
                        Progress.NONE);
        Commit commit =
                Commit.of(List.of(), List.of(put(operation)))
                        .answering(JournalJson.write(new Started(operation.id())));
        CommitResult result = journal.write(request.key().map(commit::under).orElse(commit));
        Started started = (Started) JournalJson.read(result.answer(), Started.class);
        if (result.repeated()) {
            return find(started.operation()).orElse(operation);
        }
        var entry = new Entry(operation);
        entries.put(operation.id(), entry);
        executor.execute(() -> run(entry, task));
        return operation;
    }

    private Stream<Operation> active() {
        return all().filter(operation -> operation.status().active());
    }

    /** All operations, oldest first. */
    public Stream<Operation> all() {
        return entries.values().stream().map(Entry::now);
    }

    public Optional<Operation> find(String id) {
        return Optional.ofNullable(entries.get(id)).map(Entry::now);
    }

    /** Cancels an operation. One that runs ends soon; one that has ended stays as it is. */
    public Optional<Operation> cancel(String id) {
        Entry entry = entries.get(id);
        if (entry != null) {
            entry.progress.cancel();
            if (entry.begun.compareAndSet(false, true)) {
                if (entry.operation.status().active()) {
                    end(entry, new Status.Cancelled(journal.now()));
                }
            } else {
                markStopping(entry);
            }
        }
        return find(id);
    }

    private void markStopping(Entry entry) {
        synchronized (entry) {
            Operation operation = entry.operation;
            if (operation.status() instanceof Status.Running) {
                entry.operation =
                        operation.in(new Status.Stopping(journal.now()), operation.progress());
            }
        }
    }

    private void run(Entry entry, OperationTask task) {
        if (closing || !entry.begun.compareAndSet(false, true)) {
            return;
        }
        try {
            change(entry, new Status.Running(journal.now()), List.of());
            String result = task.run(entry.progress);
            end(entry, new Status.Succeeded(journal.now(), result));
        } catch (CancellationException | InterruptedException e) {
            if (!closing) {
                end(entry, new Status.Cancelled(journal.now()));
            }
        } catch (Problem problem) {
            fail(entry, OperationProblems.of(problem));
        } catch (Exception | Error e) {
            LOG.error("Operation {} failed", entry.operation.id(), e);
            fail(entry, OperationProblems.failure(String.valueOf(e.getMessage())));
        }
    }

    private void fail(Entry entry, Failure failure) {
        if (!closing) {
            end(entry, new Status.Failed(journal.now(), failure));
        }
    }

    private void end(Entry entry, Status status) {
        Operation operation = entry.operation;
        try {
            change(entry, status, events(operation, status));
        } catch (Problem problem) {
            LOG.error(
                    "The end of operation {} could not be stored: {}",
                    operation.id(),
                    problem.getMessage());
            entry.operation = operation.in(status, entry.progress.snapshot());
        }
    }

    /** Routine work that succeeds is not worth an entry of the audit log. */
    private static List<EventDraft> events(Operation operation, Status status) {
        boolean routine =
                operation.author().startsWith("system/") && status instanceof Status.Succeeded;
        var fact =
                new Fact.OperationEnded(
                        operation.id(), operation.type(), OperationRow.state(status));
        return routine ? List.of() : List.of(EventDraft.of(fact, SELF, operation.id()));
    }

    private void change(Entry entry, Status status, List<EventDraft> events) {
        Operation changed = entry.operation.in(status, entry.progress.snapshot());
        journal.write(Commit.of(events, List.of(put(changed))));
        synchronized (entry) {
            entry.operation = changed;
        }
    }

    private static RowChange put(Operation operation) {
        return new RowChange.Put<>(OperationRow.TABLE, OperationRow.of(operation));
    }

    /** Removes operations that have ended before the retention. */
    public void sweep() {
        Instant before = journal.clock().trusted().minus(RETENTION);
        List<Operation> old =
                all().filter(operation -> !operation.status().active())
                        .filter(operation -> operation.status().since().isBefore(before))
                        .limit(SWEEP_SIZE)
                        .toList();
        if (!old.isEmpty()) {
            List<RowChange> rows = new ArrayList<>();
            old.forEach(
                    operation ->
                            rows.add(
                                    new RowChange.Remove<>(
                                            OperationRow.TABLE, OperationRow.of(operation))));
            journal.write(Commit.of(List.of(), rows));
            old.forEach(operation -> entries.remove(operation.id()));
        }
    }

    /** Ends the active tasks; the next start marks their operations as interrupted. */
    @Override
    public void close() {
        closing = true;
        entries.values().forEach(entry -> entry.progress.cancel());
    }
}
