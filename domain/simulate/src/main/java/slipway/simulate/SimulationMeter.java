package slipway.simulate;

/** Integrates the state of the cluster over time, and counts events. */
final class SimulationMeter {

    private final SimulatedCluster simulatedCluster;
    private final TimeAverages timeAverages;
    private long at;
    private long pendingJobs;
    private long pendingThousandths;
    private int preemptions;
    private int migrations;
    private int resizes;
    private int failures;
    private int reclaims;

    SimulationMeter(SimulatedCluster simulatedCluster, long origin, long from) {
        this.simulatedCluster = simulatedCluster;
        this.timeAverages = new TimeAverages(origin);
        this.at = from;
    }

    /** Accounts for the time until now, in which nothing changed. */
    void advanceTo(long now) {
        if (now > at) {
            timeAverages.add(
                    at,
                    now,
                    simulatedCluster.used(),
                    simulatedCluster.fragmented(),
                    simulatedCluster.unavailable(),
                    pendingJobs,
                    pendingThousandths);
            at = now;
        }
    }

    void jobQueued(SimulatedJob simulatedJob) {
        pendingJobs++;
        pendingThousandths += simulatedJob.job.totalThousandths();
    }

    void jobDequeued(SimulatedJob simulatedJob) {
        pendingJobs--;
        pendingThousandths -= simulatedJob.job.totalThousandths();
    }

    void preempted() {
        preemptions++;
    }

    void migrated() {
        migrations++;
    }

    void resized() {
        resizes++;
    }

    void failed() {
        failures++;
    }

    void reclaimed() {
        reclaims++;
    }

    TimeAverages curves() {
        return timeAverages;
    }

    SimulationResult.Events events() {
        return new SimulationResult.Events(preemptions, migrations, resizes, failures, reclaims);
    }
}
