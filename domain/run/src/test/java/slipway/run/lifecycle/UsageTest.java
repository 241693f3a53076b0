package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.WorkloadId;
import slipway.journal.Event;
import slipway.journal.JournalStream;
import slipway.run.engine.AttemptId;
import slipway.run.engine.UsageSample;

/** The recorded usage windows of workloads. */
class UsageTest {

    @TempDir Path attempts;
    private RunHarness harness;

    /** One window as recorded in the journal. */
    private record Window(
            int attempt,
            Instant from,
            Instant until,
            String type,
            long held,
            long used,
            long cpu,
            long storage) {

        private static final Pattern FORM =
                Pattern.compile(
                        "\\{\"attempt\":(\\d+),\"from\":\"(.*?)\",\"until\":\"(.*?)\",\"type\":\"(.*?)\","
                                + "\"held\":(\\d+),\"used\":(\\d+),\"cpu_ms\":(\\d+),\"memory_peak\":\\d+,"
                                + "\"storage\":(\\d+),.*");

        static Window of(Event event) {
            Matcher form = FORM.matcher(event.what().body());
            assertThat(form.matches()).as(event.what().body()).isTrue();
            return new Window(
                    Integer.parseInt(form.group(1)),
                    Instant.parse(form.group(2)),
                    Instant.parse(form.group(3)),
                    form.group(4),
                    Long.parseLong(form.group(5)),
                    Long.parseLong(form.group(6)),
                    Long.parseLong(form.group(7)),
                    Long.parseLong(form.group(8)));
        }
    }

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private List<Window> windows(WorkloadId job) {
        return harness.events(JournalStream.TICKS, job).stream().map(Window::of).toList();
    }

    /** Checks that the windows follow each other without gap or overlap. */
    private static void followEachOther(List<Window> windows, Instant from, Instant until) {
        Instant last = from;
        for (Window window : windows) {
            assertThat(window.from()).isEqualTo(last);
            assertThat(window.held())
                    .isEqualTo(4_000 * Duration.between(window.from(), window.until()).toMillis());
            last = window.until();
        }
        assertThat(last).isEqualTo(until);
    }

    @Test
    void windows_follow_each_other_and_end_with_the_workload() {
        Instant start = harness.clock().instant();
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.awaitAttempt(job, 1);
        harness.forward(Duration.ofSeconds(60));
        harness.forward(Duration.ofMillis(60_123));
        harness.clock().forward(Duration.ofNanos(30_500_900_000L));
        harness.end(job, 0);
        harness.await(job, "succeeded");
        Instant end = start.plusMillis(60_000 + 60_123 + 30_500);
        followEachOther(windows(job), start, end);
        assertThat(windows(job)).hasSize(3).extracting(Window::type).containsOnly("H100");
    }

    @Test
    void what_a_workload_has_held_is_the_sum_of_its_windows_over_attempts_and_servers() {
        WorkloadId job = harness.submit(LifecycleTest.JOB + "retry: {attempts: 2, backoff: 0s}");
        harness.awaitAttempt(job, 1);
        harness.forward(Duration.ofMillis(61_007));
        harness.restart();
        harness.end(job, 1);
        harness.awaitAttempt(job, 2);
        harness.forward(Duration.ofMillis(60_333));
        harness.restart();
        harness.end(job, 0);
        harness.await(job, "succeeded");
        long sum = windows(job).stream().mapToLong(Window::held).sum();
        assertThat(sum).isEqualTo(4_000 * (61_007L + 60_333));
        assertThat(harness.runner().get(job.value(), _ -> true).history().held().perType())
                .isEqualTo(Map.of("H100", new GpuTime(sum)));
    }

    @Test
    void without_accelerators_it_holds_the_processors_that_it_was_given() {
        WorkloadId asked = harness.submit("run: x\nresources: {cpus: 2.5}");
        WorkloadId silent = harness.submit("run: y");
        AttemptId attempt = harness.awaitAttempt(asked, 1);
        harness.awaitAttempt(silent, 1);
        sampled(attempt, 40, 0, 0);
        harness.forward(Duration.ofSeconds(60));
        assertThat(windows(asked)).extracting(Window::type).containsOnly("cpu");
        assertThat(windows(asked)).extracting(Window::held).containsExactly(2_500L * 60_000);
        assertThat(windows(asked)).extracting(Window::used).containsExactly(40_000_000L);
        assertThat(windows(silent)).extracting(Window::held).containsExactly(1_000L * 60_000);
    }

    @Test
    void the_end_is_when_it_ended_and_not_when_it_was_observed() {
        Instant start = harness.clock().instant();
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        AttemptId attempt = harness.awaitAttempt(job, 1);
        harness.restart(
                () -> {
                    harness.clock().forward(Duration.ofMinutes(10));
                    harness.engine().end(attempt, 0);
                    harness.clock().forward(Duration.ofHours(5));
                });
        harness.await(job, "succeeded");
        followEachOther(windows(job), start, start.plus(Duration.ofMinutes(10)));
    }

    @Test
    void time_between_two_attempts_is_not_metered() {
        Instant start = harness.clock().instant();
        WorkloadId job = harness.submit(LifecycleTest.JOB + "retry: {attempts: 2, backoff: 1m}");
        harness.awaitAttempt(job, 1);
        harness.clock().forward(Duration.ofSeconds(30));
        harness.end(job, 1);
        harness.await(job, "queued");
        harness.forward(Duration.ofMinutes(1));
        harness.awaitAttempt(job, 2);
        harness.clock().forward(Duration.ofSeconds(10));
        harness.cancel(job);
        harness.await(job, "cancelled");
        List<Window> windows = windows(job);
        followEachOther(windows.subList(0, 1), start, start.plusSeconds(30));
        followEachOther(
                windows.subList(1, windows.size()), start.plusSeconds(90), start.plusSeconds(100));
        assertThat(windows).extracting(Window::attempt).containsExactly(1, 2);
    }

    @Test
    void a_placement_is_metered_also_while_the_start_fails() {
        Instant start = harness.clock().instant();
        harness.world().hold();
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        harness.awaitHeld(job);
        harness.clock().forward(Duration.ofSeconds(7));
        harness.world().sendAway();
        harness.await(job, "queued");
        followEachOther(windows(job), start, start.plusSeconds(7));
    }

    @Test
    void counters_go_on_where_the_last_server_stopped() {
        WorkloadId job = harness.submit(LifecycleTest.JOB);
        AttemptId attempt = harness.awaitAttempt(job, 1);
        sampled(attempt, 40, 1_000, 50);
        harness.forward(Duration.ofSeconds(60));
        sampled(attempt, 90, 3_000, 100);
        harness.restart();
        harness.forward(Duration.ofSeconds(60));
        harness.clock().forward(Duration.ofSeconds(1));
        harness.end(job, 0);
        harness.await(job, "succeeded");
        assertThat(windows(job)).extracting(Window::cpu).containsExactly(40_000L, 50_000L, 0L);
        assertThat(windows(job)).extracting(Window::storage).containsExactly(1_000L, 2_000L, 0L);
        assertThat(windows(job))
                .extracting(window -> window.used() * 100 / window.held())
                .containsExactly(50L, 100L, 100L);
    }

    private void sampled(AttemptId attempt, int cpuSeconds, long storage, int busy) {
        var gpu =
                new UsageSample.Gpu(
                        "GPU-1",
                        Optional.of(busy),
                        Bytes.gigabytes(10),
                        300,
                        60,
                        List.of(),
                        List.of());
        harness.engine()
                .sampled(
                        new UsageSample(
                                attempt,
                                harness.clock().instant(),
                                Duration.ofSeconds(cpuSeconds),
                                new UsageSample.HeldMemory(Bytes.gigabytes(1), Bytes.gigabytes(2)),
                                new Bytes(storage),
                                Optional.empty(),
                                3,
                                List.of(gpu)));
    }
}
