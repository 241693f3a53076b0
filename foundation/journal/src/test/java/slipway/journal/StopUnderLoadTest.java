package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.journal.table.Ledger;

/** A stop while many ask and readers follow: everybody gets an answer, and the stop comes to an end. */
class StopUnderLoadTest {

    private static final int EACH = 300;

    @TempDir Path directory;
    private final Queue<CompletableFuture<CommitResult>> answers = new ConcurrentLinkedQueue<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final CountDownLatch underLoad = new CountDownLatch(50);

    @RepeatedTest(10)
    @Timeout(60)
    void a_shutdown_answers_every_caller_and_keeps_acknowledged_commits()
            throws InterruptedException {
        Journal journal = open();
        var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
        journal.follow(new Collector("one", 1));
        journal.follow(new Collector("two", 1));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 0; thread < 6; thread++) {
                String name = "w" + thread;
                threads.execute(() -> askAll(moduleOwner, journal, name));
            }
            underLoad.await();
            journal.close();
        }
        assertThat(answers).allMatch(CompletableFuture::isDone);
        try (Journal again = open()) {
            assertThat(again.wasCleanShutdown()).isTrue();
            assertThat(again.seq()).isEqualTo(acknowledged.get());
        }
    }

    private void askAll(ModuleOwner<Ledger, Ledger.Pay> moduleOwner, Journal journal, String name) {
        for (int i = 0; i < EACH; i++) {
            var pay = new Ledger.Pay(name, name, 1);
            var moduleRequest =
                    ModuleRequest.of(pay, JournalContract.ANA)
                            .under(IdempotencyKey.of(name, "k" + i, "pay"));
            keep(moduleOwner.ask(moduleRequest));
            keep(journal.send(Commit.of(Ledger.paid(pay, JournalContract.ANA))));
        }
    }

    private void keep(CompletableFuture<CommitResult> answer) {
        answers.add(answer.whenComplete((commitResult, _) -> count(commitResult)));
    }

    private void count(@org.jspecify.annotations.Nullable CommitResult commitResult) {
        if (commitResult != null) {
            acknowledged.incrementAndGet();
            underLoad.countDown();
        }
    }

    private Journal open() {
        var place = new DatabaseAddress.Sqlite(directory.resolve("data"));
        return Journal.open(
                new SqlJournalStorage(
                        Database.open(place, List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA))),
                LoopExecutor.threads(),
                new Journal.Times(() -> Instant.parse("2026-09-17T14:20:00Z"), () -> 0L));
    }
}
