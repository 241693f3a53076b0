package slipway.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The server's only clock: tokens, rules, dispatch, metering and pages read it.
 *
 * <p>The monotonic counter advances it. The wall clock only corrects it: a small difference is followed at once,
 * forward by a step of the same size, backward at half speed. A larger difference is a <em>jump</em>: a user set the
 * clock, the machine slept, or NTP corrected a wrong hardware clock. A jump is adopted when it has lasted for
 * {@link #HOLD}; one that is corrected before leaves no trace. An adopted jump may go back.
 *
 * <p>At the start there is no counter to compare with, only the time of the last write. A wall clock that is behind it,
 * or more than {@link #MAX_DOWNTIME} ahead, is a jump too. Otherwise the wall clock is believed. If it is soon set to
 * another time that the downtime could explain, that correction is adopted at once.
 */
public final class SteadyClock implements InstantSource {

    /** How long the wall clock must keep a different time until it is adopted. */
    static final Duration HOLD = Duration.ofMinutes(10);

    /** After a longer downtime the wall clock is adopted only when it has lasted. */
    static final Duration MAX_DOWNTIME = Duration.ofDays(30);

    /** A larger difference between the two clocks is a jump. */
    static final Duration TOLERANCE = Duration.ofSeconds(2);

    /** How long the time before a jump remains decisive for the removal of data. */
    static final Duration TRIAL = Duration.ofHours(1);

    private static final int MAX_STEPS = 100;

    private final InstantSource wall;
    private final LongSupplier nanos;
    private final Optional<Instant> lastWrite;

    /** The start and the adopted jumps, the newest first. */
    private final Deque<Step> steps = new ArrayDeque<>();

    private final long startNanos;
    private final boolean startDoubted;
    private Optional<Jump> jump = Optional.empty();
    private Duration ahead = Duration.ZERO;
    private Instant last;
    private long lastNanos;

    /**
     * A change of the time without elapsed time.
     *
     * @param nanos the counter at the step
     */
    private record Step(Instant before, Instant after, long nanos) {

        Duration size() {
            return Duration.between(before, after);
        }
    }

    /** A difference of the wall clock that is not adopted yet, and the counter when it was first seen. */
    private record Jump(Duration by, long since) {}

    /**
     * @param lastWrite the server's time at the last write; empty for a new journal
     */
    SteadyClock(InstantSource wall, LongSupplier nanos, Optional<Instant> lastWrite) {
        this.wall = wall;
        this.nanos = nanos;
        this.lastWrite = lastWrite;
        this.startNanos = nanos.getAsLong();
        this.lastNanos = startNanos;
        Instant shown = wallTime();
        this.startDoubted = lastWrite.filter(at -> !isPlausible(at, shown)).isPresent();
        this.last = startDoubted ? lastWrite.orElseThrow() : shown;
        steps.push(new Step(lastWrite.orElse(last), last, startNanos));
    }

    private static boolean isPlausible(Instant lastWrite, Instant shown) {
        Duration downtime = Duration.between(lastWrite, shown);
        return !downtime.isNegative() && downtime.compareTo(MAX_DOWNTIME) <= 0;
    }

    private Instant wallTime() {
        return wall.instant().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public synchronized Instant instant() {
        long counter = nanos.getAsLong();
        // Only the whole microseconds of the counter are consumed; otherwise frequent calls would
        // stop the time.
        long micros = Math.max(0, counter - lastNanos) / 1_000;
        lastNanos = counter < lastNanos ? counter : lastNanos + micros * 1_000;
        Instant shown = wallTime();
        Instant counted = last.plus(micros, ChronoUnit.MICROS);
        Duration difference = Duration.between(counted, shown);
        if (difference.abs().compareTo(TOLERANCE) <= 0) {
            jump = Optional.empty();
            last = difference.isNegative() ? halfSpeed(micros, shown) : shown;
        } else {
            last = afterJump(difference, counted, shown);
        }
        ahead = Duration.between(last, shown);
        return last;
    }

    /** Not below the wall clock: then they agree again. */
    private Instant halfSpeed(long micros, Instant shown) {
        Instant slow = last.plus(micros / 2, ChronoUnit.MICROS);
        return slow.isBefore(shown) ? shown : slow;
    }

    private Instant afterJump(Duration difference, Instant counted, Instant shown) {
        Jump current =
                jump.filter(it -> it.by.minus(difference).abs().compareTo(TOLERANCE) <= 0)
                        .orElseGet(() -> new Jump(difference, lastNanos));
        boolean lasted = lastNanos - current.since >= HOLD.toNanos();
        if (!lasted && !correctsStart(shown, counted)) {
            jump = Optional.of(current);
            return counted;
        }
        jump = Optional.empty();
        steps.push(new Step(counted, shown, lastNanos));
        if (steps.size() > MAX_STEPS) {
            steps.removeLast();
        }
        return shown;
    }

    /** Whether the wall clock was wrong at the start and is right now: NTP sets it soon after a boot. */
    private boolean correctsStart(Instant shown, Instant counted) {
        return steps.size() == 1
                && lastNanos - startNanos < HOLD.toNanos()
                && (startDoubted || shown.isBefore(counted))
                && lastWrite.filter(at -> isPlausible(at, shown)).isPresent();
    }

    /** How far the wall clock is ahead of this clock; negative if it is behind. */
    public synchronized Duration wallAhead() {
        var _ = instant();
        return ahead;
    }

    /** The number of adopted jumps since the start. */
    public synchronized int jumps() {
        var _ = instant();
        return steps.size() - 1;
    }

    /**
     * The time that has passed since this clock showed {@code from}, without the jumps since then. The time before the
     * start counts as the clocks show it.
     */
    public synchronized Duration elapsedSince(Instant from) {
        Instant end = instant();
        Duration elapsed = Duration.ZERO;
        for (Step step : steps) {
            Duration whole = Duration.between(step.after, end);
            Duration part = Duration.between(from, end);
            // A stored time is rounded down, perhaps to before the step.
            boolean seen = !part.isNegative() && part.minus(whole).compareTo(TOLERANCE) <= 0;
            if (seen) {
                return elapsed.plus(part.compareTo(whole) < 0 ? part : whole);
            }
            elapsed = elapsed.plus(whole);
            end = step.before;
        }
        Instant start = steps.getLast().after;
        return from.isBefore(start) ? elapsed.plus(Duration.between(from, start)) : elapsed;
    }

    /**
     * The time that decides what is old enough to be removed: a jump forward, and a long downtime, count only after
     * {@link #TRIAL}. Data that was removed by a wrong clock does not come back.
     */
    public synchronized Instant trusted() {
        Instant trusted = instant();
        for (Iterator<Step> newest = steps.iterator(); newest.hasNext(); ) {
            Step step = newest.next();
            if (lastNanos - step.nanos < TRIAL.toNanos() && !step.size().isNegative()) {
                trusted = trusted.minus(step.size());
            }
        }
        return trusted;
    }
}
