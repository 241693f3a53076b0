package slipway.schedule.history;

import slipway.base.WorkloadId;

/** What history keeps of one workload that has not ended. */
final class ActiveRun {

    final WorkloadId id;
    final LifetimeDistribution kind;

    /** Work done before this attempt, in milliseconds. */
    long done;

    /** When this attempt began to make progress, in milliseconds; negative while it waits. */
    long since = -1;

    /** The age up to which it was counted. */
    int counted;

    /** Its rank as it was last told, in milliseconds. */
    long rank;

    /** Tells its alarms of this attempt from those of earlier ones. */
    int attempt;

    ActiveRun(WorkloadId id, LifetimeDistribution kind) {
        this.id = id;
        this.kind = kind;
    }

    boolean runs() {
        return since >= 0;
    }

    double progress(long now) {
        return (done + (runs() ? Math.max(0, now - since) : 0)) / 1e3;
    }
}
