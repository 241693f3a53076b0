package slipway.bench.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import slipway.bench.kit.Samples;
import slipway.journal.CommitGroup;
import slipway.journal.Event;
import slipway.journal.HistoryQuery;
import slipway.journal.JournalHead;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;

/** A storage that records the time of each of its writes, fsync included. */
final class TimedStorage implements JournalStorage {

    private final JournalStorage journalStorage;
    private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

    TimedStorage(JournalStorage journalStorage) {
        this.journalStorage = journalStorage;
    }

    /** The writes since the last call. */
    Samples writes() {
        List<Long> taken = new ArrayList<>();
        for (Long next = nanos.poll(); next != null; next = nanos.poll()) {
            taken.add(next);
        }
        return Samples.of(taken);
    }

    @Override
    public void write(CommitGroup commitGroup) {
        long start = System.nanoTime();
        journalStorage.write(commitGroup);
        nanos.add(System.nanoTime() - start);
    }

    @Override
    public Opened claim() {
        return journalStorage.claim();
    }

    @Override
    public JournalHead head() {
        return journalStorage.head();
    }

    @Override
    public Map<String, CommitGroup.Answer> answers(Collection<String> names) {
        return journalStorage.answers(names);
    }

    @Override
    public List<Event> events(Set<JournalStream> streams, long seq, int limit) {
        return journalStorage.events(streams, seq, limit);
    }

    @Override
    public List<Event> eventsBefore(Set<JournalStream> streams, long seq, int limit) {
        return journalStorage.eventsBefore(streams, seq, limit);
    }

    @Override
    public List<Event> history(HistoryQuery query) {
        return journalStorage.history(query);
    }

    @Override
    public Optional<String> prunedBodyHash(long seq) {
        return journalStorage.prunedBodyHash(seq);
    }

    @Override
    public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        journalStorage.rows(table, each);
    }

    @Override
    public <R extends Record> void rows(Table<R> table, KeyRange keyRange, RowSink<R> each) {
        journalStorage.rows(table, keyRange, each);
    }

    @Override
    public List<String> answersBefore(Instant at, int limit) {
        return journalStorage.answersBefore(at, limit);
    }

    @Override
    public Map<String, CommitGroup.Cursor> cursors() {
        return journalStorage.cursors();
    }

    @Override
    public long check() {
        return journalStorage.check();
    }

    @Override
    public void recordCleanShutdown(JournalHead last) {
        journalStorage.recordCleanShutdown(last);
    }

    @Override
    public void close() {
        journalStorage.close();
    }
}
