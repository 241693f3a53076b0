package slipway.surface.run.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
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
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.run.api.WorkspaceRoutes;
import slipway.surface.run.api.WorkspaceRoutes.EntryView;
import slipway.surface.run.api.WorkspaceRoutes.KeepingView;
import slipway.surface.run.api.WorkspaceRoutes.WorkspaceView;

@Tag("network")
class WorkspaceCommandTest {

    private static final WorkloadView LAB = SampleWorkloads.digits("01k9x0m6c5q8v2t7r4n1h3j5yd");
    private static final String ADDRESS = "http://127.0.0.1:40123/.slipway/enter?ticket=abc";

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell() {
        return new TestShell(home).asking(server).with("SLIPWAY_TEAM", "vision");
    }

    private static WorkspaceView view(String state, boolean listens) {
        return new WorkspaceView(
                LAB.id(), LAB.name(), state, listens, Optional.empty(), Optional.empty());
    }

    private void answerSubmit(WorkspaceView view) {
        var why =
                new ExplanationView(
                        "digits",
                        List.of("digits starts now on h100-b1."),
                        Optional.empty(),
                        Optional.of("h100-b1"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        SampleWorkloads.NO_PRICE,
                        List.of(),
                        Optional.empty(),
                        List.of());
        server.answering(ApiCall.to(WorkloadRoutes.SUBMIT).with(PathParameter.TEAM, "vision"), LAB)
                .answering(
                        ApiCall.to(WorkloadRoutes.EXPLAIN)
                                .with(PathParameter.WORKLOAD, LAB.id())
                                .query(WorkloadRoutes.ZONE, ZoneOffset.UTC),
                        why)
                .answering(
                        ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, LAB.id()), LAB)
                .answering(
                        ApiCall.to(WorkspaceRoutes.SHOW).with(PathParameter.WORKLOAD, LAB.id()),
                        view)
                .answering(
                        ApiCall.to(WorkspaceRoutes.ENTER).with(PathParameter.WORKLOAD, LAB.id()),
                        new EntryView(ADDRESS));
    }

    @Test
    void the_command_prints_the_address_of_a_workspace_that_listens() {
        answerSubmit(view("running", true));
        TestShell shell = shell();
        assertThat(shell.run("workspace", "jupyter", "--gpus", "H100:1", "--idle", "4h"))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).contains("It is ready.", ADDRESS + "\n", "slipway open digits");
        assertThat(server.requests().getFirst())
                .contains(
                        "\\\"kind\\\":\\\"workspace\\\"",
                        "\\\"app\\\":\\\"jupyter\\\"",
                        "\\\"name\\\":\\\"jupyter\\\"",
                        "\\\"idle\\\":\\\"4h\\\"",
                        "\\\"workdir\\\":\\\"" + home + "\\\"",
                        "H100:1");
    }

    @Test
    void the_command_fails_if_the_workspace_ends_before_it_listens() {
        answerSubmit(view("failed", false));
        TestShell shell = shell();
        assertThat(shell.run("workspace", "jupyter")).isEqualTo(1);
        assertThat(shell.out()).doesNotContain(ADDRESS);
    }

    @Test
    void an_unknown_app_is_refused_before_any_request() {
        TestShell shell = shell();
        assertThat(shell.run("workspace", "emacs")).isEqualTo(2);
        assertThat(shell.err()).contains("app:", "jupyter, code or shell");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void extend_sends_the_duration_and_the_reason() {
        server.answering(
                ApiCall.to(WorkspaceRoutes.KEEP).with(PathParameter.WORKLOAD, "digits"),
                new KeepingView(LAB.id(), LAB.name(), Instant.parse("2026-09-17T18:20:00Z")));
        TestShell shell = shell();
        assertThat(shell.run("extend", "digits", "--for", "4h", "--because", "A download."))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).contains("digits is exempt from idle shutdown until 18:20.");
        assertThat(server.requests().getFirst()).contains("14400", "A download.");
        assertThat(shell.run("extend", "digits", "--for", "soon", "--because", "No.")).isEqualTo(2);
        assertThat(shell.err()).contains("--for soon is not a duration");
    }

    @Test
    void open_prints_the_address_of_a_workspace_by_name() {
        TestShell shell = shell();
        assertThat(shell.run("open", "--print", "jupyter")).isZero();
        assertThat(shell.out()).endsWith("/workloads/jupyter/open\n");
    }
}
