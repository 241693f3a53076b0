package slipway.schedule.history;

import slipway.base.WorkloadId;

/** The state that history keeps of a workload that has not ended. */
final class ActiveRun {

    final WorkloadId id;
    final LifetimeDistribution distribution;

    /** Work from earlier attempts, in milliseconds. */
    long retainedWork;

    /** When this attempt began to make progress, in epoch milliseconds; negative while the workload is pending. */
    long progressingSince = -1;

    /** The age bucket up to which it was counted. */
    int countedAge;

    /** The rank that was announced last, in milliseconds. */
    long rank;

    /** Distinguishes the alarms of this attempt from those of earlier ones. */
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
