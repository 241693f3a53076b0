package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import slipway.base.Usage.Accelerators;
import slipway.base.Usage.Consumer;
import slipway.base.Usage.Machine;
import slipway.base.Usage.Window;

class UsageTest {

    private static final Instant NOON = Instant.parse("2026-09-17T12:00:00Z");
    private static final Consumer BERT =
            new Consumer(new TeamId("language"), new WorkloadId("bert"), 1);

    @Test
    void what_is_held_and_not_used_is_idle() {
        var usage = minute(0, 45, Bytes.gigabytes(3));

        assertThat(usage.accelerators().idle())
                .isEqualTo(GpuTime.of(8_000, Duration.ofSeconds(15)));
        assertThat(usage.window().length()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void minutes_that_follow_each_other_become_one_usage_that_lost_nothing() {
        var both = minute(0, 45, Bytes.gigabytes(3)).then(minute(1, 60, Bytes.gigabytes(2)));

        assertThat(both.window()).isEqualTo(new Window(NOON, NOON.plusSeconds(120)));
        assertThat(both.accelerators()).isEqualTo(h100(120, 105));
        assertThat(both.machine())
                .isEqualTo(
                        new Machine(
                                Duration.ofMinutes(8),
                                Bytes.gigabytes(3),
                                Bytes.megabytes(200),
                                Bytes.megabytes(20)));
        assertThat(
                        minute(0, 1, Bytes.gigabytes(2))
                                .then(minute(1, 1, Bytes.gigabytes(3)))
                                .machine()
                                .memoryPeak())
                .isEqualTo(Bytes.gigabytes(3));
    }

    @Test
    void a_gap_an_overlap_or_another_attempt_does_not_continue_a_usage() {
        var first = minute(0, 45, Bytes.ZERO);
        var later = minute(2, 45, Bytes.ZERO);
        var other =
                new Usage(
                        new Consumer(BERT.team(), BERT.workload(), 2),
                        minute(1, 1, Bytes.ZERO).window(),
                        h100(60, 60),
                        Machine.UNMEASURED);
        var otherType =
                new Usage(
                        BERT,
                        other.window(),
                        new Accelerators("A100", GpuTime.ZERO, GpuTime.ZERO),
                        Machine.UNMEASURED);

        assertThatThrownBy(() -> first.then(later)).hasMessageContaining("is not followed by");
        assertThatThrownBy(() -> first.then(first)).hasMessageContaining("is not followed by");
        assertThatThrownBy(() -> first.then(other)).hasMessageContaining("does not go on");
        assertThatThrownBy(() -> first.then(otherType)).hasMessageContaining("A100");
    }

    @Test
    void impossible_values_are_rejected() {
        assertThatThrownBy(() -> h100(59, 60)).hasMessageContaining("cannot exceed");
        assertThatThrownBy(() -> new Accelerators(" ", GpuTime.ZERO, GpuTime.ZERO))
                .hasMessageContaining("type");
        assertThatThrownBy(() -> new Consumer(BERT.team(), BERT.workload(), 0))
                .hasMessageContaining("from 1");
        assertThatThrownBy(() -> new Window(NOON, NOON.minusNanos(1)))
                .hasMessageContaining("before it begins");
        assertThatThrownBy(
                        () ->
                                new Machine(
                                        Duration.ofSeconds(-1), Bytes.ZERO, Bytes.ZERO, Bytes.ZERO))
                .hasMessageContaining("negative");
    }

    private static Usage minute(int number, int secondsUsed, Bytes memory) {
        var from = NOON.plusSeconds(60L * number);
        var machine =
                new Machine(
                        Duration.ofMinutes(4), memory, Bytes.megabytes(100), Bytes.megabytes(10));
        return new Usage(
                BERT, new Window(from, from.plusSeconds(60)), h100(60, secondsUsed), machine);
    }

    private static Accelerators h100(int secondsHeld, int secondsUsed) {
        return new Accelerators(
                "H100",
                GpuTime.of(8_000, Duration.ofSeconds(secondsHeld)),
                GpuTime.of(8_000, Duration.ofSeconds(secondsUsed)));
    }
}
