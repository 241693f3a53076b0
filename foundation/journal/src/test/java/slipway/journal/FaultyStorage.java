package slipway.journal;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;

/** Storages with one known defect each, to prove that the tests find it. */
public final class FaultyStorage implements JournalStorage {

    /** The defect. */
    public enum Flaw {
        /** Acknowledges a group before it is durable; a crash loses it. */
        ACKNOWLEDGES_EARLY,
        /** Loses the stored answers of idempotency keys. */
        FORGETS_ANSWERS,
        /** Lets a server of an older term write. */
        FENCES_NOBODY,
        /** Claims after an unknown outcome that nothing was written. */
        DENIES_WHAT_IT_STORED,
        /** Stores the events of a group without its rows. */
        LOSES_ROWS
    }

    private final MemoryStorage sound;
    private final Flaw flaw;
    private Optional<CommitGroup> late = Optional.empty();
    private Optional<JournalHead> told = Optional.empty();

    public FaultyStorage(MemoryStorage sound, Flaw flaw) {
        this.sound = sound;
        this.flaw = flaw;
    }

    @Override
    public Opened claim() {
        Opened opened = sound.claim();
        told = Optional.of(opened.head());
        return opened;
    }

    @Override
    public void write(CommitGroup commitGroup) {
        switch (flaw) {
            case ACKNOWLEDGES_EARLY -> {
                late.ifPresent(sound::write);
                late = Optional.of(commitGroup);
            }
            case FENCES_NOBODY -> sound.write(inNewestTerm(commitGroup));
            case LOSES_ROWS ->
                    sound.write(
                            new CommitGroup(
                                    commitGroup.before(),
                                    commitGroup.after(),
                                    commitGroup.events(),
                                    List.of(),
                                    commitGroup.bookkeeping()));
            case FORGETS_ANSWERS, DENIES_WHAT_IT_STORED -> {
                sound.write(commitGroup);
                told = Optional.of(commitGroup.after());
            }
        }
    }

    private CommitGroup inNewestTerm(CommitGroup commitGroup) {
        JournalHead now = sound.head();
        JournalHead before =
                new JournalHead(now.writes(), now.seq(), now.leaves(), now.term(), now.at());
        JournalHead after = commitGroup.after().inTerm(now.term());
        return new CommitGroup(
                before, after, commitGroup.events(), commitGroup.rows(), commitGroup.bookkeeping());
    }

    @Override
    public JournalHead head() {
        JournalHead now = sound.head();
        return flaw == Flaw.DENIES_WHAT_IT_STORED ? told.orElse(now) : now;
    }

    @Override
    public Map<String, CommitGroup.Answer> answers(Collection<String> names) {
        return flaw == Flaw.FORGETS_ANSWERS ? Map.of() : sound.answers(names);
    }

    @Override
    public List<Event> events(Set<JournalStream> streams, long seq, int limit) {
        return sound.events(streams, seq, limit);
    }

    @Override
    public List<Event> eventsBefore(Set<JournalStream> streams, long seq, int limit) {
        return sound.eventsBefore(streams, seq, limit);
    }

    @Override
    public List<Event> history(HistoryQuery query) {
        return sound.history(query);
    }

    @Override
    public Optional<String> prunedBodyHash(long seq) {
        return sound.prunedBodyHash(seq);
    }

    @Override
    public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        sound.rows(table, each);
    }

    @Override
    public <R extends Record> void rows(Table<R> table, KeyRange keyRange, RowSink<R> each) {
        sound.rows(table, keyRange, each);
    }

    @Override
    public List<String> answersBefore(Instant at, int limit) {
        return sound.answersBefore(at, limit);
    }

    @Override
    public Map<String, CommitGroup.Cursor> cursors() {
        return sound.cursors();
    }

    @Override
    public long check() {
        return sound.check();
    }

    @Override
    public void recordCleanShutdown(JournalHead last) {
        late.ifPresent(sound::write);
        sound.recordCleanShutdown(last);
    }

    @Override
    public void close() {
        sound.close();
    }
}
