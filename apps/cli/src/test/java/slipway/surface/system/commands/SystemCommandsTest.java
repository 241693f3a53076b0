package slipway.surface.system.commands;

import static org.assertj.core.api.Assertions.assertThat;

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
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.api.json.RawJson;
import slipway.surface.api.operation.OperationRoutes;
import slipway.surface.api.operation.OperationView;
import slipway.surface.api.operation.OperationView.FailureView;
import slipway.surface.api.operation.OperationView.ProgressView;
import slipway.surface.api.operation.OperationView.State;
import slipway.surface.audit.api.AuditRoutes;
import slipway.surface.system.api.ReaderRoutes;
import slipway.surface.system.api.ReaderRoutes.ReaderView;

@Tag("network")
class SystemCommandsTest {

    private static final Instant AT = Instant.parse("2026-09-17T14:20:00Z");
    private static final String ID = "op_01m2qt055r3v8kz6y2bfj6y2bf";

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell run(int exit, String... arguments) {
        TestShell shell = new TestShell(home).asking(server);
        assertThat(shell.run(arguments)).as(shell.err() + server.requests()).isEqualTo(exit);
        return shell;
    }

    private static ReaderView failing() {
        return new ReaderView(
                "account",
                ReaderRoutes.State.FAILING,
                Optional.of(AT),
                List.of("facts"),
                4_710,
                3,
                Optional.of(
                        new ReaderRoutes.FailureView(
                                "No such workload.", Optional.of(4_711L), 12)));
    }

    @Test
    void readers_shows_what_fails_and_the_command_that_skips_it() {
        server.answering(
                ApiCall.to(ReaderRoutes.LIST),
                new ListPage<>(List.of(failing()), Optional.empty()));
        assertThat(run(0, "readers").out())
                .contains("account", "failing", "4,710")
                .contains("account fails at event 4711: No such workload.")
                .contains("slipway readers skip account 4711");
    }

    @Test
    void an_event_is_skipped_and_a_reader_retired_after_a_confirmation() {
        server.answering(
                        ApiCall.to(ReaderRoutes.SKIP)
                                .with(PathParameter.READER, "account")
                                .sending(new ReaderRoutes.NewSkip(4_711)),
                        failing())
                .answering(
                        ApiCall.to(ReaderRoutes.RETIRE).with(PathParameter.READER, "account"),
                        failing());
        assertThat(run(0, "readers", "skip", "account", "4711", "--yes").out())
                .contains("Reader account skipped event 4,711.");
        assertThat(run(0, "readers", "retire", "account", "--yes").out())
                .contains("Retired reader account.");
        assertThat(server.requests()).hasSize(2);
    }

    private static OperationView operation(State state, Optional<RawJson> result) {
        return new OperationView(
                ID,
                "audit.verify",
                "audit",
                "mira",
                AT,
                state,
                AT,
                new ProgressView("entries", 50, Optional.of(200L), "entries", Optional.empty()),
                result,
                state == State.FAILED
                        ? Optional.of(
                                new FailureView("interrupted", "It stopped.", "Why.", "Again."))
                        : Optional.empty(),
                Optional.empty());
    }

    @Test
    void operations_shows_the_progress() {
        server.answering(
                ApiCall.to(OperationRoutes.LIST),
                new ListPage<>(
                        List.of(operation(State.RUNNING, Optional.empty())), Optional.empty()));
        assertThat(run(0, "operations").out()).contains(ID, "audit.verify", "running", "25%");
    }

    @Test
    void a_check_of_the_audit_log_prints_its_result_when_it_has_ended() {
        String result =
                "{\"entries\":184907,\"seals\":41306,\"in_second_place\":null,"
                        + "\"at\":\"2026-09-17T14:20:00Z\",\"millis\":1700}";
        server.answering(
                ApiCall.to(AuditRoutes.CHECK_NOW),
                operation(State.SUCCEEDED, Optional.of(new RawJson(result))));
        assertThat(run(0, "audit", "check").out())
                .contains("184,907 entries and 41,306 seals match.");
    }

    @Test
    void an_operation_that_failed_ends_the_command_with_its_reason() {
        server.answering(
                ApiCall.to(OperationRoutes.SHOW).with(PathParameter.OPERATION, ID),
                operation(State.FAILED, Optional.empty()));
        assertThat(run(6, "operations", "watch", ID).err()).contains("It stopped.", "Again.");
    }
}
