package slipway.simulate;

/** Follows what is so from one instant to the next, and counts what happens. */
final class Meter {

    private final Floor floor;
    private final Curves curves;
    private long at;
    private long waiting;
    private long wanted;
    private int preemptions;
    private int migrations;
    private int resizes;
    private int failures;
    private int reclaims;

    Meter(Floor floor, long origin, long from) {
        this.floor = floor;
        this.curves = new Curves(origin);
        this.at = from;
    }

    /** So it was until now. */
    void until(long now) {
        if (now > at) {
            curves.add(at, now, floor.used(), floor.pieces(), floor.missing(), waiting, wanted);
            at = now;
        }
    }

    void waits(Course course) {
        waiting++;
        wanted += course.job.whole();
    }

    void waitsNoMore(Course course) {
        waiting--;
        wanted -= course.job.whole();
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
        return curves;
    }

    Result.Events events() {
        return new Result.Events(preemptions, migrations, resizes, failures, reclaims);
    }
}
