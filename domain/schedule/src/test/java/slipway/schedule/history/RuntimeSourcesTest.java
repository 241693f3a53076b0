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
    void a_plan_that_is_attached_comes_before_everything() {
        RuntimeSources all =
                RuntimeSources.NOTHING.planned(PLAN).piloted(PILOT).learnt(Optional.of(HISTORY));
        assertEquals(hours(4, 5, 7, Source.PLAN), all.span(Kind.JOB, WEEK));
    }

    @Test
    void a_pilot_comes_before_history() {
        RuntimeSources runtimeSources =
                RuntimeSources.NOTHING.piloted(PILOT).learnt(Optional.of(HISTORY));
        assertEquals(hours(3, 4, 5, Source.PILOT), runtimeSources.span(Kind.JOB, WEEK));
    }

    @Test
    void history_comes_before_the_limit() {
        RuntimeSources runtimeSources =
                RuntimeSources.NOTHING.learnt(Optional.of(HISTORY)).limited(Duration.ofHours(20));
        assertEquals(HISTORY, runtimeSources.span(Kind.JOB, WEEK));
    }

    @Test
    void a_limit_alone_gives_the_upper_end_and_no_lower_one() {
        RuntimeEstimate runtimeEstimate =
                RuntimeSources.NOTHING.limited(Duration.ofHours(10)).span(Kind.JOB, WEEK);
        assertEquals(hours(0, 5, 10, Source.LIMIT), runtimeEstimate);
        assertThat(runtimeEstimate.known()).isTrue();
    }

    @Test
    void whatever_is_expected_ends_at_the_limit() {
        RuntimeSources runtimeSources = RuntimeSources.NOTHING.planned(PLAN);
        assertEquals(
                hours(4, 5, 6, Source.PLAN),
                runtimeSources.limited(Duration.ofHours(6)).span(Kind.JOB, WEEK));
        assertEquals(
                hours(2, 2, 2, Source.PLAN),
                runtimeSources.limited(Duration.ofHours(2)).span(Kind.JOB, WEEK));
    }

    @Test
    void where_nothing_is_known_only_the_longest_is() {
        RuntimeEstimate runtimeEstimate = RuntimeSources.NOTHING.span(Kind.JOB, Duration.ofDays(2));
        assertEquals(RuntimeEstimate.unknown(Duration.ofDays(2)), runtimeEstimate);
        assertEquals(Duration.ZERO, runtimeEstimate.low());
        assertEquals(Duration.ofDays(2), runtimeEstimate.high());
        assertThat(runtimeEstimate.known()).isFalse();
    }

    @Test
    void services_and_workspaces_are_endless_whatever_else_is_known() {
        RuntimeSources runtimeSources =
                RuntimeSources.NOTHING.planned(PLAN).limited(Duration.ofHours(1));
        assertEquals(RuntimeEstimate.ENDLESS, runtimeSources.span(Kind.SERVICE, WEEK));
        assertEquals(RuntimeEstimate.ENDLESS, runtimeSources.span(Kind.WORKSPACE, WEEK));
    }

    @Test
    void what_history_does_not_know_yet_is_asked_of_the_next_source() {
        RuntimeSources runtimeSources =
                RuntimeSources.NOTHING.learnt(Optional.empty()).limited(Duration.ofHours(10));
        assertEquals(Source.LIMIT, runtimeSources.span(Kind.JOB, WEEK).source());
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
