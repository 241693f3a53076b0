package slipway.surface.run.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.ZoneOffset;
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
import slipway.surface.api.json.NoBody;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LineView;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadView;
import slipway.surface.run.api.NodeRoutes;
import slipway.surface.run.api.NodeRoutes.NodeView;
import slipway.testkit.Golden;

@Tag("network")
class WorkloadCommandsTest {

    private static final WorkloadView DIGITS = SampleWorkloads.digits("01k9x0m6c5q8v2t7r4n1h3j5yd");

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell() {
        return new TestShell(home).asking(server);
    }

    private static ApiCall<NoBody, ListPage<WorkloadView>> list() {
        return ApiCall.to(WorkloadRoutes.LIST).query(WorkloadRoutes.ZONE, ZoneOffset.UTC);
    }

    private void answerShow(String name, WorkloadView workload) {
        server.answering(
                ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, name), workload);
    }

    private void answerLog(Optional<Integer> attempt, long from, LogView part) {
        answerLog(attempt, 0, from, part);
    }

    private void answerLog(Optional<Integer> attempt, int rank, long from, LogView part) {
        var apiCall =
                ApiCall.to(LogRoutes.READ)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(LogRoutes.RANK, rank)
                        .query(LogRoutes.FROM, from);
        server.answering(
                attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall),
                part);
    }

    private void streamLog(int attempt, int rank, LogView... parts) {
        server.streaming(
                ApiCall.to(LogRoutes.READ)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(LogRoutes.ATTEMPT, attempt)
                        .query(LogRoutes.RANK, rank),
                List.of(parts));
    }

    /** A part of the log of the only node. */
    private static LogView part(String text, long next, long attempt, boolean complete) {
        return new LogView(nonEmpty(text), next, attempt, 0, Optional.of("a-0"), 1, complete);
    }

    /** A part of the log of the first attempt of a gang; of no attempt if there are no nodes. */
    private static LogView part(long rank, long nodes, String text, long next, boolean complete) {
        return new LogView(
                nonEmpty(text),
                next,
                nodes == 0 ? 0 : 1,
                rank,
                Optional.of("a-" + rank),
                nodes,
                complete);
    }

    private static Optional<String> nonEmpty(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    @Test
    void ps_shows_progress_or_the_wait_reason_and_an_array_in_one_row() {
        server.answering(
                list().query(WorkloadRoutes.ENDED, true),
                new ListPage<>(SampleWorkloads.workloads(), Optional.empty()));
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("ps", "-a")).as(shell.err()).isZero();
            Golden.matches("run/ps-" + width + ".txt", shell.out());
        }
        TestShell shell = shell();
        assertThat(shell.run("ps", "-a", "--json")).as(shell.err()).isZero();
        Golden.matches("run/ps.json", shell.out());
    }

    @Test
    void ps_marks_workloads_that_hold_accelerators_idle() {
        server.answering(
                list(),
                new ListPage<>(
                        List.of(
                                SampleWorkloads.idle(1, Optional.empty()),
                                SampleWorkloads.idle(2, Optional.of("{\"step\": 12}"))),
                        Optional.empty()));
        TestShell shell = shell().wide(120);
        assertThat(shell.run("ps")).as(shell.err()).isZero();
        assertThat(shell.out().lines().skip(1))
                .anyMatch(line -> line.matches(".*2 H100 +held idle [0-9].*"))
                .anyMatch(line -> line.matches(".*step 12  held idle [0-9].*"));
    }

    @Test
    void an_empty_list_names_the_next_command() {
        server.answering(list(), new ListPage<>(List.of(), Optional.empty()))
                .answering(
                        list().query(WorkloadRoutes.TEAM, SampleWorkloads.VISION),
                        new ListPage<>(List.of(SampleWorkloads.PRETRAIN), Optional.empty()));
        TestShell shell = shell();
        assertThat(shell.run("ps")).as(shell.err()).isZero();
        assertThat(shell.out())
                .isEqualTo("No workload runs or waits. Ended workloads: slipway ps -a\n");
        assertThat(shell.run("ps", "--team", "vision")).as(shell.err()).isZero();
        assertThat(shell.out()).contains("1 workload: 1 running, 0 waiting.");
        assertThat(shell.run("ps", "--team", "Vision")).isEqualTo(2);
    }

    @Test
    void all_parts_of_a_log_are_printed_unchanged() {
        answerShow("digits", SampleWorkloads.withAttempts(DIGITS, 1));
        answerLog(Optional.empty(), 0, part("one\n\n", 5, 1, false));
        answerLog(Optional.of(1), 5, part("\n", 6, 1, false));
        answerLog(Optional.of(1), 6, part("two", 9, 1, false));
        answerLog(Optional.of(1), 9, part("", 9, 1, false));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("one\n\n\ntwo");
        assertThat(shell.run("logs", "digits", "--json")).as(shell.err()).isZero();
        assertThat(shell.out().lines()).hasSize(3).allMatch(line -> line.startsWith("{\"text\""));
    }

    @Test
    void lines_of_a_gang_begin_with_their_node_unless_they_begin_with_a_rank() {
        answerShow("digits", SampleWorkloads.withAttempts(DIGITS, 1));
        answerLog(Optional.empty(), 0, part(0, 2, "one\n[r0] two\nopen", 10, false));
        answerLog(Optional.of(1), 10, part(0, 2, "", 10, true));
        answerLog(Optional.of(1), 1, 0, part(1, 2, "there\n", 6, false));
        answerLog(Optional.of(1), 1, 6, part(1, 2, "", 6, true));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("[a-0] one\n[r0] two\n[a-0] open\n[a-1] there\n");
    }

    @Test
    void following_continues_with_the_next_attempt() {
        answerShow("digits", SampleWorkloads.withAttempts(DIGITS, 1));
        streamLog(1, 0, part("first\n", 6, 1, false), part("", 6, 1, true));
        streamLog(2, 0, part("", 0, 2, false), part("second\n", 7, 2, false), part("", 7, 2, true));
        answerShow(DIGITS.id(), SampleWorkloads.ended(DIGITS, "succeeded", "", 2));
        TestShell shell = shell();
        assertThat(shell.run("logs", "-f", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("first\nsecond\n");
        assertThat(shell.err()).isEqualTo("digits continues with attempt 2.\ndigits succeeded.\n");
    }

    @Test
    void following_a_gang_prints_the_logs_of_all_nodes() {
        answerShow("digits", SampleWorkloads.withAttempts(DIGITS, 1));
        streamLog(1, 0, part(0, 2, "", 0, false), part(0, 2, "", 0, true));
        streamLog(1, 1, part(1, 2, "there\n", 6, false), part(1, 2, "", 6, true));
        answerShow(DIGITS.id(), SampleWorkloads.ended(DIGITS, "succeeded", "", 1));
        TestShell shell = shell();
        assertThat(shell.run("logs", "-f", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("[a-1] there\n");
    }

    @Test
    void following_ends_when_a_waiting_workload_is_cancelled() {
        answerShow("digits", DIGITS);
        streamLog(1, 0, part(0, 0, "", 0, true));
        answerShow(DIGITS.id(), SampleWorkloads.ended(DIGITS, "cancelled", "", 0));
        TestShell shell = shell();
        assertThat(shell.run("logs", "-f", "digits")).as(shell.err()).isZero();
        assertThat(shell.err()).isEqualTo("digits was cancelled.\n");
    }

    @Test
    void a_search_prints_matching_lines_and_their_number() {
        answerShow("digits", SampleWorkloads.withAttempts(DIGITS, 1));
        var search =
                ApiCall.to(LogRoutes.SEARCH)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(LogRoutes.PATTERN, "loss (nan|inf)");
        server.answering(
                search,
                new ListPage<>(
                        List.of(
                                new LineView(0, Optional.of("a-0"), 10, "step 1 loss nan"),
                                new LineView(1, Optional.empty(), 10, "step 1 loss inf")),
                        Optional.empty()));
        server.answering(
                ApiCall.to(LogRoutes.READ)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(LogRoutes.FROM, 999_999_999_999_999_999L),
                part(0, 2, "", 40, false));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits", "--grep", "loss (nan|inf)"))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).isEqualTo("[a-0] step 1 loss nan\n[rank 1] step 1 loss inf\n");
        assertThat(shell.err()).isEqualTo("2 lines.\n");
        assertThat(shell.run("logs", "-f", "digits", "--grep", "x")).isEqualTo(2);
    }

    @Test
    void environment_prints_the_installed_packages_of_an_attempt() {
        server.answering(
                ApiCall.to(LogRoutes.ENVIRONMENT)
                        .with(PathParameter.WORKLOAD, "digits")
                        .query(LogRoutes.RANK, 0)
                        .query(LogRoutes.ATTEMPT, 2),
                new LogRoutes.EnvironmentView(Optional.of("package torch==2.3.0\n"), 2, 0));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits", "--environment", "--attempt", "2"))
                .as(shell.err())
                .isZero();
        assertThat(shell.out()).isEqualTo("package torch==2.3.0\n");
    }

    @Test
    void logs_of_a_workload_that_has_not_started_point_to_explain() {
        answerShow("digits", DIGITS);
        answerLog(Optional.empty(), 0, part(0, 0, "", 0, false));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err())
                .isEqualTo("digits has not started yet. Why: slipway explain digits\n");
    }

    @Test
    void explain_prints_the_lines_of_the_server() {
        server.answering(
                ApiCall.to(WorkloadRoutes.EXPLAIN)
                        .with(PathParameter.WORKLOAD, "digits")
                        .query(WorkloadRoutes.ZONE, ZoneOffset.UTC),
                new ExplanationView(
                        "digits",
                        List.of("digits waits. Needs 1 processor.", "  free now   none"),
                        Optional.of("Needs 1 processor."),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        SampleWorkloads.NO_PRICE,
                        List.of(),
                        Optional.empty(),
                        List.of()));
        TestShell shell = shell();
        assertThat(shell.run("explain", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("digits waits. Needs 1 processor.\n  free now   none\n");
    }

    @Test
    void a_typo_in_one_name_cancels_nothing() {
        answerShow("digits", DIGITS);
        server.refusing(
                ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, "digit"),
                new Problem(
                        ProblemCode.of(ProblemKind.NOT_FOUND, "no-such-workload", "There is none."),
                        "There is no workload digit.",
                        "It was never submitted here, or you may not see it.",
                        "See what there is: slipway ps -a"));
        TestShell shell = shell();
        assertThat(shell.run("cancel", "digits", "digit")).isEqualTo(3);
        assertThat(server.requests()).noneMatch(call -> call.startsWith("POST"));
    }

    @Test
    void cancelling_an_array_needs_confirmation() {
        answerShow("sweep", SampleWorkloads.member(0, "running"));
        server.answering(
                        ApiCall.to(WorkloadRoutes.LIST),
                        new ListPage<>(SampleWorkloads.workloads(), Optional.empty()))
                .answering(
                        ApiCall.to(WorkloadRoutes.CANCEL)
                                .with(
                                        PathParameter.WORKLOAD,
                                        SampleWorkloads.member(0, "running").id()),
                        SampleWorkloads.member(0, "stopping"));
        TestShell shell = shell();
        assertThat(shell.run("cancel", "sweep")).isEqualTo(2);
        assertThat(shell.err())
                .startsWith(
                        "sweep is an array: 3 members that have not ended will be cancelled.\n");
        assertThat(shell.run("cancel", "sweep", "--yes")).as(shell.err()).isZero();
        assertThat(shell.out())
                .isEqualTo("sweep is cancelled; its running members are stopping.\n");
    }

    @Test
    void nodes_lists_the_devices_of_each_node_and_how_many_are_free() {
        server.answering(
                ApiCall.to(NodeRoutes.LIST),
                new ListPage<>(SampleWorkloads.NODES, Optional.empty()));
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("nodes")).as(shell.err()).isZero();
            Golden.matches("run/nodes-" + width + ".txt", shell.out());
        }
    }

    @Test
    void draining_a_node_needs_a_reason_and_return_ends_it() {
        NodeView busy = SampleWorkloads.NODES.getFirst();
        server.answering(ApiCall.to(NodeRoutes.DRAIN).with(PathParameter.NODE, "a100-c1"), busy)
                .answering(
                        ApiCall.to(NodeRoutes.RESTORE).with(PathParameter.NODE, "a100-c1"), busy);
        TestShell shell = shell();
        assertThat(shell.run("drain", "a100-c1")).isEqualTo(2);
        assertThat(shell.run("drain", "a100-c1", "--because", "The fan.")).as(shell.err()).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        a100-c1 is drained and gets no new work. 1 workload still runs there and will finish.
                        Return it to service: slipway return a100-c1
                        """);
        assertThat(shell.run("return", "a100-c1")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("a100-c1 is ready and accepts work again.\n");
    }

    @Test
    void progress_with_a_total_is_a_bar() {
        assertThat(ProgressText.of("{\"step\": 5, \"total\": 10, \"loss\": 0.25}"))
                .isEqualTo("█████░░░░░ 50\u202f%  loss 0.25");
        assertThat(ProgressText.of("{\"step\": 1200, \"epoch\": 3}"))
                .isEqualTo("step 1,200  epoch 3");
        assertThat(ProgressText.of("{\"step\": 11, \"total\": 10}")).contains("100\u202f%");
        assertThat(ProgressText.of("{\"loss\": 1e999}")).isEqualTo("{\"loss\": 1e999}");
        assertThat(ProgressText.of("{half")).isEqualTo("{half");
        assertThat(ProgressText.of("warming up")).isEqualTo("warming up");
    }
}
