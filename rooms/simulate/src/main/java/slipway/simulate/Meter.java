package slipway.simulate;

/** Follows what is so from one instant to the next, and counts what happens. */
final class Meter {

    private final Floor simulatedCluster;
    private final Curves timeAverages;
    private long at;
    private long waiting;
    private long wanted;
    private int preemptions;
    private int migrations;
    private int resizes;
    private int failures;
    private int reclaims;

    Meter(Floor simulatedCluster, long origin, long from) {
        this.simulatedCluster = simulatedCluster;
        this.timeAverages = new Curves(origin);
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

    void waits(Course simulatedJob) {
        waiting++;
        wanted += simulatedJob.job.whole();
    }

    void waitsNoMore(Course simulatedJob) {
        waiting--;
        wanted -= simulatedJob.job.whole();
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

    Curves curves() {
        return timeAverages;
    }

    Result.Events events() {
        return new Result.Events(preemptions, migrations, resizes, failures, reclaims);
    }
}
