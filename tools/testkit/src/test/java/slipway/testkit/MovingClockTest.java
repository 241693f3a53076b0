package slipway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MovingClockTest {

    private final MovingClock clock = MovingClock.at("2026-09-17T12:00:00Z");

    @Test
    void time_does_not_pass_until_it_is_moved() {
        assertThat(clock.instant())
                .isEqualTo(clock.instant())
                .isEqualTo(Instant.parse("2026-09-17T12:00:00Z"));

        clock.forward(Duration.ofHours(1));
        assertThat(clock.instant()).isEqualTo("2026-09-17T13:00:00Z");
        clock.jumpBack(Duration.ofHours(2));
        assertThat(clock.instant()).isEqualTo("2026-09-17T11:00:00Z");
        clock.set(Instant.EPOCH);
        assertThat(clock.millis()).isZero();
    }

    @Test
    void forward_does_not_go_back() {
        assertThatThrownBy(() -> clock.forward(Duration.ofSeconds(-1)))
                .hasMessageContaining("jumpBack");
    }
}
