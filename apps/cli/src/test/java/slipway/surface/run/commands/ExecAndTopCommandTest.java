package slipway.surface.run.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.json.ListPage;
import slipway.surface.run.api.ExecRoutes;
import slipway.surface.run.api.ExecRoutes.SaidView;
import slipway.surface.run.api.ExecRoutes.VisitView;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.run.api.WorkloadUsageRoutes;
import slipway.surface.run.api.WorkloadUsageRoutes.GpuView;
import slipway.surface.run.api.WorkloadUsageRoutes.VitalsView;
import slipway.testkit.Golden;

@Tag("network")
class ExecAndTopCommandTest {

    private static final String SESSION_ID = "01k9x0m6c5q8v2t7r4n1h3j5yz";

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell() {
        return new TestShell(home).asking(server);
    }

    private void answerExec(SaidView... parts) {
        server.answering(
                ApiCall.to(ExecRoutes.BEGIN).with(PathParameter.WORKLOAD, "digits"),
                new VisitView(SESSION_ID, 1, 0));
        server.streaming(
                ApiCall.to(ExecRoutes.FOLLOW)
                        .with(PathParameter.WORKLOAD, "digits")
                        .with(PathParameter.VISIT, SESSION_ID),
                List.of(parts));
    }

    private static SaidView output(String text, Optional<Long> exit) {
        return new SaidView(Optional.of(text).filter(it -> !it.isEmpty()), 1, exit);
    }

    @Test
    void exec_prints_the_output_and_exits_with_the_code_of_the_command() {
        answerExec(output("one\n", Optional.empty()), output("two\n", Optional.of(3L)));
        TestShell shell = shell();
        assertThat(shell.run("exec", "digits", "--", "ls", "-l")).isEqualTo(3);
        assertThat(shell.out()).isEqualTo("one\ntwo\n");
        assertThat(server.requests())
                .anyMatch(call -> call.endsWith("{\"command\":[\"ls\",\"-l\"]}"));
    }

    @Test
    void stacks_run_py_spy_and_exclude_another_command() {
        answerExec(output("", Optional.of(0L)));
        TestShell shell = shell();
        assertThat(shell.run("exec", "digits", "--stacks", "--rank", "1")).as(shell.err()).isZero();
        assertThat(server.requests())
                .anyMatch(call -> call.contains("py-spy") && call.contains(":1}"));
        assertThat(shell.run("exec", "digits")).isEqualTo(2);
        assertThat(shell.run("exec", "digits", "--stacks", "--", "ls")).isEqualTo(2);
    }

    private static VitalsView training() {
        return new VitalsView(
                SampleWorkloads.PRETRAIN.id(),
                SampleWorkloads.PRETRAIN.name(),
                SampleWorkloads.LANGUAGE,
                List.of("h100-a1"),
                SampleWorkloads.MORNING,
                Optional.of(SampleWorkloads.MORNING),
                Optional.of(7_250L),
                Optional.of(64_000_000_000L),
                Optional.of(9L),
                List.of(gpu(97, 690), gpu(99, 696)),
                Optional.of(7_201L),
                Optional.of(10_000L),
                Optional.of("2.0312"),
                Optional.of(Instant.parse("2026-09-17T19:52:00Z")),
                Optional.empty(),
                Optional.empty());
    }

    private static VitalsView hung() {
        return new VitalsView(
                "01k9x0m6c5q8v2t7r4n1h3j5yb",
                "digits",
                SampleWorkloads.VISION,
                List.of("login"),
                SampleWorkloads.MORNING,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.of(12L),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("It has reported nothing new since step 12, 16 min ago."),
                Optional.empty());
    }

    private static GpuView gpu(long percent, long watts) {
        return new GpuView(
                "GPU-1", Optional.of(percent), 68_000_000_000L, watts, 61, List.of(), List.of());
    }

    @Test
    void top_shows_usage_progress_and_workloads_that_hang() {
        server.answering(
                ApiCall.to(WorkloadUsageRoutes.LIST),
                new ListPage<>(List.of(training(), hung()), Optional.empty()));
        server.answering(
                ApiCall.to(NodeRoutes.LIST),
                new ListPage<>(SampleWorkloads.NODES, Optional.empty()));
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("top", "--once")).as(shell.err()).isZero();
            Golden.matches("run/top-" + width + ".txt", shell.out());
        }
    }

    @Test
    void top_names_workloads_that_hold_accelerators_idle() {
        VitalsView one = training();
        var idle =
                new VitalsView(
                        one.id(),
                        one.name(),
                        one.team(),
                        one.nodes(),
                        one.since(),
                        one.at(),
                        one.cpus(),
                        one.memory(),
                        one.processes(),
                        List.of(gpu(0, 70)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("It holds its accelerator and has not used it for 45 min."));
        server.answering(
                ApiCall.to(WorkloadUsageRoutes.LIST),
                new ListPage<>(List.of(idle), Optional.empty()));
        server.answering(
                ApiCall.to(NodeRoutes.LIST),
                new ListPage<>(SampleWorkloads.NODES, Optional.empty()));
        TestShell shell = shell();
        assertThat(shell.run("top", "--once")).as(shell.err()).isZero();
        assertThat(shell.out())
                .contains(
                        one.name()
                                + ": It holds its accelerator and has not used it for 45 min.\n");
    }

    @Test
    void a_user_who_may_not_see_nodes_sees_the_workloads() {
        server.answering(
                ApiCall.to(WorkloadUsageRoutes.LIST), new ListPage<>(List.of(), Optional.empty()));
        server.refusing(
                ApiCall.to(NodeRoutes.LIST),
                new Problem(
                        ProblemCode.of(ProblemKind.DENIED, "not-allowed", "No."),
                        "No.",
                        "No.",
                        "No."));
        TestShell shell = shell();
        assertThat(shell.run("top")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("No workload runs. Waiting workloads: slipway ps\n");
    }
}
