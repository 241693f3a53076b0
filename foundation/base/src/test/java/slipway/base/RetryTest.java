package slipway.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import slipway.base.Retry.Limits;

class RetryTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private Instant now = Instant.parse("2026-09-17T12:00:00Z");
    private final List<Duration> pauses = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();

    private final InterruptibleTask<String> down =
            () -> {
                throw new UncheckedIOException(
                        new IOException("attempt " + attempts.incrementAndGet()));
            };

    @Test
    void what_works_the_first_time_is_not_retried() throws InterruptedException {
        assertThat(retry(Limits.attempts(3)).run(_ -> true, () -> "answer")).isEqualTo("answer");
        assertThat(pauses).isEmpty();
    }

    @Test
    void what_works_the_third_time_succeeds_after_two_pauses() throws InterruptedException {
        InterruptibleTask<String> upTheThirdTime = () -> attempts.get() < 2 ? down.run() : "answer";

        assertThat(retry(Limits.attempts(3)).run(_ -> true, upTheThirdTime)).isEqualTo("answer");
        assertThat(pauses).hasSize(2);
    }

    @Test
    void when_the_attempts_are_used_up_the_last_failure_is_thrown() {
        assertThatThrownBy(() -> retry(Limits.attempts(3)).run(_ -> true, down))
                .hasRootCauseMessage("attempt 3");
        assertThat(pauses).hasSize(2);
    }

    @Test
    void a_failure_not_worth_another_attempt_is_thrown_at_once() {
        assertThatThrownBy(
                        () ->
                                retry(Limits.attempts(3))
                                        .run(IllegalStateException.class::isInstance, down))
                .hasRootCauseMessage("attempt 1");
        assertThat(pauses).isEmpty();
    }

    @Test
    void an_error_is_never_retried() {
        InterruptibleTask<String> broken =
                () -> {
                    attempts.incrementAndGet();
                    throw new AssertionError("bug");
                };

        assertThatThrownBy(() -> retry(Limits.attempts(3)).run(_ -> true, broken))
                .isInstanceOf(AssertionError.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void pauses_double_up_to_the_longest() {
        var limits = Limits.attempts(7).pauses(SECOND, SECOND.multipliedBy(10));
        var retry = new Retry(limits, () -> now, new Greatest(), this::sleep);

        assertThatThrownBy(() -> retry.run(_ -> true, down))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(pauses.stream().map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 10L, 10L);
    }

    @Test
    void the_whole_pause_is_jitter() {
        assertThatThrownBy(
                        () ->
                                retry(Limits.attempts(1_000).pauses(SECOND, SECOND))
                                        .run(_ -> true, down))
                .hasRootCauseMessage("attempt 1000");
        assertThat(pauses).allMatch(pause -> pause.compareTo(SECOND) <= 0);
        assertThat(pauses)
                .anyMatch(pause -> pause.toMillis() < 50)
                .anyMatch(pause -> pause.toMillis() > 950);
    }

    @Test
    void pauses_stay_within_the_longest_after_any_number_of_attempts() {
        var limits = Limits.attempts(10_000).pauses(Duration.ofNanos(3), Duration.ofDays(100_000));

        assertThatThrownBy(() -> retry(limits).run(_ -> true, down))
                .hasRootCauseMessage("attempt 10000");
        assertThat(pauses).noneMatch(Duration::isNegative);
    }

    @Test
    void no_attempt_begins_after_the_deadline_and_no_pause_outlasts_it() {
        var limits =
                Limits.deadline(SECOND.multipliedBy(20)).pauses(SECOND, SECOND.multipliedBy(8));
        var retry = new Retry(limits, () -> now, new Greatest(), this::sleep);
        var begun = now;

        assertThatThrownBy(() -> retry.run(_ -> true, down)).hasRootCauseMessage("attempt 5");
        assertThat(pauses.stream().map(Duration::toSeconds)).containsExactly(1L, 2L, 4L, 8L);
        assertThat(Duration.between(begun, now)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void the_attempts_are_used_up_before_the_deadline_or_the_other_way_round() {
        var limits = Limits.attempts(2).within(Duration.ofHours(1));

        assertThatThrownBy(() -> retry(limits).run(_ -> true, down))
                .hasRootCauseMessage("attempt 2");
        assertThatThrownBy(
                        () ->
                                retry(limits.within(Duration.ZERO).pauses(SECOND, SECOND))
                                        .run(_ -> true, down))
                .hasRootCauseMessage("attempt 3");
    }

    @Test
    void an_interruption_during_a_pause_ends_it_and_tells_why_there_was_a_pause() {
        var retry =
                new Retry(
                        Limits.attempts(3),
                        () -> now,
                        new SplittableRandom(1),
                        _ -> {
                            throw new InterruptedException("stop");
                        });

        assertThatThrownBy(() -> retry.run(_ -> true, down))
                .isInstanceOf(InterruptedException.class)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
        assertThat(attempts).hasValue(1);
    }

    @Test
    void an_interruption_during_an_attempt_is_not_retried() {
        InterruptibleTask<String> interrupted =
                () -> {
                    attempts.incrementAndGet();
                    throw new InterruptedException("stop");
                };

        assertThatThrownBy(() -> retry(Limits.attempts(3)).run(_ -> true, interrupted))
                .isInstanceOf(InterruptedException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void an_attempt_that_failed_because_it_was_interrupted_is_not_retried() {
        InterruptibleTask<String> marksAndFails =
                () -> {
                    Thread.currentThread().interrupt();
                    return down.run();
                };

        assertThatThrownBy(() -> retry(Limits.attempts(3)).run(_ -> true, marksAndFails))
                .isInstanceOf(InterruptedException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void limits_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> Limits.attempts(0)).hasMessageContaining("not 0");
        assertThatThrownBy(() -> Limits.deadline(SECOND.negated()))
                .hasMessageContaining("negative");
        assertThatThrownBy(() -> Limits.attempts(1).pauses(SECOND.multipliedBy(2), SECOND))
                .hasMessageContaining("PT2S");
    }

    private Retry retry(Limits limits) {
        return new Retry(limits, () -> now, new SplittableRandom(1), this::sleep);
    }

    private void sleep(Duration pause) {
        pauses.add(pause);
        now = now.plus(pause);
    }

    /** Always the greatest number that may be drawn. */
    private static final class Greatest implements RandomGenerator {

        @Override
        public long nextLong() {
            return -1;
        }

        @Override
        public long nextLong(long bound) {
            return bound - 1;
        }
    }
}
