package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.LoopExecutor;

class BusyReadersTest {

    @TempDir Path directory;

    @Test
    @Timeout(60)
    void a_keyed_commit_does_not_wait_for_readers_that_hold_every_connection()
            throws InterruptedException {
        Database database =
                Database.open(new DatabaseAddress.Sqlite(directory), List.of(ModuleSchema.JOURNAL));
        int all = database.dialect().connections();
        var holding = new CountDownLatch(all);
        var release = new CountDownLatch(1);
        var times = new Journal.Times(() -> Instant.EPOCH, () -> 0L);
        try (Journal journal =
                        Journal.open(
                                new SqlJournalStorage(database), LoopExecutor.threads(), times);
                var readers = Executors.newFixedThreadPool(all)) {
            for (int i = 0; i < all; i++) {
                readers.execute(() -> database.read(_ -> hold(holding, release)));
            }
            holding.await();
            Commit commit =
                    Commit.of(
                            EventDraft.of(
                                    new Fact.NoteWritten("now"), JournalContract.ANA, "note"));
            assertThat(journal.write(commit.under(IdempotencyKey.of("ana", "k", "r"))).seq())
                    .isEqualTo(1);
            release.countDown();
        }
    }

    private static boolean hold(CountDownLatch holding, CountDownLatch release) {
        holding.countDown();
        try {
            release.await();
            return true;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
