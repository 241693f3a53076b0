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
import slipway.base.WorkloadId;
import slipway.run.engine.InTarget;

/** The clock of the machine is set while jobs run. */
@Tag("process")
class JumpingClockTest {

    private static final String GOES_ON = "run: while [ ! -e go ]; do sleep 0.05; done";
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir(factory = InTarget.class)
    Path attempts;

    private RealYard yard;

    @BeforeEach
    void begin() {
        yard = new RealYard(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
    }

    private WorkloadId running() {
        WorkloadId job = yard.submit(GOES_ON);
        yard.await(job, "running");
        return job;
    }

    private Instant metered(WorkloadId job) {
        return yard.workload(job).history().latest().orElseThrow().metered().until();
    }

    @Test
    void a_clock_that_is_set_back_takes_no_use_back_and_ends_nothing() {
        WorkloadId job = running();
        yard.clock.forward(Duration.ofMinutes(2));
        yard.runner().reconcileNow();
        Instant before = metered(job);
        yard.clock.set(yard.clock.instant().minus(HOUR));
        yard.runner().reconcileNow();
        assertThat(yard.word(job)).isEqualTo("running");
        assertThat(metered(job)).isEqualTo(before);
        yard.give(job, "go", "");
        yard.await(job, "succeeded");
        WorkloadId next = yard.submit("run: /bin/true");
        yard.await(next, "succeeded");
        assertThat(metered(job)).isAfterOrEqualTo(before);
    }

    @Test
    void a_clock_that_is_set_forward_ends_nothing_that_has_no_limit() {
        WorkloadId job = running();
        yard.clock.forward(HOUR);
        yard.runner().reconcileNow();
        assertThat(yard.word(job)).isEqualTo("running");
        yard.give(job, "go", "");
        yard.await(job, "succeeded");
        assertThat(yard.workload(job).history().attempts()).isEqualTo(1);
    }

    @Test
    void what_began_in_the_future_still_ends_and_in_order() {
        yard.clock.forward(HOUR);
        WorkloadId job = running();
        yard.clock.set(yard.clock.instant().minus(HOUR));
        yard.give(job, "go", "");
        yard.await(job, "succeeded");
        Instant begun = yard.workload(job).history().latest().orElseThrow().placedAt();
        WorkloadState.Ended ended = (WorkloadState.Ended) yard.workload(job).state();
        assertThat(ended.since()).isAfterOrEqualTo(begun);
        assertThat(metered(job)).isAfterOrEqualTo(begun.minusMillis(1));
    }
}
