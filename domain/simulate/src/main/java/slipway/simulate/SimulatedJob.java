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
        WAITING,
        RUNNING,
        FINISHED,
        GIVEN_UP
    }

    final int number;
    final WorkloadId id;
    final TraceJob job;
    private State state = State.WAITING;
    private int attempt;
    private @Nullable Placement placement;
    private @Nullable Placement going;

    /** When it began to run on this place. */
    private long since;

    /** Work that is kept from before. */
    private long done;

    /** What it has to do again before it gets on. */
    private long owed;

    private double speed = 1;
    private long ran;
    private double used;
    private long lost;
    private long ended;
    private int losses;

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

    boolean runs() {
        return state == State.RUNNING;
    }

    Optional<Placement> placement() {
        return Optional.ofNullable(placement);
    }

    /** Where it has been told to go. */
    Optional<Placement> going() {
        return Optional.ofNullable(going);
    }

    /** When it gets on: after what it has to do again. */
    long resumes() {
        return since + owed;
    }

    /** Milliseconds it was on some place. */
    long ran() {
        return ran;
    }

    /** Thousandths of accelerators times milliseconds that it had. */
    double used() {
        return used;
    }

    /** Milliseconds of work that were done and lost, or done again. */
    long lost() {
        return lost;
    }

    long done() {
        return done;
    }

    /** Only once it has ended. */
    long ended() {
        return ended;
    }

    int losses() {
        return losses;
    }

    /** It begins, or goes on: then some of it is done again. */
    void begin(long now, Placement on, long rework) {
        owed = attempt == 0 ? 0 : rework;
        lost += owed;
        attempt++;
        state = State.RUNNING;
        placement = on;
        going = null;
        since = now;
        speed = on.nodes() / (double) job.request().gang().nodes();
    }

    /** When it will be ready if nobody disturbs it. */
    long end() {
        return since + owed + (long) Math.ceil((takes() - done) / speed);
    }

    void goes(Placement to) {
        going = to;
    }

    /** It leaves its place in good order: with a checkpoint, if it makes any. */
    void leave(long now) {
        stop(now, job.attributes().checkpoints() ? progress(now) : 0);
    }

    /** It is lost with its node, and with it all that was not saved. */
    void lose(long now) {
        losses++;
        stop(now, saved(now));
    }

    void finish(long now) {
        stop(now, takes());
        state = State.FINISHED;
        ended = now;
    }

    void giveUp(long now) {
        state = State.GIVEN_UP;
        ended = now;
    }

    private void stop(long now, long kept) {
        ran += now - since;
        used += (now - since) * (double) placement().map(Placement::totalThousandths).orElse(0);
        lost += Math.max(0, progress(now) - kept);
        done = kept;
        attempt++;
        state = State.WAITING;
        placement = null;
        going = null;
    }

    /** What its last checkpoint keeps: one was made when it began, and then one each time that it does. */
    private long saved(long now) {
        long every = job.attributes().checkpointInterval().map(Duration::toMillis).orElse(0L);
        if (!job.attributes().checkpoints()) {
            return 0;
        }
        long since = progress(now) - done;
        return every == 0 ? done : done + since / every * every;
    }

    private long progress(long now) {
        double worked = Math.max(0, now - since - owed) * speed;
        return Math.min(takes(), done + (long) worked);
    }

    private long takes() {
        return job.duration().toMillis();
    }
}
