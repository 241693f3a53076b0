package slipway.surface.plan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.ProblemKind;
import slipway.server.TestServer;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.client.EventFeed;
import slipway.surface.api.workload.LogRoutes;
import slipway.surface.api.workload.LogRoutes.LogView;
import slipway.surface.plan.api.MeasurementRoutes;
import slipway.surface.plan.api.MeasurementRoutes.FindingView;
import slipway.surface.plan.api.MeasurementRoutes.MeasurementView;
import slipway.surface.plan.api.MeasurementRoutes.NewMeasurement;
import slipway.surface.plan.api.MeasurementRoutes.NodeFindingsView;
import slipway.surface.run.api.NodeRoutes;
import slipway.testkit.Await;
import slipway.testkit.Needs;

/** A measurement of this machine by a real workload. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class MeasurementHandlersTest {

    @TempDir static Path data;
    private static TestServer server;
    private static ApiClient admin;

    @BeforeAll
    static void open() {
        Needs.command("python3", "python3");
        server = TestServer.open(data);
        admin = server.local();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static NewMeasurement measurement(List<String> nodes, Optional<String> storage) {
        return new NewMeasurement(
                nodes,
                Optional.empty(),
                Optional.empty(),
                Optional.of(5L),
                Optional.empty(),
                Optional.empty(),
                storage);
    }

    private static String node() {
        return admin.call(ApiCall.to(NodeRoutes.LIST)).items().getFirst().node();
    }

    private static MeasurementView show(String id) {
        return admin.call(ApiCall.to(MeasurementRoutes.SHOW).with(PathParameter.WORKLOAD, id));
    }

    /** The log ends with the workload; the findings are stored shortly afterwards. */
    private static MeasurementView awaitEnd(MeasurementView started) {
        try (EventFeed<LogView> eventFeed =
                admin.stream(
                        ApiCall.to(LogRoutes.READ).with(PathParameter.WORKLOAD, started.id()))) {
            while (!eventFeed.next().complete()) {
                // until the log is complete
            }
        }
        Await.until(() -> !show(started.id()).state().equals("running"));
        return show(started.id());
    }

    @Test
    void a_node_is_measured_by_a_workload_and_its_findings_are_stored() {
        MeasurementView started =
                admin.call(
                                ApiCall.to(MeasurementRoutes.BEGIN)
                                        .sending(measurement(List.of(), Optional.of("local-nvme"))))
                        .measurements()
                        .getFirst();
        assertThat(started.state()).isEqualTo("running");
        assertThat(started.nodes()).containsExactly(node());

        MeasurementView found = awaitEnd(started);
        NodeFindingsView here = found.found().getFirst();
        // Other load on this machine decides whether the result counts, and nothing else may.
        assertThat(found.state()).as(found.toString()).isEqualTo(here.used() ? "measured" : "busy");
        assertThat(here.node()).isEqualTo(node());
        assertThat(here.findings())
                .extracting(FindingView::what)
                .contains("read, 4 x 1 MiB", "write, 4 x 1 MiB", "network, loopback");
        FindingView read =
                here.findings().stream()
                        .filter(it -> it.what().equals("read, 4 x 1 MiB"))
                        .findFirst()
                        .orElseThrow();
        assertThat(read.onPaper()).contains("6 GB/s");
        assertThat(read.verdict())
                .as("a busy machine has no verdict")
                .isIn(here.used() ? List.of("below", "delivers") : List.of("busy"));
        assertThat(admin.call(ApiCall.to(MeasurementRoutes.LIST)).items())
                .extracting(MeasurementView::id)
                .contains(started.id());
    }

    @Test
    void an_unknown_node_is_refused_with_the_known_ones() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                admin.call(
                                        ApiCall.to(MeasurementRoutes.BEGIN)
                                                .sending(
                                                        measurement(
                                                                List.of("nope"),
                                                                Optional.empty()))));
        assertThat(problem.kind()).isEqualTo(ProblemKind.INVALID);
        assertThat(problem.why()).contains("There is no node \"nope\"; the engine knows " + node());
    }

    @Test
    void a_storage_tier_that_is_not_in_the_catalog_is_refused_before_anything_runs() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                admin.call(
                                        ApiCall.to(MeasurementRoutes.BEGIN)
                                                .sending(
                                                        measurement(
                                                                List.of(), Optional.of("nfx")))));
        assertThat(problem.why()).contains("Did you mean nfs?");
    }
}
