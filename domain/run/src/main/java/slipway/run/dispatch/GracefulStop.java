package slipway.run.dispatch;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.checkpoint.CheckpointScanner;
import slipway.run.checkpoint.CheckpointScanner.Checkpoint;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Engine;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;

/**
 * Graceful stop of one attempt. A job that checkpoints gets a notice and time until it has saved; any other job is
 * terminated at once. An attempt that has not ended some time after TERM is killed. One thread at a time takes the next
 * step.
 */
final class GracefulStop {

    private static final Logger LOG = LoggerFactory.getLogger(GracefulStop.class);

    /** The time between TERM and KILL. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Engine engine;
    private final Path attempts;
    private final InstantSource clock;
    private final AttemptId attempt;
    private final CheckpointWait checkpointWait;
    private Step step;
    private Deadline deadline;

    private enum Step {
        REQUEST_CHECKPOINT,
        AWAIT_CHECKPOINT,
        TERMINATE,
        KILL
    }

    GracefulStop(Engine engine, Path attempts, InstantSource clock, Workload workload) {
        this.engine = engine;
        this.attempts = attempts;
        this.clock = clock;
        this.attempt = workload.attempt();
        this.checkpointWait = new CheckpointWait(new CheckpointScanner(attempts), workload);
        this.step = checkpointsOnStop(workload) ? Step.REQUEST_CHECKPOINT : Step.TERMINATE;
        this.deadline = new Deadline(deadline(workload), clock);
    }

    private static boolean checkpointsOnStop(Workload workload) {
        return workload.spec().execution().checkpoint().isPresent()
                && workload.spec().pilot().isEmpty()
                && workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                && stop.then() != WorkloadState.AfterStop.CANCEL;
    }

    private static Instant deadline(Workload workload) {
        return workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                ? stop.deadline()
                : workload.state().since();
    }

    /** Takes the next step if it is due; called repeatedly until the attempt has ended. */
    synchronized void next() {
        switch (step) {
            case REQUEST_CHECKPOINT -> requestCheckpoint();
            case AWAIT_CHECKPOINT -> {
                if (checkpointWait.isComplete(clock.instant()) || deadline.hasPassed()) {
                    terminate();
                }
            }
            case TERMINATE -> terminate();
            case KILL -> {
                if (deadline.hasPassed()) {
                    engine.signal(attempt, AttemptSignal.KILL);
                    deadline = new Deadline(clock.instant().plus(GRACE), clock);
                }
            }
        }
    }

    private void requestCheckpoint() {
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        checkpointWait.begin(directory.noticeAt());
        try {
            directory.notice(deadline.at);
        } catch (UncheckedIOException e) {
            LOG.warn("The notice of {} could not be written; it gets only the signal", attempt, e);
        }
        engine.signal(attempt, AttemptSignal.CHECKPOINT);
        step = Step.AWAIT_CHECKPOINT;
    }

    private void terminate() {
        engine.signal(attempt, AttemptSignal.STOP);
        step = Step.KILL;
        deadline = new Deadline(clock.instant().plus(GRACE), clock);
    }

    /**
     * Whether the job has saved since the notice. File times may come from another clock than the server's, so they are
     * compared with each other and with what an earlier poll saw.
     */
    private static final class CheckpointWait {

        private final CheckpointScanner checkpointScanner;
        private final Workload workload;
        private Optional<Instant> noticed = Optional.empty();
        private Optional<Checkpoint> before = Optional.empty();
        private Optional<Checkpoint> newest = Optional.empty();
        private Instant since = Instant.MAX;

        CheckpointWait(CheckpointScanner checkpointScanner, Workload workload) {
            this.checkpointScanner = checkpointScanner;
            this.workload = workload;
        }

        /** @param earlier when a previous server gave notice */
        void begin(Optional<Instant> earlier) {
            noticed = earlier;
            before = earlier.isPresent() ? Optional.empty() : checkpointScanner.newest(workload);
        }

        boolean isComplete(Instant now) {
            Optional<Checkpoint> found = checkpointScanner.newest(workload).filter(this::isNew);
            if (found.isPresent() && !found.equals(newest)) {
                since = now;
            }
            newest = found;
            return found.filter(
                            it -> CheckpointScanner.isSettled(it, now) || isObservedUnchanged(now))
                    .isPresent();
        }

        /**
         * After a restart the checkpoints before the notice are unknown; then a file is new by either clock, its own
         * or ours.
         */
        private boolean isNew(Checkpoint found) {
            return noticed.map(
                            at ->
                                    found.made().isAfter(at)
                                            || found.made().isAfter(workload.state().since()))
                    .orElseGet(() -> !before.equals(Optional.of(found)));
        }

        private boolean isObservedUnchanged(Instant now) {
            return !since.plus(CheckpointScanner.SETTLE_TIME).isAfter(now);
        }
    }

    /** A deadline that also passes when the clock is set back: then it counts the polls that fit before it. */
    private static final class Deadline {

        private final Instant at;
        private final InstantSource clock;
        private long polls;

        Deadline(Instant by, InstantSource clock) {
            this.at = by;
            this.clock = clock;
            this.polls =
                    Duration.between(clock.instant(), by).dividedBy(EngineActions.POLL_INTERVAL);
        }

        boolean hasPassed() {
            polls--;
            return polls < 0 || !clock.instant().isBefore(at);
        }
    }
}
