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

/** Workspaces that nobody uses. */
@SuppressWarnings("NullAway.Init") // opened before each test
class UnusedTest {

    private static final String LAB = "kind: workspace\nrun: ./lab\nresources: {accelerators: 1}";

    @TempDir private Path attempts;
    private Yard yard;

    @BeforeEach
    void open() {
        yard = Yard.inMemory(attempts);
    }

    @AfterEach
    void close() {
        yard.close();
    }

    private WorkloadId lab() {
        WorkloadId lab = yard.submit(LAB);
        yard.awaitAttempt(lab, 1);
        yard.await(lab, "running");
        yard.runner().reconcileNow();
        return lab;
    }

    private void passes(int minutes) {
        for (int minute = 0; minute < minutes; minute++) {
            yard.clock().forward(Duration.ofMinutes(1));
            yard.runner().reconcileNow();
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
        yard.engine()
                .sampled(
                        new UsageSample(
                                attempt,
                                yard.clock().instant(),
                                cpu,
                                Bytes.ZERO,
                                Bytes.ZERO,
                                Bytes.ZERO,
                                Optional.empty(),
                                1,
                                List.of(gpu)));
    }

    @Test
    void a_workspace_that_nobody_uses_is_warned_of_and_then_stopped_without_having_failed() {
        WorkloadId lab = lab();
        passes(109);
        assertThat(yard.story(lab)).doesNotContain("WorkloadIdle");
        passes(1);
        assertThat(yard.facts(lab).getLast())
                .isEqualTo(
                        new Fact.WorkloadIdle(
                                lab,
                                1,
                                "It has not been used for 1 h 50 min; it is stopped in 10 min."));
        passes(9);
        assertThat(yard.word(lab)).isEqualTo("running");
        passes(1);
        yard.await(lab, it -> !it.state().label().equals("running"));
        yard.forward(Duration.ofMinutes(1));
        yard.await(lab, "cancelled");
        assertThat(((WorkloadState.Ended) yard.state(lab)).because())
                .isEqualTo("It had not been used for 2 h, so it was stopped.");
    }

    @Test
    void the_team_says_how_long_a_workspace_may_go_unused_that_does_not_say_it_itself() {
        yard.idle(
                new IdleRule(Optional.empty(), Optional.empty(), Optional.of(Duration.ofHours(1))));
        WorkloadId lab = lab();
        WorkloadId own = yard.submit(LAB + "\nidle: 3h");
        yard.await(own, "running");
        yard.runner().reconcileNow();
        passes(50);
        assertThat(yard.story(lab)).contains("WorkloadIdle");
        passes(60);
        yard.await(lab, "cancelled");
        assertThat(yard.story(own)).doesNotContain("WorkloadIdle");
    }

    @Test
    void whoever_uses_it_after_the_warning_keeps_it_and_is_warned_anew() {
        WorkloadId lab = lab();
        passes(115);
        yard.runner().activity().recordUse(yard.attempt(lab), yard.clock().instant());
        passes(109);
        assertThat(yard.story(lab)).containsOnlyOnce("WorkloadIdle");
        assertThat(yard.workload(lab).history().latest().orElseThrow().warnings().idleSince())
                .isEmpty();
        passes(1);
        assertThat(yard.story(lab).stream().filter("WorkloadIdle"::equals)).hasSize(2);
    }

    @Test
    void a_workspace_that_computes_is_used() {
        WorkloadId lab = lab();
        AttemptId attempt = yard.attempt(lab);
        for (int hour = 0; hour < 4; hour++) {
            samples(attempt, Duration.ofMinutes(hour), 60);
            passes(60);
        }
        assertThat(yard.story(lab)).doesNotContain("WorkloadIdle");
        long spent = 600;
        for (int quarter = 0; quarter < 12; quarter++) {
            spent += 180; // a fifth of a processor
            samples(attempt, Duration.ofSeconds(spent), 0);
            passes(15);
        }
        assertThat(yard.story(lab)).doesNotContain("WorkloadIdle");
    }

    @Test
    void its_owner_keeps_it_with_a_reason_and_a_restart_does_not_forget_that() {
        WorkloadId lab = lab();
        passes(115);
        yard.runner()
                .exemptFromIdle(
                        yard.workload(lab), Duration.ofHours(6), "A long download.", Yard.ANA);
        assertThat(yard.facts(lab).getLast())
                .isEqualTo(
                        new Fact.WorkloadKept(
                                lab,
                                1,
                                yard.clock().instant().plus(Duration.ofHours(6)),
                                "A long download."));
        yard.restart();
        passes(349);
        assertThat(yard.word(lab)).isEqualTo("running");
        assertThat(yard.story(lab)).containsOnlyOnce("WorkloadIdle");
        passes(1);
        assertThat(yard.story(lab).stream().filter("WorkloadIdle"::equals)).hasSize(2);
    }

    @Test
    void the_next_server_gives_everybody_the_whole_time_again() {
        WorkloadId lab = lab();
        passes(119);
        yard.restart(() -> yard.clock().forward(Duration.ofHours(5)));
        passes(109);
        assertThat(yard.word(lab)).isEqualTo("running");
        assertThat(yard.story(lab)).containsOnlyOnce("WorkloadIdle");
    }

    @Test
    void what_is_never_stopped_cannot_be_kept_and_nothing_is_kept_for_ever() {
        WorkloadId job = yard.submit("run: python train.py");
        assertThatThrownBy(
                        () ->
                                yard.runner()
                                        .exemptFromIdle(
                                                yard.workload(job),
                                                Duration.ofHours(1),
                                                "Why not.",
                                                Yard.ANA))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is not stopped when it does nothing");
        WorkloadId lab = lab();
        assertThatThrownBy(
                        () ->
                                yard.runner()
                                        .exemptFromIdle(
                                                yard.workload(lab),
                                                Duration.ofDays(8),
                                                "For ever.",
                                                Yard.ANA))
                .hasMessageContaining("At most it is kept 7 d");
    }
}
