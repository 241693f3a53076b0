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

    private static final SimilarityKey BERT = Lives.named("vision", 8, "bert");
    private static final SimilarityKey OTHER = Lives.named("vision", 8, "other");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final Lives lives = new Lives();

    // How long it will run.

    @Test
    void the_quantiles_come_near_those_of_what_was_lived() {
        DoubleUnaryOperator evenly = part -> 600 + part * 6_600;
        DoubleUnaryOperator memoryless = part -> -3_600 * Math.log(1 - part);
        DoubleUnaryOperator longTailed = part -> 300 * Math.pow(1 - part, -0.7);
        for (DoubleUnaryOperator law : List.of(evenly, memoryless, longTailed)) {
            var of = new Lives();
            of.live(1_000, BERT, law);
            // A new command, so that the whole size speaks and not the last twenty.
            RuntimeEstimate runtimeEstimate = of.span(OTHER).orElseThrow();
            assertNear(runtimeEstimate.low(), law.applyAsDouble(0.05), 0.4);
            assertNear(runtimeEstimate.middle(), law.applyAsDouble(0.5), 0.15);
            assertNear(runtimeEstimate.high(), law.applyAsDouble(0.95), 0.25);
        }
    }

    @Test
    void who_always_took_an_hour_is_expected_to_take_an_hour() {
        lives.live(10, BERT, HOUR);
        RuntimeEstimate runtimeEstimate = lives.span(BERT).orElseThrow();
        assertEquals(RuntimeEstimate.Source.HISTORY, runtimeEstimate.source());
        assertNear(runtimeEstimate.low(), 3_600, 0.05);
        assertNear(runtimeEstimate.middle(), 3_600, 0.02);
        assertNear(runtimeEstimate.high(), 3_600, 0.05);
    }

    @Test
    void a_guess_says_what_a_submission_would_say_and_is_forgotten() {
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
                                .predict(new WorkloadId("guess"), Lives.named("nlp", 1, "x"), now)
                                .runtime())
                .isEmpty();
        long rank = runtimeHistory.submitted(new WorkloadId("real"), BERT, now);
        assertEquals(rank, guess.rank());
        assertEquals(runtimeHistory.estimate(new WorkloadId("real")), guess.runtime());
    }

    @Test
    void five_that_ended_are_enough_and_four_are_not() {
        for (Duration length : List.of(MINUTE, HOUR, Duration.ofDays(5))) {
            var of = new Lives();
            assertThat(of.live(4, BERT, length).span(BERT)).isEmpty();
            assertThat(of.live(1, BERT, length).span(BERT)).isPresent();
        }
    }

    @Test
    void those_that_run_on_count_as_well() {
        lives.live(5, BERT, Duration.ofMinutes(10));
        assertNear(lives.span(BERT).orElseThrow().middle(), 600, 0.1);
        for (int each = 0; each < 20; each++) {
            lives.start(BERT);
        }
        lives.wait(Duration.ofHours(10)).news();
        assertThat(lives.span(BERT).orElseThrow().middle()).isGreaterThan(Duration.ofHours(9));
    }

    @Test
    void newer_ones_count_more_than_older_ones() {
        lives.live(50, BERT, Duration.ofHours(10)).live(50, BERT, MINUTE);
        assertThat(lives.span(BERT).orElseThrow().middle()).isLessThan(Duration.ofMinutes(3));
        lives.live(50, BERT, Duration.ofHours(10));
        assertThat(lives.span(BERT).orElseThrow().middle()).isGreaterThan(Duration.ofHours(8));
    }

    // Who is like whom.

    @Test
    void a_named_command_is_a_kind_of_its_own() {
        SimilarityKey eval = Lives.named("vision", 8, "eval");
        lives.live(8, BERT, Duration.ofHours(20)).live(8, eval, MINUTE);
        assertNear(lives.span(BERT).orElseThrow().middle(), 72_000, 0.1);
        assertNear(lives.span(eval).orElseThrow().middle(), 60, 0.3);
        assertThat(lives.rank(eval)).isLessThan(lives.rank(BERT) / 10);
    }

    @Test
    void those_without_a_name_that_came_together_are_alike() {
        SimilarityKey size = Lives.nameless("vision", 8);
        lives.live(40, size, Duration.ofHours(2));
        lives.wait(HOUR);
        long alone = lives.rank(size);
        for (int each = 0; each < 6; each++) {
            lives.wait(Duration.ofSeconds(30));
            WorkloadId quick = lives.start(size);
            lives.history.ended(quick, Duration.ofSeconds(20));
        }
        long together = lives.wait(Duration.ofSeconds(30)).rank(size);
        long later = lives.wait(Duration.ofSeconds(301)).rank(size);
        assertThat(together).isLessThan(alone / 3);
        assertThat(later).isGreaterThan(2 * together);
    }

    @Test
    void a_new_command_is_judged_by_its_size_and_a_new_size_by_its_team() {
        lives.live(10, Lives.named("vision", 8, "a"), Duration.ofHours(10));
        lives.live(10, Lives.named("vision", 1, "b"), MINUTE);
        assertNear(lives.span(Lives.named("vision", 8, "new")).orElseThrow().middle(), 36_000, 0.1);
        assertNear(lives.span(Lives.named("vision", 1, "new")).orElseThrow().middle(), 60, 0.5);
        RuntimeEstimate team = lives.span(Lives.named("vision", 4, "new")).orElseThrow();
        assertThat(team.low()).isLessThan(Duration.ofMinutes(3));
        assertThat(team.high()).isGreaterThan(Duration.ofHours(9));
        assertThat(lives.span(Lives.named("speech", 8, "a"))).isEmpty();
    }

    @Test
    void of_ten_thousand_commands_those_longest_unused_are_forgotten() {
        SimilarityKey kept = Lives.named("vision", 8, "kept");
        lives.live(6, BERT, Duration.ofDays(3)).live(6, kept, Duration.ofDays(3));
        for (int each = 0; each < 10_000; each++) {
            lives.live(Lives.named("vision", 8, "command " + each), MINUTE);
            if (each % 1_000 == 0) {
                lives.live(kept, Duration.ofDays(3));
            }
        }
        assertThat(lives.span(kept).orElseThrow().middle()).isGreaterThan(Duration.ofDays(2));
        assertThat(lives.span(BERT).orElseThrow().middle()).isLessThan(HOUR);
    }

    // Ranks.

    @Test
    void who_has_outlived_most_of_its_kind_is_taken_for_a_long_one() {
        SimilarityKey mixed = Lives.named("vision", 8, "mixed");
        for (int each = 0; each < 40; each++) {
            lives.live(mixed, each % 10 == 0 ? Duration.ofHours(20) : MINUTE);
        }
        long fresh = lives.rank(mixed);
        WorkloadId id = lives.start(mixed);
        lives.wait(HOUR);
        Change.Ranked told = lives.news().getLast();
        assertEquals(id, told.workload());
        assertThat(told.rank()).isGreaterThan(3 * fresh);
        lives.wait(Duration.ofHours(18));
        assertThat(lives.news().getLast().rank()).isLessThan(told.rank());
    }

    @Test
    void who_comes_back_has_the_rank_of_what_it_has_left() {
        lives.live(20, BERT, Duration.ofHours(10));
        WorkloadId id = lives.start(BERT);
        long before = lives.rank(BERT);
        lives.wait(Duration.ofHours(5));
        long after = lives.history.stopped(id, Duration.ofHours(5), lives.now());
        assertThat(after).isLessThan(before * 3 / 4);
    }

    @Test
    void what_was_learnt_before_a_stop_is_not_told_after_it() {
        lives.live(20, BERT, Duration.ofHours(10));
        WorkloadId id = lives.submit(BERT);
        lives.news();
        lives.live(20, BERT, MINUTE);
        lives.history.started(id, lives.now());
        lives.history.stopped(id, Duration.ZERO, lives.now());
        assertThat(lives.news()).isEmpty();
    }

    @Test
    void an_age_is_counted_once_however_often_it_is_lived_through() {
        lives.live(10, BERT, Duration.ofHours(2));
        var once = new Lives().live(10, BERT, Duration.ofHours(2));
        WorkloadId again = lives.start(BERT);
        for (int each = 0; each < 10; each++) {
            lives.wait(Duration.ofMinutes(50)).news();
            lives.history.stopped(again, Duration.ZERO, lives.now());
            lives.history.started(again, lives.now());
        }
        WorkloadId first = once.start(BERT);
        once.wait(Duration.ofMinutes(50)).news();
        lives.history.ended(again, Duration.ofHours(2));
        once.history.ended(first, Duration.ofHours(2));
        assertEquals(once.span(BERT), lives.span(BERT));
    }

    // News.

    @Test
    void only_those_who_wait_and_whose_rank_has_moved_hear_of_it() {
        lives.live(20, BERT, Duration.ofHours(10)).live(20, OTHER, Duration.ofHours(10));
        WorkloadId waits = lives.submit(BERT);
        WorkloadId unmoved = lives.submit(OTHER);
        lives.news();
        assertThat(lives.news()).isEmpty();
        lives.live(1, BERT, Duration.ofHours(10));
        assertThat(lives.news()).isEmpty();
        lives.live(20, BERT, MINUTE);
        List<WorkloadId> told = lives.news().stream().map(Change.Ranked::workload).toList();
        assertThat(told).contains(waits).doesNotContain(unmoved).doesNotHaveDuplicates();
        assertThat(lives.news()).isEmpty();
    }

    @Test
    void nothing_is_told_of_those_who_are_gone() {
        lives.live(20, BERT, Duration.ofHours(10));
        WorkloadId ended = lives.submit(BERT);
        WorkloadId dropped = lives.submit(BERT);
        WorkloadId waits = lives.submit(BERT);
        lives.news();
        lives.live(20, BERT, MINUTE);
        lives.history.ended(ended, MINUTE);
        lives.history.dropped(dropped);
        assertThat(lives.news()).extracting(Change.Ranked::workload).containsExactly(waits);
        assertThat(lives.history.estimate(ended)).isEmpty();
    }

    @Test
    void a_wider_kind_is_heard_of_within_the_hour() {
        WorkloadId waits = lives.submit(Lives.named("vision", 8, "new"));
        lives.news();
        lives.live(50, BERT, Duration.ofHours(30));
        assertThat(lives.wait(HOUR).news())
                .extracting(Change.Ranked::workload)
                .containsExactly(waits);
    }

    @Test
    void it_asks_to_be_looked_at_when_somebody_reaches_its_next_age() {
        assertEquals(Optional.empty(), lives.history.nextRankChange());
        WorkloadId id = lives.start(BERT);
        Instant started = lives.now();
        assertEquals(Optional.of(started.plus(MINUTE)), lives.history.nextRankChange());
        lives.wait(MINUTE).news();
        assertEquals(Optional.of(started.plusSeconds(90)), lives.history.nextRankChange());
        lives.history.stopped(id, MINUTE, lives.now());
        assertEquals(Optional.empty(), lives.history.nextRankChange());
    }

    @Test
    void what_was_never_submitted_is_not_heard_of() {
        var stranger = new WorkloadId("stranger");
        lives.history.started(stranger, lives.now());
        assertEquals(0, lives.history.stopped(stranger, HOUR, lives.now()));
        lives.history.ended(stranger, HOUR);
        assertThat(lives.history.estimate(stranger)).isEmpty();
        assertThat(lives.news()).isEmpty();
    }

    private static void assertNear(Duration actual, double seconds, double part) {
        assertThat(actual.toMillis() / 1e3).isCloseTo(seconds, within(seconds * part));
    }
}
