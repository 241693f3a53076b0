package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.GpuTime;
import slipway.base.WorkloadId;
import slipway.run.engine.InTarget;

/** The clock of the machine is set while jobs run. */
@Tag("process")
class ClockJumpTest {

    private static final String GOES_ON = "run: while [ ! -e go ]; do sleep 0.05; done";
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir(factory = InTarget.class)
    Path attempts;

    private ProcessRunHarness harness;

    @BeforeEach
    void begin() {
        harness = new ProcessRunHarness(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private WorkloadId running() {
        WorkloadId job = harness.submit(GOES_ON);
        harness.await(job, "running");
        return job;
    }

    private Instant metered(WorkloadId job) {
        return harness.workload(job).history().latest().orElseThrow().metered().until();
    }

    @Test
    void a_clock_that_is_set_back_takes_no_use_back_and_ends_nothing() {
        WorkloadId job = running();
        harness.clock.forward(Duration.ofMinutes(2));
        harness.runner().reconcileNow();
        Instant before = metered(job);
        harness.clock.set(harness.clock.instant().minus(HOUR));
        harness.runner().reconcileNow();
        assertThat(harness.word(job)).isEqualTo("running");
        assertThat(metered(job)).isEqualTo(before);
        harness.give(job, "go", "");
        harness.await(job, "succeeded");
        WorkloadId next = harness.submit("run: /bin/true");
        harness.await(next, "succeeded");
        assertThat(metered(job)).isAfterOrEqualTo(before);
    }

    @Test
    void a_clock_that_is_set_forward_ends_nothing_that_has_no_limit() {
        WorkloadId job = running();
        harness.clock.forward(HOUR);
        harness.runner().reconcileNow();
        assertThat(harness.word(job)).isEqualTo("running");
        harness.give(job, "go", "");
        harness.await(job, "succeeded");
        assertThat(harness.workload(job).history().attempts()).isEqualTo(1);
    }

    @Test
    void what_began_in_the_future_still_ends_and_in_order() {
        harness.clock.forward(HOUR);
        WorkloadId job = running();
        harness.clock.set(harness.clock.instant().minus(HOUR));
        harness.give(job, "go", "");
        harness.await(job, "succeeded");
        Instant begun = harness.workload(job).history().latest().orElseThrow().placedAt();
        WorkloadState.Ended ended = (WorkloadState.Ended) harness.workload(job).state();
        assertThat(ended.since()).isAfterOrEqualTo(begun);
        assertThat(metered(job)).isAfterOrEqualTo(begun.minusMillis(1));
    }

    /** The server follows a jump of the clock after ten minutes; until then it must have seen the jump. */
    private void adopted() {
        harness.runner().reconcileNow();
        harness.clock.forward(Duration.ofMinutes(10));
        harness.runner().reconcileNow();
        harness.runner().reconcileNow();
    }

    private GpuTime held(WorkloadId job) {
        return harness.workload(job).history().held().perType().values().stream()
                .reduce(GpuTime.ZERO, GpuTime::plus);
    }

    private static GpuTime oneCpu(Duration time) {
        return GpuTime.of(1_000, time);
    }

    @Test
    void a_jump_ahead_and_back_bills_only_the_time_that_has_passed() {
        WorkloadId job = running();
        Instant begun = harness.workload(job).history().latest().orElseThrow().placedAt();
        harness.clock.forward(Duration.ofMinutes(2));
        harness.runner().reconcileNow();
        assertThat(held(job)).isEqualTo(oneCpu(Duration.ofMinutes(2)));
        harness.clock.jumpAhead(HOUR.multipliedBy(8));
        adopted();
        assertThat(metered(job)).isAfter(begun.plus(HOUR.multipliedBy(8)));
        assertThat(held(job)).isEqualTo(oneCpu(Duration.ofMinutes(12)));
        harness.clock.jumpBack(HOUR.multipliedBy(8));
        adopted();
        assertThat(metered(job)).isBefore(begun.plus(HOUR));
        assertThat(held(job)).isEqualTo(oneCpu(Duration.ofMinutes(22)));
        harness.give(job, "go", "");
        harness.await(job, "succeeded");
    }

    @Test
    void a_clock_that_is_set_back_by_a_day_does_not_delay_a_retry_by_a_day() {
        WorkloadId job = harness.submit("retry: {attempts: 2, backoff: 30m}\nrun: \"false\"");
        harness.until(() -> harness.workload(job).history().failures() == 1);
        harness.clock.jumpBack(Duration.ofDays(1));
        adopted();
        harness.await(job, "failed");
        assertThat(harness.workload(job).history().failures()).isEqualTo(2);
    }
}
