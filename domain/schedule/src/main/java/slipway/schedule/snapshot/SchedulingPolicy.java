package slipway.schedule.snapshot;

import java.time.Duration;

/**
 * How a cluster is shared. Everything here can be set in the cluster's {@code schedule:} block.
 *
 * @param order who goes first among equals of one team
 * @param halfLife use this long ago counts half in the fair share
 * @param minimumRun nobody is stopped before it ran so long, whatever it asked for itself
 * @param notice so long is given to whoever is told to stop
 * @param longest where nothing is known, a workload is taken to need this long
 * @param reservations for so many blocked workloads a place is kept
 */
public record SchedulingPolicy(
        Order order,
        Duration halfLife,
        Duration minimumRun,
        Duration notice,
        Duration longest,
        int reservations,
        Taking taking,
        Moving moving) {

    public SchedulingPolicy {
        if (!halfLife.isPositive() || !longest.isPositive()) {
            throw new IllegalArgumentException("A half-life and a longest run last some time");
        }
        if (minimumRun.isNegative() || notice.isNegative() || reservations < 0) {
            throw new IllegalArgumentException("Of time and places there is none or some");
        }
    }

    public static final SchedulingPolicy USUAL =
            new SchedulingPolicy(
                    Order.SHORTEST,
                    Duration.ofDays(7),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(1),
                    Duration.ofDays(7),
                    1,
                    Taking.USUAL,
                    Moving.USUAL);

    public SchedulingPolicy ordered(Order other) {
        return new SchedulingPolicy(
                other, halfLife, minimumRun, notice, longest, reservations, taking, moving);
    }

    public SchedulingPolicy giving(Duration otherMinimum, Duration otherNotice) {
        return new SchedulingPolicy(
                order, halfLife, otherMinimum, otherNotice, longest, reservations, taking, moving);
    }

    public SchedulingPolicy keeping(int places) {
        return new SchedulingPolicy(
                order, halfLife, minimumRun, notice, longest, places, taking, moving);
    }

    public SchedulingPolicy taking(Taking other) {
        return new SchedulingPolicy(
                order, halfLife, minimumRun, notice, longest, reservations, other, moving);
    }

    public SchedulingPolicy moving(Moving other) {
        return new SchedulingPolicy(
                order, halfLife, minimumRun, notice, longest, reservations, taking, other);
    }

    /** Who goes first among a team's own of one priority. */
    public enum Order {
        FIRST_COME,
        /** By rank, which history gives: what will probably end soon goes first. */
        SHORTEST
    }

    /**
     * What may be taken from whom.
     *
     * @param back whether borrowed use is taken back for those within their guarantee
     * @param lower whether a team's higher priority takes from its lower
     * @param services whether a team's services take from its jobs of the same priority
     * @param keep of what its jobs have, so many percent of the guarantee are left to them when services take
     * @param overtake a team's workload takes from a checkpointing one of the same priority if it will probably end so
     *     many times sooner; 0 for never
     */
    public record Taking(boolean back, boolean lower, boolean services, int keep, int overtake) {

        public Taking {
            if (keep < 0 || keep > 100 || overtake < 0) {
                throw new IllegalArgumentException(
                        "Cannot keep %d %% or overtake by %d".formatted(keep, overtake));
            }
        }

        public static final Taking USUAL = new Taking(true, true, false, 100, 5);
        public static final Taking NOTHING = new Taking(false, false, false, 100, 0);
    }

    /**
     * What may be moved while it runs.
     *
     * @param consolidate whether checkpointing jobs are moved together to make room for a larger one
     * @param pays a move is worth it when the accelerator time won is so many times the time lost
     * @param resizeEvery an elastic gang changes its size no more often
     */
    public record Moving(boolean consolidate, int pays, Duration resizeEvery) {

        public Moving {
            if (pays < 1 || resizeEvery.isNegative()) {
                throw new IllegalArgumentException(
                        "Cannot move for %d times its cost every %s".formatted(pays, resizeEvery));
            }
        }

        public static final Moving USUAL = new Moving(true, 2, Duration.ofMinutes(10));
        public static final Moving NEVER = new Moving(false, 2, Duration.ofMinutes(10));
    }
}
