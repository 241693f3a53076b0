package slipway.schedule.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.RuntimeEstimate;

class RuntimeHistoryTest {

    private static final SimilarityKey BERT = LifetimeFixture.withCommand("vision", 8, "bert");
    private static final SimilarityKey OTHER = LifetimeFixture.withCommand("vision", 8, "other");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final LifetimeFixture lives = new LifetimeFixture();

    // Runtimes.

    @Test
    void the_quantiles_approach_those_of_the_lifetimes() {
        DoubleUnaryOperator evenly = part -> 600 + part * 6_600;
        DoubleUnaryOperator memoryless = part -> -3_600 * Math.log(1 - part);
        DoubleUnaryOperator longTailed = part -> 300 * Math.pow(1 - part, -0.7);
        for (DoubleUnaryOperator law : List.of(evenly, memoryless, longTailed)) {
            var of = new LifetimeFixture();
            of.run(1_000, BERT, law);
            // A new command, so that the distribution of the size is used and not that of the last
            // twenty runs.
            RuntimeEstimate runtimeEstimate = of.estimate(OTHER).orElseThrow();
            assertNear(runtimeEstimate.low(), law.applyAsDouble(0.05), 0.4);
            assertNear(runtimeEstimate.middle(), law.applyAsDouble(0.5), 0.15);
            assertNear(runtimeEstimate.high(), law.applyAsDouble(0.95), 0.25);
        }
    }

    @Test
    void jobs_that_always_took_an_hour_are_expected_to_take_an_hour() {
        lives.run(10, BERT, HOUR);
        RuntimeEstimate runtimeEstimate = lives.estimate(BERT).orElseThrow();
        assertEquals(RuntimeEstimate.Source.HISTORY, runtimeEstimate.source());
        assertNear(runtimeEstimate.low(), 3_600, 0.05);
        assertNear(runtimeEstimate.middle(), 3_600, 0.02);
        assertNear(runtimeEstimate.high(), 3_600, 0.05);
    }

    @Test
    void a_prediction_equals_a_submission_and_is_not_recorded() {
        var runtimeHistory = new RuntimeHistory();
        Instant now = Instant.parse("2026-09-17T14:20:00Z");
        for (int each = 0; each < 6; each++) {
            var id = new WorkloadId("w-" + each);
            runtimeHistory.submitted(id, BERT, now);
            runtimeHistory.started(id, now);
            runtimeHistory.ended(id, HOUR);
        }
        RuntimeHistory.Prediction guess =
                runtimeHistory.predict(new WorkloadId("guess"), BERT, now);
        assertThat(runtimeHistory.estimate(new WorkloadId("guess"))).isEmpty();
        assertThat(runtimeHistory.predict(new WorkloadId("guess"), OTHER, now).runtime())
                .isPresent();
        assertThat(
                        runtimeHistory
                                .predict(
                                        new WorkloadId("guess"),
                                        LifetimeFixture.withCommand("nlp", 1, "x"),
                                        now)
                                .runtime())
                .isEmpty();
        long rank = runtimeHistory.submitted(new WorkloadId("real"), BERT, now);
        assertEquals(rank, guess.rank());
        assertEquals(runtimeHistory.estimate(new WorkloadId("real")), guess.runtime());
    }

    @Test
    void five_finished_jobs_are_enough_and_four_are_not() {
        for (Duration length : List.of(MINUTE, HOUR, Duration.ofDays(5))) {
            var of = new LifetimeFixture();
            assertThat(of.run(4, BERT, length).estimate(BERT)).isEmpty();
            assertThat(of.run(1, BERT, length).estimate(BERT)).isPresent();
        }
    }

    @Test
    void running_jobs_count_as_well() {
        lives.run(5, BERT, Duration.ofMinutes(10));
        assertNear(lives.estimate(BERT).orElseThrow().middle(), 600, 0.1);
        for (int each = 0; each < 20; each++) {
            lives.start(BERT);
        }
        lives.advance(Duration.ofHours(10)).rankChanges();
        assertThat(lives.estimate(BERT).orElseThrow().middle()).isGreaterThan(Duration.ofHours(9));
    }

    @Test
    void recent_jobs_count_more_than_older_ones() {
        lives.run(50, BERT, Duration.ofHours(10)).run(50, BERT, MINUTE);
        assertThat(lives.estimate(BERT).orElseThrow().middle()).isLessThan(Duration.ofMinutes(3));
        lives.run(50, BERT, Duration.ofHours(10));
        assertThat(lives.estimate(BERT).orElseThrow().middle()).isGreaterThan(Duration.ofHours(8));
    }

    // Similarity.

    @Test
    void a_command_has_a_separate_distribution() {
        SimilarityKey eval = LifetimeFixture.withCommand("vision", 8, "eval");
        lives.run(8, BERT, Duration.ofHours(20)).run(8, eval, MINUTE);
        assertNear(lives.estimate(BERT).orElseThrow().middle(), 72_000, 0.1);
        assertNear(lives.estimate(eval).orElseThrow().middle(), 60, 0.3);
        assertThat(lives.rank(eval)).isLessThan(lives.rank(BERT) / 10);
    }

    @Test
    void jobs_without_a_command_that_were_submitted_together_are_similar() {
        SimilarityKey size = LifetimeFixture.withoutCommand("vision", 8);
        lives.run(40, size, Duration.ofHours(2));
        lives.advance(HOUR);
        long alone = lives.rank(size);
        for (int each = 0; each < 6; each++) {
            lives.advance(Duration.ofSeconds(30));
            WorkloadId quick = lives.start(size);
            lives.history.ended(quick, Duration.ofSeconds(20));
        }
        long together = lives.advance(Duration.ofSeconds(30)).rank(size);
        long later = lives.advance(Duration.ofSeconds(301)).rank(size);
        assertThat(together).isLessThan(alone / 3);
        assertThat(later).isGreaterThan(2 * together);
    }

    @Test
    void a_new_command_uses_its_size_and_a_new_size_its_team() {
        lives.run(10, LifetimeFixture.withCommand("vision", 8, "a"), Duration.ofHours(10));
        lives.run(10, LifetimeFixture.withCommand("vision", 1, "b"), MINUTE);
        assertNear(
                lives.estimate(LifetimeFixture.withCommand("vision", 8, "new"))
                        .orElseThrow()
                        .middle(),
                36_000,
                0.1);
        assertNear(
                lives.estimate(LifetimeFixture.withCommand("vision", 1, "new"))
                        .orElseThrow()
                        .middle(),
                60,
                0.5);
        RuntimeEstimate team =
                lives.estimate(LifetimeFixture.withCommand("vision", 4, "new")).orElseThrow();
        assertThat(team.low()).isLessThan(Duration.ofMinutes(3));
        assertThat(team.high()).isGreaterThan(Duration.ofHours(9));
        assertThat(lives.estimate(LifetimeFixture.withCommand("speech", 8, "a"))).isEmpty();
    }

    @Test
    void the_least_recently_used_of_ten_thousand_commands_are_evicted() {
        SimilarityKey kept = LifetimeFixture.withCommand("vision", 8, "kept");
        lives.run(6, BERT, Duration.ofDays(3)).run(6, kept, Duration.ofDays(3));
        for (int each = 0; each < 10_000; each++) {
            lives.run(LifetimeFixture.withCommand("vision", 8, "command " + each), MINUTE);
            if (each % 1_000 == 0) {
                lives.run(kept, Duration.ofDays(3));
            }
        }
        assertThat(lives.estimate(kept).orElseThrow().middle()).isGreaterThan(Duration.ofDays(2));
        assertThat(lives.estimate(BERT).orElseThrow().middle()).isLessThan(HOUR);
    }

    // Ranks.

    @Test
    void a_job_that_outlived_most_similar_ones_counts_as_long() {
        SimilarityKey mixed = LifetimeFixture.withCommand("vision", 8, "mixed");
        for (int each = 0; each < 40; each++) {
            lives.run(mixed, each % 10 == 0 ? Duration.ofHours(20) : MINUTE);
        }
        long fresh = lives.rank(mixed);
        WorkloadId id = lives.start(mixed);
        lives.advance(HOUR);
        Change.Ranked told = lives.rankChanges().getLast();
        assertEquals(id, told.workload());
        assertThat(told.rank()).isGreaterThan(3 * fresh);
        lives.advance(Duration.ofHours(18));
        assertThat(lives.rankChanges().getLast().rank()).isLessThan(told.rank());
    }

    @Test
    void a_requeued_job_has_the_rank_of_its_remaining_runtime() {
        lives.run(20, BERT, Duration.ofHours(10));
        WorkloadId id = lives.start(BERT);
        long before = lives.rank(BERT);
        lives.advance(Duration.ofHours(5));
        long after = lives.history.stopped(id, Duration.ofHours(5), lives.now());
        assertThat(after).isLessThan(before * 3 / 4);
    }

    @Test
    void a_rank_change_from_before_a_stop_is_not_announced_after_it() {
        lives.run(20, BERT, Duration.ofHours(10));
        WorkloadId id = lives.submit(BERT);
        lives.rankChanges();
        lives.run(20, BERT, MINUTE);
        lives.history.started(id, lives.now());
        lives.history.stopped(id, Duration.ZERO, lives.now());
        assertThat(lives.rankChanges()).isEmpty();
    }

    @Test
    void an_age_bucket_is_counted_once_over_all_attempts() {
        lives.run(10, BERT, Duration.ofHours(2));
        var once = new LifetimeFixture().run(10, BERT, Duration.ofHours(2));
        WorkloadId again = lives.start(BERT);
        for (int each = 0; each < 10; each++) {
            lives.advance(Duration.ofMinutes(50)).rankChanges();
            lives.history.stopped(again, Duration.ZERO, lives.now());
            lives.history.started(again, lives.now());
        }
        WorkloadId first = once.start(BERT);
        once.advance(Duration.ofMinutes(50)).rankChanges();
        lives.history.ended(again, Duration.ofHours(2));
        once.history.ended(first, Duration.ofHours(2));
        assertEquals(once.estimate(BERT), lives.estimate(BERT));
    }

    // Rank changes.

    @Test
    void only_pending_jobs_whose_rank_has_moved_are_announced() {
        lives.run(20, BERT, Duration.ofHours(10)).run(20, OTHER, Duration.ofHours(10));
        WorkloadId waits = lives.submit(BERT);
        WorkloadId unmoved = lives.submit(OTHER);
        lives.rankChanges();
        assertThat(lives.rankChanges()).isEmpty();
        lives.run(1, BERT, Duration.ofHours(10));
        assertThat(lives.rankChanges()).isEmpty();
        lives.run(20, BERT, MINUTE);
        List<WorkloadId> told = lives.rankChanges().stream().map(Change.Ranked::workload).toList();
        assertThat(told).contains(waits).doesNotContain(unmoved).doesNotHaveDuplicates();
        assertThat(lives.rankChanges()).isEmpty();
    }

    @Test
    void no_rank_change_is_announced_for_removed_workloads() {
        lives.run(20, BERT, Duration.ofHours(10));
        WorkloadId ended = lives.submit(BERT);
        WorkloadId dropped = lives.submit(BERT);
        WorkloadId waits = lives.submit(BERT);
        lives.rankChanges();
        lives.run(20, BERT, MINUTE);
        lives.history.ended(ended, MINUTE);
        lives.history.dropped(dropped);
        assertThat(lives.rankChanges()).extracting(Change.Ranked::workload).containsExactly(waits);
        assertThat(lives.history.estimate(ended)).isEmpty();
    }

    @Test
    void a_change_of_the_broader_distribution_is_announced_within_the_hour() {
        WorkloadId waits = lives.submit(LifetimeFixture.withCommand("vision", 8, "new"));
        lives.rankChanges();
        lives.run(50, BERT, Duration.ofHours(30));
        assertThat(lives.advance(HOUR).rankChanges())
                .extracting(Change.Ranked::workload)
                .containsExactly(waits);
    }

    @Test
    void the_next_rank_change_is_the_next_age_bucket_of_a_running_job() {
        assertEquals(Optional.empty(), lives.history.nextRankChange());
        WorkloadId id = lives.start(BERT);
        Instant started = lives.now();
        assertEquals(Optional.of(started.plus(MINUTE)), lives.history.nextRankChange());
        lives.advance(MINUTE).rankChanges();
        assertEquals(Optional.of(started.plusSeconds(90)), lives.history.nextRankChange());
        lives.history.stopped(id, MINUTE, lives.now());
        assertEquals(Optional.empty(), lives.history.nextRankChange());
    }

    @Test
    void an_unknown_workload_has_no_effect() {
        var stranger = new WorkloadId("stranger");
        lives.history.started(stranger, lives.now());
        assertEquals(0, lives.history.stopped(stranger, HOUR, lives.now()));
        lives.history.ended(stranger, HOUR);
        assertThat(lives.history.estimate(stranger)).isEmpty();
        assertThat(lives.rankChanges()).isEmpty();
    }

    private static void assertNear(Duration actual, double seconds, double part) {
        assertThat(actual.toMillis() / 1e3).isCloseTo(seconds, within(seconds * part));
    }
}
