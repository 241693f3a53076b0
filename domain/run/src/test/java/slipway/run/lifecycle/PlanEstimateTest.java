package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.WorkloadId;
import slipway.catalog.AcceleratorSet;
import slipway.run.estimate.WorkloadEstimate;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.spec.workload.TrainingSpec;

/** Workloads with a plan. */
class PlanEstimateTest {

    private static final String FOUR = "run: x\nresources: {accelerators: H100:4}\n";

    @TempDir private Path attempts;
    private RunHarness harness;
    private final AtomicInteger asked = new AtomicInteger();

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
        harness.planning(this::hours);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    /** An hour per billion tokens on four accelerators, plus or minus a fifth. */
    private WorkloadEstimate hours(TrainingSpec plan, AcceleratorSet place) {
        asked.incrementAndGet();
        long minutes = plan.tokens().orElseThrow() / 1_000_000_000 * 60 * 4;
        Duration time = Duration.ofMinutes(minutes / place.perNode() / place.nodes());
        return WorkloadEstimate.ofTime(
                new Estimate<>(
                        time,
                        time.multipliedBy(4).dividedBy(5),
                        time.multipliedBy(6).dividedBy(5),
                        List.of(new Ground(Estimate.Source.COMPUTED, "thought of"))),
                "");
    }

    private static String plan(int billions) {
        return "plan: {model: llama-3-8b, tokens: %dB}\n".formatted(billions);
    }

    private RuntimeEstimate span(WorkloadId id) {
        return harness.runner()
                .currentCauses(List.of(id))
                .schedulable(id)
                .orElseThrow()
                .times()
                .runtime();
    }

    private static RuntimeEstimate hours(double low, double middle, double high) {
        return RuntimeEstimate.of(
                minutes(low), minutes(middle), minutes(high), RuntimeEstimate.Source.PLAN);
    }

    private static Duration minutes(double hours) {
        return Duration.ofMinutes(Math.round(hours * 60));
    }

    @Test
    void it_takes_as_long_as_its_plan_says_on_what_it_asks_for() {
        assertThat(span(harness.submit(FOUR + plan(5)))).isEqualTo(hours(4, 5, 6));
        assertThat(span(harness.submit(FOUR + "nodes: 2\n" + plan(5)))).isEqualTo(hours(2, 2.5, 3));
    }

    @Test
    void its_plan_goes_before_its_limit_which_still_cuts_it_off() {
        assertThat(span(harness.submit(FOUR + "max_duration: 9h\n")).source())
                .isEqualTo(RuntimeEstimate.Source.LIMIT);
        assertThat(span(harness.submit(FOUR + plan(5) + "max_duration: 9h\n")))
                .isEqualTo(hours(4, 5, 6));
        assertThat(span(harness.submit(FOUR + plan(5) + "max_duration: 5h\n")))
                .isEqualTo(hours(4, 5, 5));
    }

    @Test
    void its_plan_goes_before_what_alike_ones_took() {
        for (int each = 0; each < 6; each++) {
            WorkloadId done = harness.submit(FOUR);
            harness.await(done, "running");
            harness.forward(Duration.ofMinutes(30));
            harness.end(done, 0);
            harness.await(done, "succeeded");
        }
        WorkloadId alike = harness.submit(FOUR);
        harness.until(
                () -> span(alike).source() == RuntimeEstimate.Source.HISTORY,
                () -> span(alike).toString());
        assertThat(span(harness.submit(FOUR + plan(5)))).isEqualTo(hours(4, 5, 6));
    }

    @Test
    void a_planned_job_backfills_before_a_reservation_where_an_unknown_one_does_not() {
        WorkloadId runs = harness.submit(FOUR + plan(5));
        harness.await(runs, "running");
        WorkloadId head = harness.submit(FOUR + "nodes: 2\n" + plan(5));
        WorkloadId unknown = harness.submit(FOUR);
        WorkloadId tooLong = harness.submit(FOUR + plan(8));
        WorkloadId shortly = harness.submit(FOUR + plan(2));
        harness.await(shortly, "running");
        assertThat(harness.word(head)).isEqualTo("queued");
        assertThat(harness.word(unknown)).isEqualTo("queued");
        assertThat(harness.word(tooLong)).isEqualTo("queued");
    }

    @Test
    void the_same_question_is_asked_once() {
        for (int each = 0; each < 5; each++) {
            harness.submit(FOUR + plan(5));
        }
        harness.submit(FOUR + "name: other\n" + plan(5));
        harness.runner().forecast();
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_server_that_starts_again_schedules_without_waiting_and_knows_it_soon() {
        WorkloadId first = harness.submit(FOUR + plan(5));
        WorkloadId id = harness.submit(FOUR + "nodes: 2\n" + plan(3));
        harness.await(first, "running");
        var gate = new CountDownLatch(1);
        harness.planning(
                (plan, place) -> {
                    pass(gate);
                    return hours(plan, place);
                });
        harness.restart();
        assertThat(span(id).source()).isEqualTo(RuntimeEstimate.Source.UNKNOWN);
        gate.countDown();
        harness.until(
                () -> span(id).source() == RuntimeEstimate.Source.PLAN, () -> span(id).toString());
        assertThat(span(first)).isEqualTo(hours(4, 5, 6));
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_job_whose_plan_gives_no_estimate_is_accepted_with_a_warning() {
        harness.planning((_, _) -> WorkloadEstimate.unknown("It does not fit. Ask for more."));
        WorkloadId id = harness.submit(FOUR + plan(5));
        assertThat(span(id).source()).isEqualTo(RuntimeEstimate.Source.UNKNOWN);
        assertThat(harness.runner().estimate(harness.workload(id)).orElseThrow().warning())
                .contains("It does not fit. Ask for more.");
        WorkloadId without = harness.submit("run: x\n" + plan(5));
        assertThat(harness.runner().estimate(harness.workload(without)).orElseThrow().warning())
                .hasValueSatisfying(words -> assertThat(words).contains("it asks for none"));
        assertThat(harness.runner().estimate(harness.workload(harness.submit(FOUR)))).isEmpty();
    }

    @Test
    void a_plan_that_cannot_be_estimated_does_not_keep_its_job_from_running() {
        harness.planning(
                (_, _) -> {
                    throw new IllegalStateException("a bug");
                });
        WorkloadId id = harness.submit(FOUR + plan(5));
        harness.await(id, "running");
        assertThat(span(id).source()).isEqualTo(RuntimeEstimate.Source.UNKNOWN);
    }

    @Test
    void what_would_take_years_is_no_estimate() {
        WorkloadId id = harness.submit(FOUR + plan(900_000));
        assertThat(span(id).source()).isEqualTo(RuntimeEstimate.Source.UNKNOWN);
        assertThat(harness.runner().estimate(harness.workload(id)).orElseThrow().warning())
                .hasValueSatisfying(words -> assertThat(words).contains("more than two years"));
    }
}
