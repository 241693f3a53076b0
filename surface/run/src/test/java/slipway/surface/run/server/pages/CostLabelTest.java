package slipway.surface.run.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.cost.WorkloadCost;
import slipway.run.cost.WorkloadCost.Expected;
import slipway.run.lifecycle.HeldTime;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.WorkloadSpec;

class CostLabelTest {

    private static final Instant NOW = Instant.parse("2026-09-17T14:20:00Z");
    private static final WorkloadState QUEUED = new WorkloadState.Queued(NOW, Optional.empty(), "");
    private static final WorkloadState RUNNING =
            new WorkloadState.Running(
                    new Placement(List.of(new NodeAllocation("n1", 1, 1_000))), NOW);
    private static final WorkloadState ENDED =
            new WorkloadState.Ended(WorkloadState.Outcome.SUCCEEDED, Optional.of(0), "", NOW);
    private static final HeldTime NOT_STARTED = new HeldTime(Map.of());
    private static final HeldTime STARTED = NOT_STARTED.plus("H100", new GpuTime(1));
    private static final Optional<Expected> ESTIMATE =
            Optional.of(
                    new Expected(
                            Money.dollars(109),
                            Optional.of(Money.dollars(118)),
                            Money.dollars(131)));
    private static final Optional<Expected> LIMIT =
            Optional.of(new Expected(Money.dollars(0), Optional.empty(), Money.dollars(20)));

    private static Workload workload(WorkloadState workloadState, HeldTime heldTime) {
        return new Workload(
                new WorkloadId("w-1"),
                new Workload.Header("digits", new TeamId("vision"), "mira", NOW),
                Workload.StoredSpec.of(WorkloadSpec.parse("run: x", "job.yaml")),
                workloadState,
                new Workload.AttemptHistory(1, 0, 0, Duration.ZERO, 0, Optional.empty(), heldTime),
                Optional.empty(),
                List.of(),
                Map.of());
    }

    private static WorkloadCost cost(long dollars, Optional<Expected> expected) {
        return new WorkloadCost(
                Currency.getInstance("USD"),
                Optional.of(Money.dollars(dollars)),
                Optional.of(Money.cents(960, "USD")),
                expected,
                List.of());
    }

    private static String keyFigure(
            WorkloadState workloadState, HeldTime heldTime, Optional<Expected> expected) {
        return text(CostLabel.of(workload(workloadState, heldTime), cost(48, expected)));
    }

    private static String column(
            WorkloadState workloadState, HeldTime heldTime, Optional<Expected> expected) {
        return text(CostLabel.inColumn(workload(workloadState, heldTime), cost(48, expected)));
    }

    private static String text(Optional<CostLabel> label) {
        return label.map(it -> it.title() + ": " + it.amount() + " / " + it.under()).orElse("");
    }

    @Test
    void a_running_workload_shows_its_cost_so_far_and_the_expected_total() {
        assertThat(keyFigure(RUNNING, STARTED, ESTIMATE))
                .isEqualTo("Cost so far: $48 / of $118 ($109 to $131) expected");
        assertThat(column(RUNNING, STARTED, ESTIMATE))
                .isEqualTo("Cost so far: $48 / of $118 expected");
        assertThat(keyFigure(RUNNING, STARTED, LIMIT))
                .isEqualTo("Cost so far: $48 / of at most $20");
        assertThat(column(RUNNING, STARTED, Optional.empty()))
                .isEqualTo("Cost so far: $48 / $9.60 per hour");
    }

    @Test
    void a_waiting_workload_shows_its_expected_cost_even_if_it_ran_before() {
        assertThat(keyFigure(QUEUED, NOT_STARTED, ESTIMATE))
                .isEqualTo("Expected cost: $118 / $109 to $131");
        assertThat(column(QUEUED, STARTED, ESTIMATE)).isEqualTo("Expected cost: $118 / $48 so far");
        assertThat(column(QUEUED, NOT_STARTED, LIMIT)).isEqualTo("Expected cost: $20 / at most");
        assertThat(column(QUEUED, NOT_STARTED, Optional.empty()))
                .isEqualTo("Expected cost: $9.60 per hour / ");
    }

    @Test
    void an_ended_workload_shows_its_cost_and_one_without_a_price_shows_none() {
        assertThat(keyFigure(ENDED, STARTED, Optional.empty())).isEqualTo("Cost: $48 / in total");
        var unpriced =
                new WorkloadCost(
                        Currency.getInstance("USD"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of("H100"));
        for (WorkloadState workloadState : List.of(QUEUED, RUNNING, ENDED)) {
            assertThat(CostLabel.of(workload(workloadState, STARTED), unpriced)).isEmpty();
            assertThat(CostLabel.inColumn(workload(workloadState, STARTED), unpriced)).isEmpty();
        }
    }
}
