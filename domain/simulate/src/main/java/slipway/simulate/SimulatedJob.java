package slipway.simulate;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.Placement;
import slipway.simulate.trace.TraceJob;

/**
 * How one job fares. Work is counted in milliseconds at the size the job asked for; with half the nodes it gets on half
 * as fast, which flatters elastic gangs a little and is said in the report.
 */
final class SimulatedJob {

    /** Where a job stands. */
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

    /** When it began to run on this place. */
    private long since;

    /** Work that is kept from before. */
    private long retainedWork;

    /** What it has to do again before it gets on. */
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

    /** Where it has been told to go. */
    Optional<Placement> target() {
        return Optional.ofNullable(target);
    }

    /** When it gets on: after what it has to do again. */
    long resumes() {
        return since + rework;
    }

    /** Milliseconds it was on some place. */
    long ranMillis() {
        return ranMillis;
    }

    /** Thousandths of accelerators times milliseconds that it had. */
    double used() {
        return used;
    }

    /** Milliseconds of work that were done and lost, or done again. */
    long lostWork() {
        return lostWork;
    }

    long retainedWork() {
        return retainedWork;
    }

    /** Only once it has ended. */
    long ended() {
        return ended;
    }

    int nodeLosses() {
        return nodeLosses;
    }

    /** It begins, or goes on: then some of it is done again. */
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

    /** When it will be ready if nobody disturbs it. */
    long end() {
        return since + rework + (long) Math.ceil((durationMillis() - retainedWork) / speed);
    }

    void startMove(Placement to) {
        target = to;
    }

    /** It leaves its place in good order: with a checkpoint, if it makes any. */
    void stopWithCheckpoint(long now) {
        stop(now, job.attributes().checkpoints() ? progress(now) : 0);
    }

    /** It is lost with its node, and with it all that was not saved. */
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

    /** What its last checkpoint keeps: one was made when it began, and then one each time that it does. */
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
