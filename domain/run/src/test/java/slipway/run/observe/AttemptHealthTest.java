package slipway.run.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.WorkloadId;
import slipway.run.attempt.JobProgress;
import slipway.run.engine.AttemptId;
import slipway.run.engine.UsageSample;
import slipway.run.lifecycle.AttemptStatus;

class AttemptHealthTest {

    private static final Instant START = Instant.parse("2026-09-17T14:00:00Z");
    private static final AttemptId ID = new AttemptId(new WorkloadId("job"), 1);

    private final AttemptHealth attemptHealth = course(false, Optional.empty());

    private static AttemptHealth course(boolean waits, Optional<Instant> stillBefore) {
        var attemptHealth = new AttemptHealth(waits, stillBefore);
        attemptHealth.idleTolerance(Duration.ofMinutes(30));
        return attemptHealth;
    }

    private static Instant at(int minutes) {
        return START.plus(Duration.ofMinutes(minutes));
    }

    private void says(int step, Instant when) {
        attemptHealth.progressed(
                JobProgress.inFile("step %d/100".formatted(step)).orElseThrow(), when);
    }

    private void measured(Instant when, Optional<Integer> utilisation, int... watts) {
        attemptHealth.sampled(sample(when, utilisation, watts));
    }

    private static UsageSample sample(Instant when, Optional<Integer> utilisation, int... watts) {
        List<UsageSample.Gpu> gpus =
                IntStream.range(0, watts.length)
                        .mapToObj(
                                i ->
                                        new UsageSample.Gpu(
                                                "GPU-" + i,
                                                utilisation,
                                                Bytes.ZERO,
                                                watts[i],
                                                60,
                                                List.of(),
                                                List.of()))
                        .toList();
        Duration cpu = Duration.between(START, when).multipliedBy(2);
        return new UsageSample(
                ID, when, cpu, UsageSample.HeldMemory.NONE, Bytes.ZERO, Optional.empty(), 3, gpus);
    }

    /** A step a minute for twenty minutes, at 693 W. */
    private void works() {
        for (int minute = 0; minute < 20; minute++) {
            says(minute, at(minute));
            measured(at(minute), Optional.of(99), 690, 696);
        }
    }

    private Optional<String> hung(int minute) {
        return attemptHealth.status(at(minute)).hung();
    }

    @Test
    void a_collective_that_spins_without_progress_is_hung_after_ten_minutes() {
        works();
        for (int minute = 20; minute <= 29; minute++) {
            measured(at(minute), Optional.of(100), 118, 122);
        }
        assertThat(hung(28)).isEmpty();
        assertThat(hung(29))
                .contains(
                        "No progress since step 19, 10 min ago, and its accelerators look busy but draw too little:"
                                + " 120 W where 693 W are usual.");
    }

    @Test
    void accelerators_that_do_nothing_are_hung_too() {
        works();
        measured(at(30), Optional.of(0), 70, 70);
        assertThat(hung(30).orElse("")).endsWith(", and its accelerators are idle.");
    }

    @Test
    void a_job_that_works_on_one_accelerator_only_is_not_hung() {
        works();
        measured(at(60), Optional.of(100), 690, 120);
        assertThat(hung(60)).isEmpty();
        measured(at(61), Optional.of(60), 120, 120);
        assertThat(hung(61)).isEmpty();
    }

    @Test
    void what_is_shared_is_not_judged() {
        works();
        measured(at(60), Optional.empty(), 120, 120);
        assertThat(hung(60)).isEmpty();
    }

    @Test
    void a_job_without_progress_reports_is_never_called_hung() {
        measured(at(0), Optional.of(0), 70);
        measured(at(1_000), Optional.of(0), 70);
        assertThat(hung(1_000)).isEmpty();
    }

    @Test
    void long_steps_are_given_ten_times_their_usual_length() {
        for (int i = 0; i < 5; i++) {
            says(i, at(i * 30));
        }
        measured(at(400), Optional.of(0), 70);
        assertThat(hung(120 + 299)).isEmpty();
        assertThat(hung(120 + 300)).isPresent();
    }

    @Test
    void a_checkpoint_that_grows_is_work() {
        works();
        measured(at(29), Optional.of(0), 70, 70);
        attemptHealth.checkpointBytes(100, at(20));
        attemptHealth.checkpointBytes(200, at(28));
        assertThat(hung(30)).isEmpty();
        assertThat(hung(38)).isEmpty();
        assertThat(hung(39)).isPresent();
    }

    @Test
    void it_is_stuck_at_its_last_step() {
        works();
        measured(at(30), Optional.of(0), 70, 70);
        assertThat(attemptHealth.stuck(at(30)).map(AttemptHealth.Stuck::step)).contains(19L);
        says(20, at(32));
        assertThat(attemptHealth.stuck(at(33))).isEmpty();
        assertThat(attemptHealth.stuck(at(42)).map(AttemptHealth.Stuck::step)).contains(20L);
    }

    // Held idle.

    private Optional<String> idle(AttemptHealth attemptHealth, int minute) {
        return attemptHealth.status(at(minute)).idle().map(AttemptStatus.Idle::because);
    }

    @Test
    void accelerators_that_do_nothing_for_half_an_hour_are_held_idle() {
        measured(at(0), Optional.of(3), 70, 70);
        measured(at(1), Optional.of(0), 70, 70);
        measured(at(30), Optional.of(0), 70, 70);
        assertThat(idle(attemptHealth, 30)).isEmpty();
        measured(at(31), Optional.of(0), 70, 70);
        assertThat(idle(attemptHealth, 31))
                .contains("It holds its 2 accelerators and has not used them for 30 min.");
        assertThat(idle(attemptHealth, 33)).as("no recent sample").isEmpty();
        measured(at(34), Optional.of(1), 70, 70);
        assertThat(idle(attemptHealth, 34)).isEmpty();
        assertThat(attemptHealth.isBusy(at(34))).isTrue();
    }

    @Test
    void one_that_was_held_idle_before_the_server_came_still_is() {
        var next = course(false, Optional.of(at(-100)));
        next.sampled(sample(at(0), Optional.of(0), 70));
        assertThat(idle(next, 0))
                .contains("It holds its accelerator and has not used it for 1 h 40 min.");
    }

    @Test
    void what_is_shared_and_what_waits_for_others_is_not_called_idle() {
        measured(at(0), Optional.empty(), 70);
        measured(at(60), Optional.empty(), 70);
        assertThat(idle(attemptHealth, 60)).isEmpty();
        var service = course(true, Optional.empty());
        service.sampled(sample(at(0), Optional.of(0), 70));
        service.sampled(sample(at(60), Optional.of(0), 70));
        assertThat(idle(service, 60)).isEmpty();
    }

    @Test
    void the_end_is_expected_by_the_pace_of_late() {
        works();
        assertThat(attemptHealth.status(at(19)).expectedEnd()).contains(at(100));
        assertThat(attemptHealth.status(at(500)).expectedEnd()).contains(at(500));
    }

    @Test
    void processors_are_counted_between_two_samples() {
        measured(at(0), Optional.of(0), 1);
        assertThat(attemptHealth.status(at(0)).cpuThousandths()).isEmpty();
        measured(at(1), Optional.of(0), 1);
        assertThat(attemptHealth.status(at(1)).cpuThousandths()).contains(2_000L);
    }
}
