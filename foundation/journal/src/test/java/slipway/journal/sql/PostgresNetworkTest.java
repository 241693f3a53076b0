package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.EventDraft;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalContract;
import slipway.journal.JournalHealth;
import slipway.journal.LoopExecutor;
import slipway.journal.table.Ledger;

/** A network that breaks between the server and its database blocks no write for longer than it is broken. */
@Tag("database")
@Timeout(120)
@SuppressWarnings("NullAway.Init") // opened before each test
class PostgresNetworkTest {

    private final DatabaseAddress.Postgres direct = PostgresServer.place();
    private NetworkProxy network;
    private Journal journal;

    @BeforeEach
    void open() throws IOException {
        int port = URI.create(direct.url().substring("jdbc:".length())).getPort();
        network = new NetworkProxy(port);
        String url =
                direct.url().replace(":" + port + "/", ":" + network.port() + "/")
                        + "&socketTimeout=1&connectTimeout=1";
        var place = new DatabaseAddress.Postgres(url, direct.user(), direct.password(), 2);
        journal =
                Journal.open(
                        new SqlJournalStorage(
                                Database.open(place, List.of(ModuleSchema.JOURNAL, Ledger.SCHEMA))),
                        LoopExecutor.threads(),
                        new Journal.Times(() -> Instant.parse("2026-09-17T14:20:00Z"), () -> 0L));
    }

    @AfterEach
    void close() {
        journal.close();
        network.close();
    }

    private static Commit note(String text) {
        return Commit.of(EventDraft.of(new Fact.NoteWritten(text), JournalContract.ANA, "note"));
    }

    @Test
    void a_silent_network_leaves_no_lock_behind_that_keeps_this_server_out() throws Exception {
        journal.write(note("before"));
        network.goSilent();
        CompletableFuture<CommitResult> lost = journal.send(note("lost"));
        network.awaitSwallowed();
        network.recover();
        assertThatThrownBy(lost::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.code().status()).isEqualTo(503));
        journal.write(note("after"));
        assertThat(journal.health()).isInstanceOf(JournalHealth.Writing.class);
    }

    @Test
    void a_look_up_is_repeated_once_after_a_failover() {
        assertThat(keyed("one").seq()).isEqualTo(1);
        network.cut(true);
        assertThat(keyed("one").repeated()).as("needs the look-up alone").isTrue();
    }

    private CommitResult keyed(String key) {
        return journal.write(note(key).under(IdempotencyKey.of("ana", key, key)));
    }

    @Test
    void a_look_up_in_a_silent_network_ends() throws Exception {
        keyed("one");
        network.goSilent();
        CompletableFuture<CommitResult> lost =
                journal.send(note("two").under(IdempotencyKey.of("ana", "two", "two")));
        network.awaitSwallowed();
        network.recover();
        lost.handle((_, _) -> true).get();
        assertThat(keyed("one").repeated()).isTrue();
    }
}
