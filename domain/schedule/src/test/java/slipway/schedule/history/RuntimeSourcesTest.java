package slipway.schedule.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.schedule.snapshot.RuntimeEstimate.Source;
import slipway.schedule.snapshot.SchedulableWorkload.Kind;

class RuntimeSourcesTest {

    private static final Duration WEEK = Duration.ofDays(7);
    private static final Estimate<Duration> PLAN = estimate(4, 5, 7);
    private static final Estimate<Duration> PILOT = estimate(3, 4, 5);
    private static final RuntimeEstimate HISTORY =
            RuntimeEstimate.of(
                    Duration.ofHours(1), Duration.ofHours(2), Duration.ofHours(9), Source.HISTORY);

    @Test
    void an_attached_plan_precedes_everything() {
        RuntimeSources all =
                RuntimeSources.NONE
                        .withPlan(PLAN)
                        .withPilot(PILOT)
                        .withHistory(Optional.of(HISTORY));
        assertEquals(hours(4, 5, 7, Source.PLAN), all.estimate(Kind.JOB, WEEK));
    }

    @Test
    void a_pilot_precedes_history() {
        RuntimeSources runtimeSources =
                RuntimeSources.NONE.withPilot(PILOT).withHistory(Optional.of(HISTORY));
        assertEquals(hours(3, 4, 5, Source.PILOT), runtimeSources.estimate(Kind.JOB, WEEK));
    }

    @Test
    void history_precedes_the_limit() {
        RuntimeSources runtimeSources =
                RuntimeSources.NONE
                        .withHistory(Optional.of(HISTORY))
                        .withLimit(Duration.ofHours(20));
        assertEquals(HISTORY, runtimeSources.estimate(Kind.JOB, WEEK));
    }

    @Test
    void a_limit_alone_gives_the_upper_end_and_no_lower_one() {
        RuntimeEstimate runtimeEstimate =
                RuntimeSources.NONE.withLimit(Duration.ofHours(10)).estimate(Kind.JOB, WEEK);
        assertEquals(hours(0, 5, 10, Source.LIMIT), runtimeEstimate);
        assertThat(runtimeEstimate.isKnown()).isTrue();
    }

    @Test
    void every_estimate_ends_at_the_limit() {
        RuntimeSources runtimeSources = RuntimeSources.NONE.withPlan(PLAN);
        assertEquals(
                hours(4, 5, 6, Source.PLAN),
                runtimeSources.withLimit(Duration.ofHours(6)).estimate(Kind.JOB, WEEK));
        assertEquals(
                hours(2, 2, 2, Source.PLAN),
                runtimeSources.withLimit(Duration.ofHours(2)).estimate(Kind.JOB, WEEK));
    }

    @Test
    void without_any_source_only_the_maximum_is_known() {
        RuntimeEstimate runtimeEstimate =
                RuntimeSources.NONE.estimate(Kind.JOB, Duration.ofDays(2));
        assertEquals(RuntimeEstimate.unknown(Duration.ofDays(2)), runtimeEstimate);
        assertEquals(Duration.ZERO, runtimeEstimate.low());
        assertEquals(Duration.ofDays(2), runtimeEstimate.high());
        assertThat(runtimeEstimate.isKnown()).isFalse();
    }

    @Test
    void services_and_workspaces_are_endless() {
        RuntimeSources runtimeSources =
                RuntimeSources.NONE.withPlan(PLAN).withLimit(Duration.ofHours(1));
        assertEquals(RuntimeEstimate.ENDLESS, runtimeSources.estimate(Kind.SERVICE, WEEK));
        assertEquals(RuntimeEstimate.ENDLESS, runtimeSources.estimate(Kind.WORKSPACE, WEEK));
    }

    @Test
    void a_source_without_an_estimate_is_skipped() {
        RuntimeSources runtimeSources =
                RuntimeSources.NONE.withHistory(Optional.empty()).withLimit(Duration.ofHours(10));
        assertEquals(Source.LIMIT, runtimeSources.estimate(Kind.JOB, WEEK).source());
    }

    private static Estimate<Duration> estimate(int low, int middle, int high) {
        return new Estimate<>(
                Duration.ofHours(middle),
                Duration.ofHours(low),
                Duration.ofHours(high),
                List.of(new Ground(Estimate.Source.COMPUTED, "said by the test")));
    }

    private static RuntimeEstimate hours(int low, int middle, int high, Source source) {
        return RuntimeEstimate.of(
                Duration.ofHours(low), Duration.ofHours(middle), Duration.ofHours(high), source);
    }
}
