package slipway.run.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.GpuPrice;
import slipway.base.Money;
import slipway.base.WorkloadId;
import slipway.catalog.RateCard;
import slipway.run.lifecycle.LifecycleTest;
import slipway.run.lifecycle.RunHarness;
import slipway.run.lifecycle.Workload;
import slipway.schedule.decision.Explanation;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.SchedulableWorkload.Times;

class CostCalculatorTest {

    private static final RateCard PRICES =
            new RateCard(
                    Currency.getInstance("USD"),
                    Map.of(
                            "H100", new GpuPrice(Money.cents(240, "USD")),
                            "cpu", new GpuPrice(Money.cents(4, "USD"))));
    private static final RateCard ONLY_A100 =
            new RateCard(
                    Currency.getInstance("USD"),
                    Map.of("A100", new GpuPrice(Money.cents(130, "USD"))));

    @TempDir Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private CostCalculator costs(RateCard rateCard) {
        return new CostCalculator(
                rateCard,
                harness.runner().nodes().stream()
                        .map(discoveredNode -> discoveredNode.node())
                        .toList());
    }

    private WorkloadCost cost(WorkloadId id, RateCard rateCard) {
        Workload workload = harness.runner().get(id.value(), _ -> true);
        return costs(rateCard)
                .of(
                        workload,
                        harness.runner().currentCauses(List.of(id)).schedulable(id),
                        Optional.empty());
    }

    private String words(WorkloadId id, RateCard rateCard) {
        return cost(id, rateCard).summary(harness.runner().get(id.value(), _ -> true).state());
    }

    @Test
    void cost_so_far_comes_from_recorded_usage_and_not_from_a_clock() {
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.awaitAttempt(job, 1);
        harness.forward(Duration.ofMinutes(30));
        assertThat(cost(job, PRICES).soFar()).contains(Money.cents(480, "USD"));
        harness.clock().forward(Duration.ofMinutes(10));
        assertThat(cost(job, PRICES).soFar()).contains(Money.cents(480, "USD"));
        assertThat(words(job, PRICES)).isEqualTo("$4.80, $9.60 per hour");
        harness.end(job, 0);
        harness.await(job, "succeeded");
        assertThat(cost(job, PRICES).soFar()).contains(Money.cents(640, "USD"));
        assertThat(words(job, PRICES)).isEqualTo("$6.40");
    }

    @Test
    void a_time_limit_says_what_it_costs_at_most() {
        WorkloadId job = harness.submit(LifecycleTest.JOB + "max_duration: 2h");
        harness.awaitAttempt(job, 1);
        assertThat(words(job, PRICES)).isEqualTo("at most $19");
        harness.forward(Duration.ofMinutes(30));
        assertThat(words(job, PRICES)).isEqualTo("$4.80 of at most $19");
        assertThat(cost(job, PRICES).sentence()).isEqualTo("at most $19");
    }

    @Test
    void a_length_that_is_known_gives_an_interval() {
        Explanation dry = harness.runner().dryRun(RunHarness.submission(LifecycleTest.JOB));
        var known =
                dry.workload()
                        .withTimes(
                                Times.of(
                                        Instant.EPOCH,
                                        RuntimeEstimate.of(
                                                Duration.ofHours(5),
                                                Duration.ofHours(6),
                                                Duration.ofHours(8),
                                                RuntimeEstimate.Source.HISTORY)));
        WorkloadCost workloadCost = costs(PRICES).of(known, Optional.empty());
        assertThat(workloadCost.sentence()).isEqualTo("$58 ($48 to $77)");
        assertThat(costs(PRICES).of(dry.workload(), Optional.empty()).sentence())
                .isEqualTo("$9.60 per hour; nothing is known of how long it runs");
    }

    @Test
    void what_ended_before_tells_what_the_next_one_costs() {
        for (int each = 0; each < 6; each++) {
            WorkloadId job = harness.submit(LifecycleTest.JOB);
            harness.awaitAttempt(job, 1);
            harness.clock().forward(Duration.ofHours(1));
            harness.end(job, 0);
            harness.await(job, "succeeded");
        }
        Explanation dry = harness.runner().dryRun(RunHarness.submission(LifecycleTest.JOB));
        WorkloadCost workloadCost = costs(PRICES).of(dry.workload(), Optional.empty());
        assertThat(workloadCost.expected().orElseThrow().likely().orElseThrow())
                .isBetween(Money.cents(900, "USD"), Money.cents(1_020, "USD"));
    }

    @Test
    void without_a_price_there_is_no_money_and_it_says_which_one_is_missing() {
        WorkloadId job = harness.submit(LifecycleTest.JOB + "max_duration: 2h");
        harness.awaitAttempt(job, 1);
        harness.forward(Duration.ofMinutes(30));
        for (RateCard rateCard : List.of(RateCard.NONE, ONLY_A100)) {
            WorkloadCost workloadCost = cost(job, rateCard);
            assertThat(workloadCost.soFar()).isEmpty();
            assertThat(workloadCost.perHour()).isEmpty();
            assertThat(workloadCost.expected()).isEmpty();
            assertThat(workloadCost.sentence())
                    .isEqualTo("no price for H100: set prices.accelerators.H100 in slipway.yaml");
            assertThat(words(job, rateCard)).isEmpty();
        }
    }

    @Test
    void a_job_without_accelerators_costs_its_processors() {
        WorkloadId job = harness.submit("run: x\nresources: {cpus: 2}");
        harness.awaitAttempt(job, 1);
        harness.forward(Duration.ofHours(2));
        assertThat(cost(job, PRICES).soFar()).contains(Money.cents(16, "USD"));
        assertThat(cost(job, RateCard.NONE).missingPrices())
                .contains("no price for cpu: set prices.cpu in slipway.yaml");
    }
}
