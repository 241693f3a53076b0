package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.JournalStorage;
import slipway.journal.LoopExecutor;

/** Connections for reading cannot write, and a journal that is closed twice is closed once. */
@Timeout(60)
class ReadOnlyConnectionsTest {

    @Test
    void a_reader_cannot_write(@TempDir Path directory) {
        try (Database db =
                Database.open(
                        new DatabaseAddress.Sqlite(directory), List.of(ModuleSchema.JOURNAL))) {
            assertThatThrownBy(
                            () ->
                                    db.read(
                                            connection -> {
                                                try (Statement statement =
                                                        connection.createStatement()) {
                                                    return statement.executeUpdate(
                                                            "update journal_head set seq = 7");
                                                }
                                            }))
                    .isInstanceOf(JournalStorage.Refused.class);
        }
    }

    @Test
    void the_second_of_two_concurrent_calls_of_close_waits_for_the_first(@TempDir Path directory)
            throws InterruptedException {
        Journal journal =
                Journal.open(
                        new SqlJournalStorage(
                                Database.open(
                                        new DatabaseAddress.Sqlite(directory),
                                        List.of(ModuleSchema.JOURNAL))),
                        LoopExecutor.threads(),
                        new Journal.Times(() -> Instant.EPOCH, () -> 0L));
        journal.write(
                Commit.of(EventDraft.of(new Fact.NoteWritten("n"), JournalContract.ANA, "note")));
        var go = new CountDownLatch(1);
        var closings = List.of(closing(journal, directory, go), closing(journal, directory, go));
        go.countDown();
        closings.forEach(closing -> assertThat(closing.join()).isTrue());
    }

    /** Whether the directory is free when the call returns. */
    private static CompletableFuture<Boolean> closing(
            Journal journal, Path directory, CountDownLatch go) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        go.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    journal.close();
                    return DirectoryLock.holder(directory).isEmpty();
                });
    }
}
