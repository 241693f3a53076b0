package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.LoopExecutor;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.table.Ledger;

/** The database ends the writer's connection again and again, while many write. */
@Tag("database")
class PostgresLostConnectionTest {

    private static final int WRITERS = 8;
    private static final int EACH = 40;
    private static final String KILL =
            "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'";

    private final DatabaseAddress.Postgres place = PostgresServer.place();
    private final Semaphore acknowledged = new Semaphore(0);

    @Test
    void no_commit_is_lost_or_written_twice() throws Exception {
        int kills;
        try (Journal journal = open()) {
            var moduleOwner = journal.owner("ledger", Ledger.open(journal), Ledger::decide);
            kills = killWhileAllPay(moduleOwner);
            assertThat(Ledger.open(journal)).isEqualTo(moduleOwner.snapshot());
        }
        assertThat(kills).isGreaterThan(3);
        try (Journal journal = open()) {
            Ledger ledger = Ledger.open(journal);
            assertThat(ledger.units("sink")).isEqualTo(100 + WRITERS * EACH);
            assertThat(journal.check()).isEqualTo(WRITERS * EACH);
            assertThat(journal.seq()).isEqualTo(WRITERS * EACH);
        }
    }

    private int killWhileAllPay(ModuleOwner<Ledger, Ledger.Pay> moduleOwner) throws Exception {
        int kills = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                String name = "w" + writer;
                writers.add(threads.submit(() -> payAll(moduleOwner, name)));
            }
            for (int at = 20; at < WRITERS * EACH; at += 30) {
                acknowledged.acquire(kills == 0 ? 20 : 30);
                PostgresServer.run(KILL);
                kills++;
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        return kills;
    }

    private void payAll(ModuleOwner<Ledger, Ledger.Pay> moduleOwner, String name) {
        try {
            for (int i = 0; i < EACH; i++) {
                var moduleRequest =
                        ModuleRequest.of(new Ledger.Pay(name, "sink", 1), JournalContract.ANA)
                                .under(IdempotencyKey.of(name, "k" + i, "pay"));
                payUntilAcknowledged(moduleOwner, moduleRequest);
                acknowledged.release();
            }
        } catch (RuntimeException | AssertionError e) {
            acknowledged.release(WRITERS * EACH); // its future reports the failure
            throw e;
        }
    }

    private static void payUntilAcknowledged(
            ModuleOwner<Ledger, Ledger.Pay> moduleOwner, ModuleRequest<Ledger.Pay> moduleRequest) {
        boolean done = false;
        while (!done) {
            try {
                moduleOwner.ask(moduleRequest).get();
                done = true;
            } catch (ExecutionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                Problem.class,
                                p -> assertThat(p.code().status()).as(p.toString()).isEqualTo(503));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private Journal open() {
        return Journal.open(
                new SqlJournalStorage(
                        Database.open(place, List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA))),
                LoopExecutor.threads(),
                new Journal.Times(() -> Instant.parse("2026-09-17T14:20:00Z"), () -> 0L));
    }
}
