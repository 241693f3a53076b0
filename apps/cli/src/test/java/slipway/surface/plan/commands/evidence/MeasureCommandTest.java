package slipway.surface.plan.commands.evidence;

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
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.BegunView;
import slipway.surface.plan.api.MeasurementRoutes.FindingView;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NewMeasurement;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;
import slipway.testkit.Golden;

@Tag("network")
class MeasureCommandTest {

    private static final Instant MORNING = Instant.parse("2026-09-17T08:12:00Z");
    private static final String ID = "01k9x0m6c5q8v2t7r4n1h3j5ya";

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell() {
        return new TestShell(home).asking(server);
    }

    private static FindingView finding(
            String name, String measured, String datasheet, long share, String verdict) {
        return new FindingView(
                name,
                measured,
                Optional.of(datasheet).filter(it -> !it.isEmpty()),
                Optional.of(share).filter(it -> it > 0),
                verdict,
                verdict.equals("below")
                        ? Optional.of("accelerator 5 is 31 % behind the others")
                        : Optional.empty());
    }

    private static MeasurementView view(String state, List<NodeFindingsView> findings) {
        return new MeasurementView(
                ID, List.of("h100-a1"), "own", "mira", MORNING, state, Optional.empty(), findings);
    }

    private static MeasurementView measured() {
        return view(
                "measured",
                List.of(
                        new NodeFindingsView(
                                "h100-a1",
                                MORNING,
                                124,
                                true,
                                "h100-a1 stays below what a healthy one reaches in 1 of 3 figures.",
                                List.of(
                                        finding(
                                                "matrix products, bf16",
                                                "488 TFLOP/s",
                                                "989 TFLOP/s",
                                                493,
                                                "below"),
                                        finding("memory", "3.0 TB/s", "3.35 TB/s", 896, "delivers"),
                                        finding(
                                                "all-reduce, 8 ranks, 256 MiB",
                                                "361 GB/s",
                                                "450 GB/s",
                                                802,
                                                "delivers"),
                                        finding("network, loopback", "41.2 Gb/s", "", 0, "untold")),
                                List.of(
                                        "The clocks of accelerator GPU-6f1c were held down by"
                                                + " software, for heat."),
                                new RawJson("{}"))));
    }

    private void answerBegin() {
        server.answering(
                ApiCall.to(MeasurementRoutes.BEGIN)
                        .sending(
                                new NewMeasurement(
                                        List.of("h100-a1"),
                                        Optional.empty(),
                                        Optional.of(false),
                                        Optional.of(120L),
                                        Optional.empty(),
                                        Optional.empty(),
                                        Optional.empty())),
                new BegunView(List.of(view("running", List.of()))));
        server.streaming(
                ApiCall.to(LogRoutes.READ).with(PathParameter.WORKLOAD, ID),
                List.of(
                        log("  0 of 120 s: looking whether others use this machine\n", false),
                        log("SLIPWAY-MEASUREMENT {\"format\":1}\n", true)));
        server.answering(
                ApiCall.to(MeasurementRoutes.SHOW).with(PathParameter.WORKLOAD, ID), measured());
    }

    private static LogView log(String text, boolean complete) {
        return new LogView(
                Optional.of(text), text.length(), 1, 0, Optional.of("h100-a1"), 1, complete);
    }

    @Test
    void measure_compares_each_figure_with_the_datasheet() {
        answerBegin();
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("plan", "measure", "--nodes", "h100-a1"))
                    .as("something is below: " + shell.err())
                    .isEqualTo(1);
            Golden.matches("plan/measure-" + width + ".txt", shell.out());
            assertThat(shell.err())
                    .contains("looking whether")
                    .doesNotContain("SLIPWAY-MEASUREMENT");
        }
    }

    @Test
    void measurements_are_listed_and_shown() {
        server.answering(
                ApiCall.to(MeasurementRoutes.LIST),
                new ListPage<>(List.of(measured(), view("running", List.of())), Optional.empty()));
        answerBegin();
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = shell().wide(width);
            assertThat(shell.run("plan", "measure", "list")).as(shell.err()).isZero();
            Golden.matches("plan/measure-list-" + width + ".txt", shell.out());
        }
        TestShell shell = shell();
        assertThat(shell.run("plan", "measure", "show", ID)).as(shell.err()).isZero();
        assertThat(shell.out()).startsWith("Requested by mira").contains("488 TFLOP/s");
    }

    @Test
    void an_invalid_hold_time_is_refused_before_any_request() {
        for (String time : List.of("soon", "1s", "3d", "0s")) {
            TestShell shell = shell();
            assertThat(shell.run("plan", "measure", "--hold", time)).isEqualTo(2);
            assertThat(shell.err())
                    .contains("--hold " + time + " is not a time between 5 s and 6 h.");
        }
        TestShell both = shell();
        assertThat(both.run("plan", "measure", "--hold", "9s", "--quick")).isEqualTo(2);
        TestShell here = shell();
        assertThat(here.run("plan", "measure", "--here", "--nodes", "a")).isEqualTo(2);
        assertThat(server.requests()).isEmpty();
    }
}
