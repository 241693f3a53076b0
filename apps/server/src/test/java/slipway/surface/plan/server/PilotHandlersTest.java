package slipway.surface.plan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.TeamId;
import slipway.server.TestServer;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.NewWorkload;
import slipway.surface.plan.api.PilotRoutes;
import slipway.surface.plan.api.PilotRoutes.FactView;
import slipway.surface.plan.api.PilotRoutes.MeasuredView;
import slipway.surface.plan.api.PilotRoutes.PilotView;
import slipway.testkit.Await;

/** Pilots on a real server. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class PilotHandlersTest {

    @TempDir static Path data;
    private static TestServer server;
    private static ApiClient admin;

    @BeforeAll
    static void open() {
        server = TestServer.open(data);
        admin = server.local();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static PilotView ended(String spec) {
        String id =
                admin.call(
                                ApiCall.to(WorkloadRoutes.SUBMIT)
                                        .with(PathParameter.TEAM, TeamId.ALL)
                                        .sending(
                                                new NewWorkload(
                                                        spec, Optional.empty(), Optional.empty())))
                        .id();
        ApiCall<?, PilotView> show =
                ApiCall.to(PilotRoutes.SHOW)
                        .with(PathParameter.WORKLOAD, id)
                        .query(PilotRoutes.TOTAL, 400);
        Await.until(() -> !admin.call(show).state().equals("running"));
        return admin.call(show);
    }

    @Test
    void a_whole_run_is_planned_from_the_steps_of_its_pilot() {
        PilotView view =
                ended(
                        """
                        name: digits-pilot
                        pilot: {steps: 14}
                        run: |
                          for step in $(seq 0 60); do
                            echo "step $step/400" >> "$SLIPWAY_PROGRESS"
                            sleep 0.1
                          done
                        """);
        assertThat(view.state()).as(view.answer()).isEqualTo("shown");
        MeasuredView measured = view.measured().orElseThrow();
        assertThat(measured.total()).contains(400L);
        assertThat(measured.step()).isBetween(90_000L, 2_000_000L);
        assertThat(view.wholes().getFirst().size()).isEqualTo("1 processor");
        assertThat(view.wholes().getFirst().time().orElseThrow())
                .isGreaterThan(300 * measured.low());
        assertThat(view.facts()).extracting(FactView::name).contains("measured", "steps");
    }

    @Test
    void a_pilot_that_fails_shows_its_error() {
        PilotView view =
                ended(
                        """
                        name: broken-pilot
                        pilot: {steps: 14}
                        run: |
                          echo 'ValueError: no data'
                          exit 3
                        """);
        assertThat(view.state()).isEqualTo("nothing");
        assertThat(view.answer()).contains("ValueError: no data");
        assertThat(view.next()).contains("slipway logs " + view.id());
    }
}
