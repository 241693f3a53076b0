package slipway.simulate;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Placement;
import slipway.simulate.trace.TraceJob;

/**
 * A job of the replay. Work is counted in milliseconds at the requested size. Speed is proportional to the number of
 * nodes, which favors elastic gangs a little; the report says so.
 */
final class SimulatedJob {

    /** The state of a job. */
    enum State {
        PENDING,
        RUNNING,
        FINISHED,
        ABANDONED
    }

    final int number;
    final WorkloadId id;
    final TraceJob job;
    private State state = State.PENDING;
    private int attempt;
    private @Nullable Placement placement;
    private @Nullable Placement target;

    /** When it started on its current placement. */
    private long since;

    /** Work that was retained from earlier attempts. */
    private long retainedWork;

    /** Work that it repeats after it resumed. */
    private long rework;

    private double speed = 1;
    private long ranMillis;
    private double used;
    private long lostWork;
    private long ended;
    private int nodeLosses;

    SimulatedJob(int number, WorkloadId id, TraceJob traceJob) {
        this.number = number;
        this.id = id;
        this.job = traceJob;
    }

    State state() {
        return state;
    }

    int attempt() {
        return attempt;
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    Optional<Placement> placement() {
        return Optional.ofNullable(placement);
    }

    /** The placement that it is moving to. */
    Optional<Placement> target() {
        return Optional.ofNullable(target);
    }

    /** When it makes progress again: after the repeated work. */
    long resumes() {
        return since + rework;
    }

    /** Milliseconds with a placement. */
    long ranMillis() {
        return ranMillis;
    }

    /** Thousandths of accelerators times milliseconds that it used. */
    double used() {
        return used;
    }

    /** Milliseconds of work that were lost or repeated. */
    long lostWork() {
        return lostWork;
    }

    long retainedWork() {
        return retainedWork;
    }

    /** Only valid after it has ended. */
    long ended() {
        return ended;
    }

    int nodeLosses() {
        return nodeLosses;
    }

    /** Starts or resumes it; resuming repeats some work. */
    void start(long now, Placement newPlacement, long restartCost) {
        rework = attempt == 0 ? 0 : restartCost;
        lostWork += rework;
        attempt++;
        state = State.RUNNING;
        placement = newPlacement;
        target = null;
        since = now;
        speed = newPlacement.nodes() / (double) job.request().gang().nodes();
    }

    /** When it will end unless it is interrupted. */
    long end() {
        return since + rework + (long) Math.ceil((durationMillis() - retainedWork) / speed);
    }

    void startMove(Placement to) {
        target = to;
    }

    /** Stops it with notice: with a checkpoint, if it makes any. */
    void stopWithCheckpoint(long now) {
        stop(now, job.attributes().checkpoints() ? progress(now) : 0);
    }

    /** Loses its node, and all work since its last checkpoint. */
    void loseNode(long now) {
        nodeLosses++;
        stop(now, checkpointed(now));
    }

    void finish(long now) {
        stop(now, durationMillis());
        state = State.FINISHED;
        ended = now;
    }

    void abandon(long now) {
        state = State.ABANDONED;
        ended = now;
    }

    private void stop(long now, long retained) {
        ranMillis += now - since;
        used += (now - since) * (double) placement().map(Placement::totalThousandths).orElse(0);
        lostWork += Math.max(0, progress(now) - retained);
        retainedWork = retained;
        attempt++;
        state = State.PENDING;
        placement = null;
        target = null;
    }

    /** The work in its last checkpoint: one at the start, then one per interval. */
    private long checkpointed(long now) {
        long interval = job.attributes().checkpointInterval().map(Duration::toMillis).orElse(0L);
        if (!job.attributes().checkpoints()) {
            return 0;
        }
        long since = progress(now) - retainedWork;
        return interval == 0 ? retainedWork : retainedWork + since / interval * interval;
    }

    private long progress(long now) {
        double work = Math.max(0, now - since - rework) * speed;
        return Math.min(durationMillis(), retainedWork + (long) work);
    }

    private long durationMillis() {
        return job.duration().toMillis();
    }
}
