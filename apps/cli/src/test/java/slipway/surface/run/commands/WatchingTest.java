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
class WatchingTest {

    private static final WorkloadView DIGITS = Yard.digits("01k9x0m6c5q8v2t7r4n1h3j5yd");

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

    private void showing(String name, WorkloadView workload) {
        server.answering(
                ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, name), workload);
    }

    private void log(Optional<Integer> attempt, long from, LogView part) {
        log(attempt, 0, from, part);
    }

    private void log(Optional<Integer> attempt, int rank, long from, LogView part) {
        var apiCall =
                ApiCall.to(LogRoutes.READ)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(LogRoutes.RANK, rank)
                        .query(LogRoutes.FROM, from);
        server.answering(
                attempt.map(number -> apiCall.query(LogRoutes.ATTEMPT, number)).orElse(apiCall),
                part);
    }

    private void live(int attempt, int rank, LogView... parts) {
        server.streaming(
                ApiCall.to(LogRoutes.READ)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(LogRoutes.ATTEMPT, attempt)
                        .query(LogRoutes.RANK, rank),
                List.of(parts));
    }

    /** Of the only node. */
    private static LogView part(String text, long next, long attempt, boolean complete) {
        return new LogView(some(text), next, attempt, 0, Optional.of("a-0"), 1, complete);
    }

    /** Of the first attempt of a gang; of none where there are no nodes. */
    private static LogView part(long rank, long nodes, String text, long next, boolean complete) {
        return new LogView(
                some(text),
                next,
                nodes == 0 ? 0 : 1,
                rank,
                Optional.of("a-" + rank),
                nodes,
                complete);
    }

    private static Optional<String> some(String text) {
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    @Test
    void workloads_say_how_far_they_are_or_why_they_wait_and_an_array_is_one_row() {
        server.answering(
                list().query(WorkloadRoutes.ENDED, true),
                new ListPage<>(Yard.workloads(), Optional.empty()));
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
    void who_holds_accelerators_idle_is_seen_in_the_list() {
        server.answering(
                list(),
                new ListPage<>(
                        List.of(
                                Yard.idle(1, Optional.empty()),
                                Yard.idle(2, Optional.of("{\"step\": 12}"))),
                        Optional.empty()));
        TestShell shell = shell().wide(120);
        assertThat(shell.run("ps")).as(shell.err()).isZero();
        assertThat(shell.out().lines().skip(1))
                .anyMatch(line -> line.matches(".*2 H100 +held idle [0-9].*"))
                .anyMatch(line -> line.matches(".*step 12  held idle [0-9].*"));
    }

    @Test
    void an_empty_list_says_what_to_type_next() {
        server.answering(list(), new ListPage<>(List.of(), Optional.empty()))
                .answering(
                        list().query(WorkloadRoutes.TEAM, Yard.VISION),
                        new ListPage<>(List.of(Yard.PRETRAIN), Optional.empty()));
        TestShell shell = shell();
        assertThat(shell.run("ps")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("Nothing runs or waits. What ended: slipway ps -a\n");
        assertThat(shell.run("ps", "--team", "vision")).as(shell.err()).isZero();
        assertThat(shell.out()).contains("1 workload: 1 running, 0 waiting.");
        assertThat(shell.run("ps", "--team", "Vision")).isEqualTo(2);
    }

    @Test
    void a_log_is_shown_in_all_its_parts_and_nothing_is_added() {
        showing("digits", Yard.attempted(DIGITS, 1));
        log(Optional.empty(), 0, part("one\n\n", 5, 1, false));
        log(Optional.of(1), 5, part("\n", 6, 1, false));
        log(Optional.of(1), 6, part("two", 9, 1, false));
        log(Optional.of(1), 9, part("", 9, 1, false));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("one\n\n\ntwo");
        assertThat(shell.run("logs", "digits", "--json")).as(shell.err()).isZero();
        assertThat(shell.out().lines()).hasSize(3).allMatch(line -> line.startsWith("{\"text\""));
    }

    @Test
    void lines_of_several_nodes_say_of_which_they_are_unless_they_say_their_rank() {
        showing("digits", Yard.attempted(DIGITS, 1));
        log(Optional.empty(), 0, part(0, 2, "one\n[r0] two\nopen", 10, false));
        log(Optional.of(1), 10, part(0, 2, "", 10, true));
        log(Optional.of(1), 1, 0, part(1, 2, "there\n", 6, false));
        log(Optional.of(1), 1, 6, part(1, 2, "", 6, true));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("[a-0] one\n[r0] two\n[a-0] open\n[a-1] there\n");
    }

    @Test
    void whoever_follows_is_led_from_one_attempt_to_the_next() {
        showing("digits", Yard.attempted(DIGITS, 1));
        live(1, 0, part("first\n", 6, 1, false), part("", 6, 1, true));
        live(2, 0, part("", 0, 2, false), part("second\n", 7, 2, false), part("", 7, 2, true));
        showing(DIGITS.id(), Yard.ended(DIGITS, "succeeded", "", 2));
        TestShell shell = shell();
        assertThat(shell.run("logs", "-f", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("first\nsecond\n");
        assertThat(shell.err()).isEqualTo("digits goes on with attempt 2.\ndigits succeeded.\n");
    }

    @Test
    void whoever_follows_a_gang_hears_all_its_nodes() {
        showing("digits", Yard.attempted(DIGITS, 1));
        live(1, 0, part(0, 2, "", 0, false), part(0, 2, "", 0, true));
        live(1, 1, part(1, 2, "there\n", 6, false), part(1, 2, "", 6, true));
        showing(DIGITS.id(), Yard.ended(DIGITS, "succeeded", "", 1));
        TestShell shell = shell();
        assertThat(shell.run("logs", "-f", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("[a-1] there\n");
    }

    @Test
    void one_that_is_cancelled_while_it_waits_is_followed_no_longer() {
        showing("digits", DIGITS);
        live(1, 0, part(0, 0, "", 0, true));
        showing(DIGITS.id(), Yard.ended(DIGITS, "cancelled", "", 0));
        TestShell shell = shell();
        assertThat(shell.run("logs", "-f", "digits")).as(shell.err()).isZero();
        assertThat(shell.err()).isEqualTo("digits was cancelled.\n");
    }

    @Test
    void a_search_shows_the_lines_that_have_it_and_says_how_many() {
        showing("digits", Yard.attempted(DIGITS, 1));
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
    void what_was_installed_around_an_attempt_is_shown_instead_of_its_log() {
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
    void one_that_has_not_started_has_no_log_and_says_why() {
        showing("digits", DIGITS);
        log(Optional.empty(), 0, part(0, 0, "", 0, false));
        TestShell shell = shell();
        assertThat(shell.run("logs", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err())
                .isEqualTo("digits has not started yet. Why: slipway explain digits\n");
    }

    @Test
    void an_explanation_is_shown_as_it_was_told() {
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
                        Yard.NO_PRICE,
                        List.of(),
                        Optional.empty(),
                        List.of()));
        TestShell shell = shell();
        assertThat(shell.run("explain", "digits")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("digits waits. Needs 1 processor.\n  free now   none\n");
    }

    @Test
    void a_slip_in_one_name_cancels_nothing() {
        showing("digits", DIGITS);
        server.refusing(
                ApiCall.to(WorkloadRoutes.SHOW).with(PathParameter.WORKLOAD, "digit"),
                new Problem(
                        ProblemCode.of(ProblemKind.NOT_FOUND, "no-such-workload", "There is none."),
                        "There is no workload digit.",
                        "It was never submitted here, or you may not see it.",
                        "See what there is: slipway ps -a"));
        TestShell shell = shell();
        assertThat(shell.run("cancel", "digits", "digit")).isEqualTo(3);
        assertThat(server.asked()).noneMatch(call -> call.startsWith("POST"));
    }

    @Test
    void whoever_cancels_an_array_is_asked_first() {
        showing("sweep", Yard.member(0, "running"));
        server.answering(
                        ApiCall.to(WorkloadRoutes.LIST),
                        new ListPage<>(Yard.workloads(), Optional.empty()))
                .answering(
                        ApiCall.to(WorkloadRoutes.CANCEL)
                                .with(PathParameter.WORKLOAD, Yard.member(0, "running").id()),
                        Yard.member(0, "stopping"));
        TestShell shell = shell();
        assertThat(shell.run("cancel", "sweep")).isEqualTo(2);
        assertThat(shell.err())
                .startsWith(
                        "sweep is an array: 3 members that have not ended will be cancelled.\n");
        assertThat(shell.run("cancel", "sweep", "--yes")).as(shell.err()).isZero();
        assertThat(shell.out())
                .isEqualTo("sweep is cancelled; members that ran are told to stop.\n");
    }

    @Test
    void nodes_say_what_they_have_and_what_is_free() {
        server.answering(ApiCall.to(NodeRoutes.LIST), new ListPage<>(Yard.NODES, Optional.empty()));
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("nodes")).as(shell.err()).isZero();
            Golden.matches("run/nodes-" + width + ".txt", shell.out());
        }
    }

    @Test
    void a_node_is_drained_for_a_reason_and_returned() {
        NodeView busy = Yard.NODES.getFirst();
        server.answering(ApiCall.to(NodeRoutes.DRAIN).with(PathParameter.NODE, "a100-c1"), busy)
                .answering(
                        ApiCall.to(NodeRoutes.RESTORE).with(PathParameter.NODE, "a100-c1"), busy);
        TestShell shell = shell();
        assertThat(shell.run("drain", "a100-c1")).isEqualTo(2);
        assertThat(shell.run("drain", "a100-c1", "--because", "The fan.")).as(shell.err()).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        a100-c1 gets nothing new. 1 workload still runs there and may finish.
                        Back into service: slipway return a100-c1
                        """);
        assertThat(shell.run("return", "a100-c1")).as(shell.err()).isZero();
        assertThat(shell.out()).isEqualTo("a100-c1 is ready and gets work again.\n");
    }

    @Test
    void progress_is_a_bar_where_it_says_how_much_there_is() {
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
