package slipway.surface.web.component;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import slipway.base.text.TimeFormat;

/** Round moments on a scale of time, where the person is: full hours, midnights, every other day. */
final class TimeTicks {

    /** A moment, and what is written at it. */
    record Tick(Instant at, String words) {}

    private static final int MOST = 8;
    private static final List<Duration> WITHIN_A_DAY =
            List.of(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(15),
                    Duration.ofHours(1),
                    Duration.ofHours(3),
                    Duration.ofHours(6));
    private static final Duration A_DAY = Duration.ofDays(1);

    private TimeTicks() {}

    static List<Tick> over(Instant from, Instant until, TimeFormat timeFormat) {
        Duration whole = Duration.between(from, until);
        return WITHIN_A_DAY.stream()
                .filter(step -> whole.dividedBy(step) < MOST && !whole.minus(step).isNegative())
                .findFirst()
                .map(step -> clocks(from, until, step, timeFormat))
                .orElseGet(() -> days(from, until, timeFormat));
    }

    /** Counted from the local midnight before, so that they fall on round hours in every zone. */
    private static List<Tick> clocks(
            Instant from, Instant until, Duration step, TimeFormat timeFormat) {
        List<Tick> ticks = new ArrayList<>();
        ZonedDateTime tick =
                from.atZone(timeFormat.zone()).toLocalDate().atStartOfDay(timeFormat.zone());
        while (!tick.toInstant().isAfter(until)) {
            if (tick.toInstant().isAfter(from)) {
                boolean midnight = tick.getHour() == 0 && tick.getMinute() == 0;
                String words =
                        midnight
                                ? timeFormat.weekday(tick.toInstant())
                                : timeFormat.clock(tick.toInstant());
                ticks.add(new Tick(tick.toInstant(), words));
            }
            tick = tick.plus(step);
        }
        return ticks;
    }

    private static List<Tick> days(Instant from, Instant until, TimeFormat timeFormat) {
        List<Tick> ticks = new ArrayList<>();
        long days = Duration.between(from, until).dividedBy(A_DAY);
        long step = Math.max(1, Math.ceilDiv(days, MOST));
        LocalDate day = from.atZone(timeFormat.zone()).toLocalDate().plusDays(1);
        Instant at = day.atStartOfDay(timeFormat.zone()).toInstant();
        while (!at.isAfter(until)) {
            ticks.add(new Tick(at, step == 1 ? timeFormat.weekday(at) : timeFormat.day(at)));
            day = day.plusDays(step);
            at = day.atStartOfDay(timeFormat.zone()).toInstant();
        }
        return ticks;
    }
}
