package slipway.audit;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import slipway.journal.Event;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;

/** A source of facts and rows: the journal of a running server, or a storage. */
interface AuditSource {

    /** At most {@code limit} facts after this number, in order. */
    List<Event> facts(long after, int limit);

    /** The kept hash of a pruned body, hexadecimal. */
    Optional<String> prunedBodyHash(long seq);

    <R extends Record> void rows(Table<R> table, RowSink<R> each);

    static AuditSource of(Journal journal) {
        return new AuditSource() {
            @Override
            public List<Event> facts(long after, int limit) {
                return journal.events(Set.of(JournalStream.FACTS), after, limit);
            }

            @Override
            public Optional<String> prunedBodyHash(long seq) {
                return journal.prunedBodyHash(seq);
            }

            @Override
            public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
                journal.rows(table, each);
            }
        };
    }

    static AuditSource of(JournalStorage journalStorage) {
        return new AuditSource() {
            @Override
            public List<Event> facts(long after, int limit) {
                return read(() -> journalStorage.events(Set.of(JournalStream.FACTS), after, limit));
            }

            @Override
            public Optional<String> prunedBodyHash(long seq) {
                return read(() -> journalStorage.prunedBodyHash(seq));
            }

            @Override
            public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
                read(
                        () -> {
                            journalStorage.rows(table, each);
                            return true;
                        });
            }
        };
    }

    private static <T> T read(Supplier<T> query) {
        try {
            return query.get();
        } catch (JournalStorage.Refused e) {
            throw e.problem();
        }
    }
}
