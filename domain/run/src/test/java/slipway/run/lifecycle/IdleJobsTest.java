package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.journal.ModuleRequest;
import slipway.run.engine.AttemptId;
import slipway.run.engine.UsageSample;
import slipway.schedule.config.IdleRule;

/** Jobs that hold accelerators idle, in a team whose rule stops such jobs. */
@SuppressWarnings("NullAway.Init") // opened before each test
class IdleJobsTest {

    private static final IdleRule STOP =
            new IdleRule(Optional.of(IdleRule.JobAction.STOP), Optional.empty(), Optional.empty());

    private static final String TRAIN =
            "run: python train.py\nresources: {accelerators: 2}\nretry: {attempts: 3}\n";

    @TempDir private Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
        harness.idle(STOP);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private WorkloadId running(String spec) {
        WorkloadId id = harness.submit(spec);
        harness.awaitAttempt(id, 1);
        harness.await(id, "running");
        samples(id, 0, 0);
        harness.runner().reconcileNow();
        return id;
    }

    private void samples(WorkloadId id, Integer... percents) {
        sampled(id, Arrays.stream(percents).map(Optional::of).toList());
    }

    private void sampled(WorkloadId id, List<Optional<Integer>> percents) {
        List<UsageSample.Gpu> gpus =
                IntStream.range(0, percents.size())
                        .mapToObj(
                                at ->
                                        new UsageSample.Gpu(
                                                "GPU-" + at,
                                                percents.get(at),
                                                Bytes.ZERO,
                                                70,
                                                40,
                                                List.of(),
                                                List.of()))
                        .toList();
        harness.engine()
                .sampled(
                        new UsageSample(
                                harness.attempt(id),
                                harness.clock().instant(),
                                Duration.ZERO,
                                UsageSample.HeldMemory.NONE,
                                Bytes.ZERO,
                                Optional.empty(),
                                1,
                                gpus));
    }

    /** Advances some minutes in which its two accelerators have this utilization in percent. */
    private void minutes(WorkloadId id, int minutes, Integer... percents) {
        for (int minute = 0; minute < minutes; minute++) {
            harness.clock().forward(Duration.ofMinutes(1));
            samples(id, percents);
            harness.runner().reconcileNow();
        }
    }

    private void rests(WorkloadId id, int minutes) {
        minutes(id, minutes, 0, 0);
    }

    private List<String> warnings(WorkloadId id) {
        return harness.facts(id).stream()
                .filter(Fact.WorkloadIdle.class::isInstance)
                .map(fact -> ((Fact.WorkloadIdle) fact).because())
                .toList();
    }

    @Test
    void
            its_owner_is_warned_with_the_time_of_its_end_and_half_an_hour_later_it_is_stopped_for_good() {
        WorkloadId id = running(TRAIN);
        rests(id, 29);
        assertThat(warnings(id)).isEmpty();
        rests(id, 1);
        assertThat(warnings(id))
                .containsExactly(
                        "It holds its 2 accelerators and has not used them for 30 min; it is stopped in 30 min.");
        rests(id, 10);
        assertThat(
                        harness.runner()
                                .status(harness.workload(id))
                                .idle()
                                .map(AttemptStatus.Idle::because))
                .contains(
                        "It holds its 2 accelerators and has not used them for 40 min; it is stopped in 20 min.");
        rests(id, 19);
        assertThat(harness.word(id)).isEqualTo("running");
        rests(id, 1);
        harness.await(id, "cancelled");
        assertThat(((WorkloadState.Ended) harness.state(id)).because())
                .isEqualTo(
                        "It held accelerators for 1 h without using them, and team vision has such jobs stopped.");
        assertThat(warnings(id)).hasSize(1);
        harness.forward(Duration.ofHours(1));
        assertThat(harness.workload(id).history().attempts()).isEqualTo(1);
    }

    @Test
    void one_that_saves_is_given_its_notice_first() {
        WorkloadId id = running(TRAIN + "checkpoint: {notice: 5m}");
        rests(id, 60);
        assertThat(harness.state(id)).isInstanceOf(WorkloadState.Stopping.class);
        AttemptId attempt = harness.attempt(id);
        harness.await(id, "stopping");
        var stop = ((WorkloadState.Stopping) harness.state(id)).stop();
        assertThat(stop.deadline())
                .isEqualTo(harness.clock().instant().plus(Duration.ofMinutes(5)));
        harness.until(
                () ->
                        harness.runner()
                                .directory(attempt)
                                .path()
                                .resolve("notice")
                                .toFile()
                                .exists(),
                () -> "no notice");
        harness.forward(Duration.ofMinutes(4));
        assertThat(harness.word(id)).isEqualTo("stopping");
        harness.forward(Duration.ofMinutes(1));
        harness.await(id, "cancelled");
    }

    @Test
    void a_job_that_uses_an_accelerator_again_is_only_warned() {
        WorkloadId id = running(TRAIN);
        rests(id, 45);
        minutes(id, 120, 0, 30);
        assertThat(harness.word(id)).isEqualTo("running");
        assertThat(
                        harness.runner()
                                .status(harness.workload(id))
                                .idle()
                                .map(AttemptStatus.Idle::because))
                .contains("It holds 1 of its 2 accelerators and has not used it for 2 h 45 min.");
        rests(id, 29);
        assertThat(warnings(id)).hasSize(1);
        rests(id, 1);
        assertThat(warnings(id).getLast()).endsWith("for 30 min; it is stopped in 30 min.");
        assertThat(warnings(id)).hasSize(2);
    }

    @Test
    void a_job_without_samples_or_with_shared_accelerators_is_not_stopped() {
        WorkloadId id = running(TRAIN);
        for (int minute = 0; minute < 180; minute++) {
            harness.forward(Duration.ofMinutes(1)); // and the last sample gets old
        }
        for (int minute = 0; minute < 180; minute++) {
            harness.clock().forward(Duration.ofMinutes(1));
            sampled(id, List.of(Optional.empty(), Optional.of(0)));
            harness.runner().reconcileNow();
        }
        assertThat(harness.word(id)).isEqualTo("running");
        assertThat(warnings(id)).noneMatch(words -> words.contains("stopped"));
    }

    @Test
    void an_exempted_job_is_kept_and_its_owner_warned_again_before_the_exemption_ends() {
        WorkloadId id = running(TRAIN);
        rests(id, 40);
        harness.runner()
                .exemptFromIdle(
                        harness.workload(id), Duration.ofHours(2), "It loads.", RunHarness.ANA);
        rests(id, 89);
        assertThat(warnings(id)).hasSize(1);
        rests(id, 1);
        assertThat(warnings(id))
                .hasSize(2)
                .last()
                .isEqualTo(
                        "It holds its 2 accelerators and has not used them for 2 h 10 min;"
                                + " it is stopped in 30 min.");
        rests(id, 29);
        assertThat(harness.word(id)).isEqualTo("running");
        rests(id, 1);
        harness.await(id, "cancelled");
    }

    @Test
    void the_next_server_observes_it_for_the_full_time_before_it_stops_it() {
        WorkloadId id = running(TRAIN);
        rests(id, 59);
        harness.restart(() -> harness.clock().forward(Duration.ofHours(5)));
        samples(id, 0, 0);
        harness.runner().reconcileNow();
        rests(id, 59);
        assertThat(harness.word(id)).isEqualTo("running");
        assertThat(warnings(id)).hasSize(2);
        rests(id, 1);
        harness.await(id, "cancelled");
    }

    @Test
    void the_team_says_after_how_long() {
        harness.idle(
                new IdleRule(
                        Optional.of(IdleRule.JobAction.STOP),
                        Optional.of(Duration.ofHours(2)),
                        Optional.empty()));
        WorkloadId id = running(TRAIN);
        rests(id, 119);
        assertThat(warnings(id)).isEmpty();
        assertThat(harness.runner().status(harness.workload(id)).idle()).isEmpty();
        rests(id, 1);
        assertThat(warnings(id)).hasSize(1);
        rests(id, 29);
        assertThat(harness.word(id)).isEqualTo("running");
    }

    @Test
    void a_service_is_never_stopped_for_being_idle_and_cannot_be_exempted() {
        WorkloadId id = running("kind: service\nrun: ./serve\nresources: {accelerators: 2}");
        rests(id, 180);
        assertThat(harness.word(id)).isEqualTo("running");
        assertThat(warnings(id)).isEmpty();
        assertThatThrownBy(() -> keep(id))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("A service may wait for requests.");
    }

    @Test
    void by_default_idle_jobs_are_only_warned() {
        harness.idle(IdleRule.UNSET);
        WorkloadId id = running(TRAIN);
        rests(id, 180);
        assertThat(harness.word(id)).isEqualTo("running");
        assertThat(warnings(id))
                .containsExactly("It holds its 2 accelerators and has not used them for 30 min.");
        assertThatThrownBy(() -> keep(id))
                .isInstanceOf(Problem.class)
                .hasMessageContaining(
                        "Team vision only warns of jobs that hold accelerators without using them.");
    }

    private void keep(WorkloadId id) {
        harness.runner()
                .exemptFromIdle(
                        harness.workload(id), Duration.ofHours(1), "Why not.", RunHarness.ANA);
    }

    /** What the last observation found is decided after requests that arrived meanwhile. */
    @Test
    void an_exemption_at_the_last_moment_is_not_too_late() {
        WorkloadId id = running(TRAIN);
        Instant by = harness.clock().instant().plusSeconds(60);
        var moduleRequest =
                ModuleRequest.<RunRequest>of(
                        new RunRequest.StopUnused(harness.attempt(id), "Unused.", by),
                        RunHarness.ANA);
        RunState before = harness.runner().runState();
        keep(id);
        RunState after = harness.runner().runState();
        assertThat(LifecycleRules.decide(before, moduleRequest, harness.clock().instant()).rows())
                .isNotEmpty();
        assertThat(LifecycleRules.decide(after, moduleRequest, harness.clock().instant()).rows())
                .isEmpty();
    }

    @Test
    void a_team_that_changes_its_rule_withdraws_the_warning() {
        WorkloadId id = running(TRAIN);
        rests(id, 40);
        harness.idle(IdleRule.UNSET);
        rests(id, 60);
        assertThat(harness.word(id)).isEqualTo("running");
        assertThat(
                        harness.runner()
                                .status(harness.workload(id))
                                .idle()
                                .map(AttemptStatus.Idle::because))
                .contains("It holds its 2 accelerators and has not used them for 1 h 40 min.");
    }
}
