package slipway.audit;

import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.MemoryStorage;
import slipway.journal.RetentionPolicy;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.testkit.MovingClock;

/** A journal with its audit log, whose loops the test runs step by step. */
final class AuditFixture implements AutoCloseable {

    static final List<ModuleSchema> SCHEMAS = List.of(ModuleSchema.JOURNAL, Audit.SCHEMA);
    static final Actor ANA = new Actor("ana", "cli", "r1");

    final ManualLoops loops = new ManualLoops();
    final MovingClock clock;
    final Journal journal;
    final Audit audit;

    private AuditFixture(
            JournalStorage journalStorage, KeyPair keys, Optional<Path> place, Instant start) {
        this.clock = MovingClock.at(start);
        this.journal =
                Journal.open(
                        journalStorage,
                        loops,
                        new Journal.Times(clock, clock::nanos),
                        MemoryStorage.Died.class::isInstance);
        this.audit = Audit.open(journal, keys, place, Runnable::run);
    }

    static AuditFixture open(JournalStorage journalStorage, KeyPair keys, Optional<Path> place) {
        return new AuditFixture(journalStorage, keys, place, Instant.parse("2026-09-17T14:00:00Z"));
    }

    static AuditFixture open(Path directory, KeyPair keys, Optional<Path> place) {
        return open(
                new SqlJournalStorage(
                        Database.open(new DatabaseAddress.Sqlite(directory), SCHEMAS)),
                keys,
                place);
    }

    CommitResult note(String text) {
        EventDraft eventDraft = EventDraft.of(new Fact.NoteWritten(text), ANA, "n").in("vision");
        var written = journal.send(Commit.of(eventDraft));
        loops.turn("journal-writer");
        return Journal.await(written);
    }

    /** Notes with these numbers; all in one commit would make them one group. */
    void notes(int from, int to) {
        IntStream.rangeClosed(from, to).forEach(i -> note("note " + i));
        loops.settle();
    }

    Seal seal() {
        clock.forward(Duration.ofMinutes(6));
        var sealing = audit.sealAsync();
        loops.settle();
        Seal seal = Journal.await(sealing);
        audit.sealIfDue(clock.instant());
        return seal;
    }

    void prune(Duration older) {
        var swept =
                journal.sweepAsync(
                        new RetentionPolicy(older, Duration.ofDays(1), Duration.ofDays(1)));
        loops.settle();
        Journal.await(swept);
    }

    @Override
    public void close() {
        loops.settle();
        journal.close();
    }
}
