package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.engine.AttemptId;
import slipway.run.engine.UsageSample;
import slipway.schedule.config.IdleRule;

/** Workspaces that are not used. */
@SuppressWarnings("NullAway.Init") // opened before each test
class IdleWorkspaceTest {

    private static final String LAB = "kind: workspace\nrun: ./lab\nresources: {accelerators: 1}";

    @TempDir private Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    private WorkloadId lab() {
        WorkloadId lab = harness.submit(LAB);
        harness.awaitAttempt(lab, 1);
        harness.await(lab, "running");
        harness.runner().reconcileNow();
        return lab;
    }

    private void passes(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            harness.clock().forward(Duration.ofMinutes(1));
            harness.runner().reconcileNow();
        }
    }

    private void samples(AttemptId attempt, Duration cpu, int utilisation) {
        var gpu =
                new UsageSample.Gpu(
                        "GPU-0",
                        Optional.of(utilisation),
                        Bytes.ZERO,
                        70,
                        40,
                        List.of(),
                        List.of());
        harness.engine()
                .sampled(
                        new UsageSample(
                                attempt,
                                harness.clock().instant(),
                                cpu,
                                UsageSample.HeldMemory.NONE,
                                Bytes.ZERO,
                                Optional.empty(),
                                1,
                                List.of(gpu)));
    }

    @Test
    void an_idle_workspace_is_warned_of_and_then_stopped_without_having_failed() {
        WorkloadId lab = lab();
        passes(109);
        assertThat(harness.factNames(lab)).doesNotContain("WorkloadIdle");
        passes(1);
        assertThat(harness.facts(lab).getLast())
                .isEqualTo(
                        new Fact.WorkloadIdle(
                                lab,
                                1,
                                "It has not been used for 1 h 50 min; it is stopped in 10 min."));
        passes(9);
        assertThat(harness.word(lab)).isEqualTo("running");
        passes(1);
        harness.await(lab, it -> !it.state().label().equals("running"));
        harness.forward(Duration.ofMinutes(1));
        harness.await(lab, "cancelled");
        assertThat(((WorkloadState.Ended) harness.state(lab)).because())
                .isEqualTo("It had not been used for 2 h, so it was stopped.");
    }

    @Test
    void the_team_sets_the_idle_time_of_workspaces_without_their_own() {
        harness.idle(
                new IdleRule(Optional.empty(), Optional.empty(), Optional.of(Duration.ofHours(1))));
        WorkloadId lab = lab();
        WorkloadId own = harness.submit(LAB + "\nidle: 3h");
        harness.await(own, "running");
        harness.runner().reconcileNow();
        passes(50);
        assertThat(harness.factNames(lab)).contains("WorkloadIdle");
        passes(60);
        harness.await(lab, "cancelled");
        assertThat(harness.factNames(own)).doesNotContain("WorkloadIdle");
    }

    @Test
    void use_after_the_warning_keeps_it_and_the_next_warning_starts_over() {
        WorkloadId lab = lab();
        passes(115);
        harness.runner().activity().recordUse(harness.attempt(lab), harness.clock().instant());
        passes(109);
        assertThat(harness.factNames(lab)).containsOnlyOnce("WorkloadIdle");
        assertThat(harness.workload(lab).history().latest().orElseThrow().warnings().idleSince())
                .isEmpty();
        passes(1);
        assertThat(harness.factNames(lab).stream().filter("WorkloadIdle"::equals)).hasSize(2);
    }

    @Test
    void a_workspace_that_computes_is_used() {
        WorkloadId lab = lab();
        AttemptId attempt = harness.attempt(lab);
        for (int hour = 0; hour < 4; hour++) {
            samples(attempt, Duration.ofMinutes(hour), 60);
            passes(60);
        }
        assertThat(harness.factNames(lab)).doesNotContain("WorkloadIdle");
        long spent = 600;
        for (int quarter = 0; quarter < 12; quarter++) {
            spent += 180; // a fifth of a processor
            samples(attempt, Duration.ofSeconds(spent), 0);
            passes(15);
        }
        assertThat(harness.factNames(lab)).doesNotContain("WorkloadIdle");
    }

    @Test
    void an_exemption_with_a_reason_survives_a_restart() {
        WorkloadId lab = lab();
        passes(115);
        harness.runner()
                .exemptFromIdle(
                        harness.workload(lab),
                        Duration.ofHours(6),
                        "A long download.",
                        RunHarness.ANA);
        assertThat(harness.facts(lab).getLast())
                .isEqualTo(
                        new Fact.WorkloadKept(
                                lab,
                                1,
                                harness.clock().instant().plus(Duration.ofHours(6)),
                                "A long download."));
        harness.restart();
        passes(349);
        assertThat(harness.word(lab)).isEqualTo("running");
        assertThat(harness.factNames(lab)).containsOnlyOnce("WorkloadIdle");
        passes(1);
        assertThat(harness.factNames(lab).stream().filter("WorkloadIdle"::equals)).hasSize(2);
    }

    @Test
    void the_next_server_gives_every_workspace_the_full_time_again() {
        WorkloadId lab = lab();
        passes(119);
        harness.restart(() -> harness.clock().forward(Duration.ofHours(5)));
        passes(109);
        assertThat(harness.word(lab)).isEqualTo("running");
        assertThat(harness.factNames(lab)).containsOnlyOnce("WorkloadIdle");
    }

    @Test
    void a_workload_that_is_never_stopped_cannot_be_exempted_and_no_exemption_is_endless() {
        WorkloadId job = harness.submit("run: python train.py");
        assertThatThrownBy(
                        () ->
                                harness.runner()
                                        .exemptFromIdle(
                                                harness.workload(job),
                                                Duration.ofHours(1),
                                                "Why not.",
                                                RunHarness.ANA))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("has no idle shutdown");
        WorkloadId lab = lab();
        assertThatThrownBy(
                        () ->
                                harness.runner()
                                        .exemptFromIdle(
                                                harness.workload(lab),
                                                Duration.ofDays(8),
                                                "For ever.",
                                                RunHarness.ANA))
                .hasMessageContaining("An exemption lasts at most 7 d");
    }
}
