package slipway.surface.audit.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.event.EventView;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.NoBody;
import slipway.surface.api.json.RawJson;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.audit.api.AuditRoutes.AuditView;
import slipway.surface.audit.api.AuditRoutes.ProofView;
import slipway.surface.audit.api.AuditRoutes.SealView;
import slipway.testkit.Golden;

@Tag("network")
class AuditCommandsTest {

    private static final SealView SEAL =
            new SealView(
                    41_306,
                    184_902,
                    "5f7e23092481198784e0d8d28a76e4b2d693ace01cc915bfd6472d27ff72c60a",
                    Instant.parse("2026-09-17T14:18:00Z"),
                    "gpu.example.org/journal\n184902\n");

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void audit_shows_the_state_of_the_log() {
        server.answering(
                ApiCall.to(AuditRoutes.STATE),
                new AuditView(
                        184_907,
                        184_902,
                        Optional.of(SEAL),
                        Optional.of(41_306L),
                        Optional.empty()));
        matchesGolden("audit", "audit");
        server.answering(
                ApiCall.to(AuditRoutes.STATE),
                new AuditView(
                        3, 0, Optional.empty(), Optional.empty(), Optional.of("It is full.")));
        matchesGolden("audit-trouble", "audit");
    }

    @Test
    void the_log_lists_newest_entries_first_and_names_the_command_for_earlier() {
        var apiCall = newest(20);
        server.answering(
                        apiCall,
                        new ListPage<>(
                                List.of(made(184_905), refused(184_176)),
                                Optional.of("MToxODQxNzY")))
                .answering(
                        apiCall.query(CursorPaging.LIMIT, 18)
                                .query(CursorPaging.AFTER, "MToxODQxNzY"),
                        new ListPage<>(List.of(), Optional.empty()));
        matchesGolden("audit-log", "audit", "log");
    }

    @Test
    void the_log_continues_before_an_entry_with_the_same_filter() {
        server.answering(
                ApiCall.to(EventRoutes.EVENTS)
                        .query(EventRoutes.ACTOR, "sam")
                        .query(EventRoutes.ORDER, EventRoutes.Order.NEWEST)
                        .query(CursorPaging.LIMIT, 1)
                        .query(CursorPaging.AFTER, CursorPaging.cursor("184905")),
                new ListPage<>(List.of(refused(184_176)), Optional.of("MToxODQxNzY")));
        TestShell shell = new TestShell(home).asking(server);
        assertThat(
                        shell.run(
                                "audit",
                                "log",
                                "--before",
                                "184905",
                                "--actor",
                                "sam",
                                "--limit",
                                "1"))
                .as(server.requests().toString())
                .isZero();
        assertThat(shell.out())
                .endsWith(
                        "Earlier: slipway audit log --before 184176. Prove one: slipway audit prove 184176\n");
        assertThat(shell.run("audit", "log", "--all", "--limit", "1")).isEqualTo(2);
        assertThat(shell.run("audit", "log", "--limit", "0")).isEqualTo(2);
    }

    @Test
    void seals_are_listed_and_created() {
        server.answering(
                        ApiCall.to(AuditRoutes.SEALS).query(CursorPaging.LIMIT, 20),
                        new ListPage<>(List.of(SEAL), Optional.empty()))
                .answering(ApiCall.to(AuditRoutes.SEAL_NOW), SEAL);
        matchesGolden("audit-seals", "audit", "seals");
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("audit", "seal")).isZero();
        assertThat(shell.out())
                .startsWith("Seal 41,306 covers 184,902 entries. Its root is 5f7e2309");
    }

    @Test
    void a_proof_is_printed_or_written_without_overwriting() throws IOException {
        var proof =
                new ProofView(
                        184_221,
                        184_220,
                        184_902,
                        "3d9f",
                        List.of("aa", "bb"),
                        SEAL.root(),
                        SEAL,
                        new RawJson("{\"format\":\"slipway-proof-1\"}"));
        server.answering(ApiCall.to(AuditRoutes.PROOF).with(PathParameter.ENTRY, "184221"), proof);
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run("audit", "prove", "184,221")).isZero();
        assertThat(shell.out()).isEqualTo("{\n  \"format\" : \"slipway-proof-1\"\n}\n");
        assertThat(shell.run("audit", "prove", "184221", "--to", "a.proof")).isZero();
        assertThat(shell.out())
                .startsWith("Entry 184,221 is proved by 2 hashes and seal 41,306, in ")
                .contains("slipway audit check-proof ");
        assertThat(Files.readString(home.resolve("a.proof")))
                .isEqualTo("{\n  \"format\" : \"slipway-proof-1\"\n}\n");
        assertThat(shell.run("audit", "prove", "184221", "--to", "a.proof")).isEqualTo(6);
        assertThat(shell.err()).contains("is not overwritten");
        assertThat(shell.run("audit", "prove", "many")).isEqualTo(3);
    }

    private void matchesGolden(String name, String... arguments) {
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = new TestShell(home).asking(server).wide(width);
            assertThat(shell.run(arguments)).as(shell.err() + server.requests()).isZero();
            Golden.matches("audit/" + name + "-" + width + ".txt", shell.out());
        }
    }

    private static ApiCall<NoBody, ListPage<EventView>> newest(int limit) {
        return ApiCall.to(EventRoutes.EVENTS)
                .query(EventRoutes.ORDER, EventRoutes.Order.NEWEST)
                .query(CursorPaging.LIMIT, limit);
    }

    private static EventView made(long seq) {
        return event(
                seq,
                "2026-09-17T14:19:34Z",
                "token.created",
                "{\"token\":\"Yc7RmX2v\",\"owner\":\"ci-product\",\"label\":\"deploy\","
                        + "\"expires\":\"2026-12-16T10:00:00Z\"}");
    }

    private static EventView refused(long seq) {
        return event(
                seq,
                "2026-09-15T08:57:30Z",
                "access.denied",
                "{\"source\":\"203.0.113.9\",\"reason\":\"mistyped-token\",\"count\":6,"
                        + "\"since\":\"2026-09-15T08:57:00Z\"}");
    }

    private static EventView event(long seq, String at, String kind, String body) {
        return new EventView(
                seq,
                Instant.parse(at),
                kind,
                1,
                "sam",
                "web",
                Optional.empty(),
                Optional.empty(),
                "token/Yc7RmX2v",
                Optional.of(new RawJson(body)),
                Optional.empty());
    }
}
