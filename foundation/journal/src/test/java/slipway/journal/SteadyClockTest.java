package slipway.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import slipway.testkit.Generator;
import slipway.testkit.MovingClock;
import slipway.testkit.Property;

/** The server's clock with a machine whose wall clock and counter are moved separately. */
class SteadyClockTest {

    private static final Instant START = Instant.parse("2026-09-17T14:20:00Z");
    private static final Duration EIGHT_HOURS = Duration.ofHours(8);
    private static final Duration YEAR = Duration.ofDays(365);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final MovingClock machine = MovingClock.at(START);

    private SteadyClock opened(Optional<Instant> lastWrite) {
        return new SteadyClock(machine, machine::nanos, lastWrite);
    }

    /** Reads the clock once a minute, as a server does many times a second. */
    private void passes(SteadyClock clock, Duration time) {
        for (Duration left = time; left.isPositive(); left = left.minus(MINUTE)) {
            machine.forward(left.compareTo(MINUTE) < 0 ? left : MINUTE);
            var _ = clock.instant();
        }
    }

    @Test
    void it_shows_the_wall_clock_while_that_advances_with_the_counter() {
        SteadyClock clock = opened(Optional.of(START.minus(Duration.ofDays(3))));
        assertThat(clock.instant()).isEqualTo(START);
        passes(clock, EIGHT_HOURS);
        assertThat(clock.instant()).isEqualTo(machine.instant());
        assertThat(clock.wallAhead()).isZero();
        assertThat(clock.jumps()).isZero();
    }

    @Test
    void a_jump_that_is_corrected_within_ten_minutes_leaves_no_trace() {
        for (Duration by : List.of(EIGHT_HOURS, EIGHT_HOURS.negated(), YEAR, YEAR.negated())) {
            SteadyClock clock = opened(Optional.of(machine.instant().minus(YEAR.multipliedBy(3))));
            passes(clock, SteadyClock.HOLD.multipliedBy(2));
            Instant before = clock.instant();
            int jumps = clock.jumps();
            machine.set(machine.instant().plus(by));
            passes(clock, Duration.ofMinutes(9));
            assertThat(clock.instant()).isEqualTo(before.plus(Duration.ofMinutes(9)));
            assertThat(clock.wallAhead()).isEqualTo(by);
            machine.set(machine.instant().minus(by));
            passes(clock, EIGHT_HOURS);
            assertThat(clock.instant())
                    .isEqualTo(before.plus(Duration.ofMinutes(9)).plus(EIGHT_HOURS))
                    .isEqualTo(machine.instant());
            assertThat(clock.jumps()).isEqualTo(jumps);
        }
    }

    @Test
    void a_jump_that_lasts_is_adopted_and_so_is_its_correction() {
        SteadyClock clock = opened(Optional.of(START));
        machine.jumpAhead(EIGHT_HOURS);
        passes(clock, SteadyClock.HOLD.plus(MINUTE));
        assertThat(clock.instant()).isEqualTo(machine.instant());
        assertThat(clock.jumps()).isEqualTo(1);
        machine.jumpBack(EIGHT_HOURS);
        passes(clock, SteadyClock.HOLD.plus(MINUTE));
        assertThat(clock.instant()).isEqualTo(machine.instant());
        assertThat(clock.jumps()).isEqualTo(2);
    }

    @Test
    void a_jump_on_a_jump_must_last_too() {
        SteadyClock clock = opened(Optional.of(START));
        machine.jumpAhead(EIGHT_HOURS);
        passes(clock, Duration.ofMinutes(8));
        machine.jumpAhead(EIGHT_HOURS);
        passes(clock, Duration.ofMinutes(8));
        assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofMinutes(16)));
    }

    @Test
    void a_small_correction_forward_is_followed_at_once_and_one_back_without_going_back() {
        SteadyClock clock = opened(Optional.of(START));
        machine.jumpAhead(Duration.ofSeconds(1));
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(1));
        machine.jumpBack(Duration.ofSeconds(1));
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(1));
        machine.forward(Duration.ofSeconds(1));
        assertThat(clock.instant()).isEqualTo(START.plusMillis(1_500));
        machine.forward(Duration.ofSeconds(1));
        assertThat(clock.instant()).isEqualTo(START.plusSeconds(2)).isEqualTo(machine.instant());
    }

    @Test
    void a_hardware_clock_a_year_ahead_at_the_start_is_not_believed_before_it_has_lasted() {
        Instant lastWrite = START.minus(Duration.ofHours(1));
        machine.jumpAhead(YEAR);
        SteadyClock clock = opened(Optional.of(lastWrite));
        assertThat(clock.instant()).isEqualTo(lastWrite);
        passes(clock, MINUTE);
        machine.jumpBack(YEAR);
        assertThat(clock.instant()).isEqualTo(START.plus(MINUTE)).isEqualTo(machine.instant());
    }

    @Test
    void a_hardware_clock_hours_ahead_at_the_start_is_left_as_soon_as_it_is_corrected() {
        machine.jumpAhead(EIGHT_HOURS);
        SteadyClock clock = opened(Optional.of(START.minus(Duration.ofHours(1))));
        assertThat(clock.instant()).isEqualTo(START.plus(EIGHT_HOURS));
        passes(clock, MINUTE);
        machine.jumpBack(EIGHT_HOURS);
        assertThat(clock.instant()).isEqualTo(START.plus(MINUTE));
    }

    @Test
    void a_hardware_clock_that_lost_its_time_does_not_make_old_tokens_valid_again() {
        Instant lastWrite = START;
        machine.set(Instant.parse("2000-01-01T00:00:00Z"));
        SteadyClock clock = opened(Optional.of(lastWrite));
        assertThat(clock.instant()).isEqualTo(lastWrite);
        passes(clock, MINUTE);
        assertThat(clock.instant()).isEqualTo(lastWrite.plus(MINUTE));
    }

    @Test
    void a_new_journal_has_only_the_wall_clock() {
        assertThat(opened(Optional.empty()).instant()).isEqualTo(START);
    }

    @Test
    void elapsed_time_does_not_contain_jumps() {
        SteadyClock clock = opened(Optional.of(START));
        Instant from = clock.instant();
        passes(clock, MINUTE);
        machine.jumpAhead(EIGHT_HOURS);
        passes(clock, EIGHT_HOURS);
        assertThat(clock.jumps()).isEqualTo(1);
        assertThat(clock.elapsedSince(from)).isEqualTo(EIGHT_HOURS.plus(MINUTE));
        Instant ahead = clock.instant();
        machine.jumpBack(EIGHT_HOURS.multipliedBy(2));
        passes(clock, SteadyClock.HOLD.plus(MINUTE));
        assertThat(clock.jumps()).isEqualTo(2);
        assertThat(clock.elapsedSince(ahead)).isEqualTo(SteadyClock.HOLD.plus(MINUTE));
        assertThat(clock.elapsedSince(clock.instant())).isZero();
        assertThat(clock.elapsedSince(ahead.truncatedTo(ChronoUnit.SECONDS)))
                .isEqualTo(SteadyClock.HOLD.plus(MINUTE));
    }

    @Test
    void elapsed_time_before_the_start_is_what_the_clocks_showed() {
        SteadyClock clock = opened(Optional.of(START.minus(MINUTE)));
        passes(clock, MINUTE);
        assertThat(clock.elapsedSince(START.minus(EIGHT_HOURS)))
                .isEqualTo(EIGHT_HOURS.plus(MINUTE));
    }

    @Test
    void a_jump_ahead_decides_about_the_removal_of_data_only_after_an_hour() {
        SteadyClock clock = opened(Optional.of(START));
        machine.jumpAhead(YEAR);
        passes(clock, SteadyClock.HOLD.plus(MINUTE));
        assertThat(clock.instant()).isAfter(START.plus(YEAR));
        assertThat(clock.trusted()).isEqualTo(START.plus(SteadyClock.HOLD).plus(MINUTE));
        passes(clock, SteadyClock.TRIAL);
        assertThat(clock.trusted()).isEqualTo(clock.instant());
    }

    @Test
    void a_counter_that_goes_back_stops_the_time_for_a_moment() {
        long[] counter = {5_000_000_000L};
        var clock = new SteadyClock(() -> START, () -> counter[0], Optional.of(START));
        counter[0] = 1;
        assertThat(clock.instant()).isEqualTo(START);
        counter[0] = 10;
        assertThat(clock.instant()).isEqualTo(START);
    }

    @Test
    void between_two_readings_it_advances_by_the_elapsed_time_or_adopts_a_jump() {
        Property.holds(
                Generator.longs(-100_000, 200_000).list(0, 60),
                moves -> {
                    var wall = MovingClock.at(START);
                    var clock = new SteadyClock(wall, wall::nanos, Optional.of(START));
                    for (long move : moves) {
                        Instant before = clock.instant();
                        int jumps = clock.jumps();
                        Duration passed = Duration.ofSeconds(Math.abs(move) % 1_000);
                        wall.forward(passed);
                        wall.set(wall.instant().plusSeconds(move % 3 == 0 ? move : 0));
                        Duration shown = Duration.between(before, clock.instant());
                        if (clock.jumps() == jumps) {
                            assertThat(shown.minus(passed).abs())
                                    .isLessThanOrEqualTo(SteadyClock.TOLERANCE);
                        } else {
                            assertThat(clock.instant()).isEqualTo(wall.instant());
                        }
                    }
                });
    }

    @Test
    void after_the_last_correction_it_shows_the_wall_clock_again() {
        Property.holds(
                Generator.longs(-100_000_000, 100_000_000).list(0, 20),
                jumps -> {
                    var wall = MovingClock.at(START);
                    var clock = new SteadyClock(wall, wall::nanos, Optional.of(START));
                    for (long jump : jumps) {
                        wall.set(START.plusSeconds(jump));
                        wall.forward(Duration.ofSeconds(Math.abs(jump) % 900));
                        var _ = clock.instant();
                    }
                    var _ = clock.instant();
                    wall.forward(SteadyClock.HOLD);
                    assertThat(Duration.between(clock.instant(), wall.instant()).abs())
                            .isLessThanOrEqualTo(SteadyClock.TOLERANCE);
                });
    }
}
