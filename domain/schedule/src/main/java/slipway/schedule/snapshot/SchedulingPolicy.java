package slipway.schedule.snapshot;

import java.time.Duration;

/**
 * How a cluster is shared. All of it can be set in the block {@code schedule:} of the configuration.
 *
 * @param order the order of a team's jobs of one priority
 * @param halfLife use this long ago counts half in the fair share
 * @param minimumRun no job is preempted before it ran this long; a workload may request more
 * @param notice the time that a preempted job gets to stop
 * @param unknownRuntime the assumed maximum runtime where nothing is known
 * @param reservations how many blocked jobs get a reservation
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
            throw new IllegalArgumentException("halfLife and unknownRuntime must be positive");
        }
        if (minimumRun.isNegative() || notice.isNegative() || reservations < 0) {
            throw new IllegalArgumentException(
                    "minimumRun, notice and reservations must not be negative");
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

    /** The order of a team's jobs of one priority. */
    public enum Order {
        FIRST_COME,
        /** By rank: the job with the shortest expected remaining runtime first. */
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
                        "jobGuaranteePercent must be 0 to 100 and overtakeFactor not negative, not %d and %d"
                                .formatted(jobGuaranteePercent, overtakeFactor));
            }
        }

        public static final PreemptionRules DEFAULT =
                new PreemptionRules(true, true, false, 100, 5);
        public static final PreemptionRules NONE = new PreemptionRules(false, false, false, 100, 0);
    }

    /**
     * How running jobs may be moved and resized.
     *
     * @param consolidate whether checkpointing jobs are migrated to make room for a larger one
     * @param minBenefit the accelerator time that a migration must gain, as a multiple of what it loses
     * @param resizeInterval the minimum time between two resizes of an elastic gang
     */
    public record RebalancingRules(boolean consolidate, int minBenefit, Duration resizeInterval) {

        public RebalancingRules {
            if (minBenefit < 1 || resizeInterval.isNegative()) {
                throw new IllegalArgumentException(
                        "minBenefit must be at least 1 and resizeInterval not negative, not %d and %s"
                                .formatted(minBenefit, resizeInterval));
            }
        }

        public static final RebalancingRules DEFAULT =
                new RebalancingRules(true, 2, Duration.ofMinutes(10));
        public static final RebalancingRules NONE =
                new RebalancingRules(false, 2, Duration.ofMinutes(10));
    }
}
