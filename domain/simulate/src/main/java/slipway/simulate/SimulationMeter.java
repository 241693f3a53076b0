package slipway.simulate;

/** Follows what is so from one instant to the next, and counts what happens. */
final class SimulationMeter {

    private final SimulatedCluster simulatedCluster;
    private final TimeAverages timeAverages;
    private long at;
    private long waiting;
    private long wanted;
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

    /** So it was until now. */
    void until(long now) {
        if (now > at) {
            timeAverages.add(
                    at,
                    now,
                    simulatedCluster.used(),
                    simulatedCluster.pieces(),
                    simulatedCluster.missing(),
                    waiting,
                    wanted);
            at = now;
        }
    }

    void waits(SimulatedJob simulatedJob) {
        waiting++;
        wanted += simulatedJob.job.totalThousandths();
    }

    void waitsNoMore(SimulatedJob simulatedJob) {
        waiting--;
        wanted -= simulatedJob.job.totalThousandths();
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
