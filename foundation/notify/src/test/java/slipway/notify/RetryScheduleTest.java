package slipway.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When a failed delivery is tried again. */
class RetryScheduleTest {

    private static Duration delay(int failed, double draw) {
        return RetrySchedule.delay(failed, draw, Optional.empty()).orElseThrow();
    }

    @Test
    void the_delays_are_those_of_the_standard() {
        assertThat(IntStream.rangeClosed(1, 9).mapToObj(failed -> delay(failed, 0.5)))
                .isEqualTo(
                        List.of(
                                Duration.ofSeconds(5),
                                Duration.ofMinutes(5),
                                Duration.ofMinutes(30),
                                Duration.ofHours(2),
                                Duration.ofHours(5),
                                Duration.ofHours(10),
                                Duration.ofHours(14),
                                Duration.ofHours(20),
                                Duration.ofHours(24)));
        assertThat(RetrySchedule.delay(10, 0.5, Optional.empty())).isEmpty();
    }

    @Test
    void the_jitter_is_a_fifth() {
        assertThat(delay(1, 0)).isEqualTo(Duration.ofSeconds(4));
        assertThat(delay(1, 1)).isEqualTo(Duration.ofSeconds(6));
    }

    @Test
    void a_receiver_may_ask_for_a_longer_delay_up_to_a_day() {
        assertThat(RetrySchedule.delay(1, 0.5, Optional.of(Duration.ofSeconds(60))))
                .contains(Duration.ofSeconds(60));
        assertThat(RetrySchedule.delay(2, 0.5, Optional.of(Duration.ofSeconds(60))))
                .contains(Duration.ofMinutes(5));
        assertThat(RetrySchedule.delay(1, 0.5, Optional.of(Duration.ofDays(9))))
                .contains(Duration.ofHours(24));
    }
}
