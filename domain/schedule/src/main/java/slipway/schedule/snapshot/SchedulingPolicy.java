package slipway.schedule.snapshot;

import java.time.Duration;

/**
 * How a cluster is shared. Everything here can be set in the cluster's {@code schedule:} block.
 *
 * @param order who goes first among equals of one team
 * @param halfLife use this long ago counts half in the fair share
 * @param minimumRun nobody is stopped before it ran so long, whatever it asked for itself
 * @param notice so long is given to whoever is told to stop
 * @param unknownRuntime where nothing is known, a workload is taken to need this long
 * @param reservations for so many blocked workloads a place is kept
 */
public record SchedulingPolicy(
        Order order,
        Duration halfLife,
        Duration minimumRun,
        Duration notice,
        Duration unknownRuntime,
        int reservations,
        PreemptionRules preemption,
        RebalancingRules rebalancing) {

    public SchedulingPolicy {
        if (!halfLife.isPositive() || !unknownRuntime.isPositive()) {
            throw new IllegalArgumentException("A half-life and a longest run last some time");
        }
        if (minimumRun.isNegative() || notice.isNegative() || reservations < 0) {
            throw new IllegalArgumentException("Of time and places there is none or some");
        }
    }

    public static final SchedulingPolicy DEFAULT =
            new SchedulingPolicy(
                    Order.SHORTEST,
                    Duration.ofDays(7),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(1),
                    Duration.ofDays(7),
                    1,
                    PreemptionRules.DEFAULT,
                    RebalancingRules.DEFAULT);

    public SchedulingPolicy withOrder(Order other) {
        return new SchedulingPolicy(
                other,
                halfLife,
                minimumRun,
                notice,
                unknownRuntime,
                reservations,
                preemption,
                rebalancing);
    }

    public SchedulingPolicy withPreemptionTimes(Duration otherMinimum, Duration otherNotice) {
        return new SchedulingPolicy(
                order,
                halfLife,
                otherMinimum,
                otherNotice,
                unknownRuntime,
                reservations,
                preemption,
                rebalancing);
    }

    public SchedulingPolicy withReservations(int count) {
        return new SchedulingPolicy(
                order,
                halfLife,
                minimumRun,
                notice,
                unknownRuntime,
                count,
                preemption,
                rebalancing);
    }

    public SchedulingPolicy preemption(PreemptionRules other) {
        return new SchedulingPolicy(
                order,
                halfLife,
                minimumRun,
                notice,
                unknownRuntime,
                reservations,
                other,
                rebalancing);
    }

    public SchedulingPolicy rebalancing(RebalancingRules other) {
        return new SchedulingPolicy(
                order,
                halfLife,
                minimumRun,
                notice,
                unknownRuntime,
                reservations,
                preemption,
                other);
    }

    /** Who goes first among a team's own of one priority. */
    public enum Order {
        FIRST_COME,
        /** By rank, which history gives: what will probably end soon goes first. */
        SHORTEST
    }

    /**
     * Which preemption is allowed.
     *
     * @param reclaim whether jobs that borrow are preempted for jobs within their team's guarantee
     * @param lowerPriority whether a team's jobs preempt its jobs of a lower priority
     * @param servicesOverJobs whether a team's services preempt its jobs of the same priority
     * @param jobGuaranteePercent the percentage of the team's guarantee that services leave to its jobs
     * @param overtakeFactor a job preempts a checkpointing job of its team and priority whose expected remaining
     *     runtime is more than this many times as long; 0 for never
     */
    public record PreemptionRules(
            boolean reclaim,
            boolean lowerPriority,
            boolean servicesOverJobs,
            int jobGuaranteePercent,
            int overtakeFactor) {

        public PreemptionRules {
            if (jobGuaranteePercent < 0 || jobGuaranteePercent > 100 || overtakeFactor < 0) {
                throw new IllegalArgumentException(
                        "Cannot keep %d %% or overtake by %d"
                                .formatted(jobGuaranteePercent, overtakeFactor));
            }
        }

        public static final PreemptionRules DEFAULT =
                new PreemptionRules(true, true, false, 100, 5);
        public static final PreemptionRules NONE = new PreemptionRules(false, false, false, 100, 0);
    }

    /**
     * What may be moved while it runs.
     *
     * @param consolidate whether checkpointing jobs are moved together to make room for a larger one
     * @param minBenefit a move is worth it when the accelerator time won is so many times the time lost
     * @param resizeInterval an elastic gang changes its size no more often
     */
    public record RebalancingRules(boolean consolidate, int minBenefit, Duration resizeInterval) {

        public RebalancingRules {
            if (minBenefit < 1 || resizeInterval.isNegative()) {
                throw new IllegalArgumentException(
                        "Cannot move for %d times its cost every %s"
                                .formatted(minBenefit, resizeInterval));
            }
        }

        public static final RebalancingRules DEFAULT =
                new RebalancingRules(true, 2, Duration.ofMinutes(10));
        public static final RebalancingRules NONE =
                new RebalancingRules(false, 2, Duration.ofMinutes(10));
    }
}
