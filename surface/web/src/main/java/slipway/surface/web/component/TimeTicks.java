package slipway.surface.web.component;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import slipway.base.text.TimeFormat;

/** Round times on a time scale in the viewer's zone: full hours, midnights, every other day. */
final class TimeTicks {

    /** A tick and its label. */
    record Tick(Instant at, String label) {}

    private static final int MAX_TICKS = 8;
    private static final List<Duration> STEPS_BELOW_A_DAY =
            List.of(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(15),
                    Duration.ofHours(1),
                    Duration.ofHours(3),
                    Duration.ofHours(6));
    private static final Duration A_DAY = Duration.ofDays(1);

    private TimeTicks() {}

    static List<Tick> over(Instant from, Instant until, TimeFormat times) {
        Duration whole = Duration.between(from, until);
        return STEPS_BELOW_A_DAY.stream()
                .filter(
                        step ->
                                whole.dividedBy(step) < MAX_TICKS
                                        && !whole.minus(step).isNegative())
                .findFirst()
                .map(step -> hourTicks(from, until, step, times))
                .orElseGet(() -> dayTicks(from, until, times));
    }

    /** Counted from the previous local midnight, so that they fall on round hours in every zone. */
    private static List<Tick> hourTicks(
            Instant from, Instant until, Duration step, TimeFormat times) {
        List<Tick> ticks = new ArrayList<>();
        ZonedDateTime tick = from.atZone(times.zone()).toLocalDate().atStartOfDay(times.zone());
        while (!tick.toInstant().isAfter(until)) {
            if (tick.toInstant().isAfter(from)) {
                boolean midnight = tick.getHour() == 0 && tick.getMinute() == 0;
                String label =
                        midnight ? times.weekday(tick.toInstant()) : times.clock(tick.toInstant());
                ticks.add(new Tick(tick.toInstant(), label));
            }
            tick = tick.plus(step);
        }
        return ticks;
    }

    private static List<Tick> dayTicks(Instant from, Instant until, TimeFormat times) {
        List<Tick> ticks = new ArrayList<>();
        long days = Duration.between(from, until).dividedBy(A_DAY);
        long step = Math.max(1, Math.ceilDiv(days, MAX_TICKS));
        LocalDate day = from.atZone(times.zone()).toLocalDate().plusDays(1);
        Instant at = day.atStartOfDay(times.zone()).toInstant();
        while (!at.isAfter(until)) {
            ticks.add(new Tick(at, step == 1 ? times.weekday(at) : times.day(at)));
            day = day.plusDays(step);
            at = day.atStartOfDay(times.zone()).toInstant();
        }
        return ticks;
    }
}
