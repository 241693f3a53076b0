package slipway.schedule.history;

import slipway.base.WorkloadId;

/** What history keeps of one workload that has not ended. */
final class ActiveRun {

    final WorkloadId id;
    final LifetimeDistribution distribution;

    /** Work done before this attempt, in milliseconds. */
    long retainedWork;

    /** When this attempt began to make progress, in milliseconds; negative while it waits. */
    long progressingSince = -1;

    /** The age up to which it was counted. */
    int countedAge;

    /** Its rank as it was last told, in milliseconds. */
    long rank;

    /** Tells its alarms of this attempt from those of earlier ones. */
    int attempt;

    ActiveRun(WorkloadId id, LifetimeDistribution kind) {
        this.id = id;
        this.distribution = kind;
    }

    boolean isRunning() {
        return progressingSince >= 0;
    }

    double progress(long now) {
        return (retainedWork + (isRunning() ? Math.max(0, now - progressingSince) : 0)) / 1e3;
    }
}
