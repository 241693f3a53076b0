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
 * How one attempt is brought to its end. Whoever saves gets a notice and the time until it has saved; everybody else is
 * asked to end now. What has not ended a while after it was asked is ended. One thread at a time takes the next step.
 */
final class GracefulStop {

    private static final Logger LOG = LoggerFactory.getLogger(GracefulStop.class);

    /** Between being asked to end and being ended. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Engine engine;
    private final Path attempts;
    private final InstantSource clock;
    private final AttemptId attempt;
    private final Saving saving;
    private Step step;
    private Limit limit;

    private enum Step {
        ASK_TO_SAVE,
        WAIT_FOR_THE_SAVE,
        ASK_TO_END,
        END
    }

    GracefulStop(Engine engine, Path attempts, InstantSource clock, Workload workload) {
        this.engine = engine;
        this.attempts = attempts;
        this.clock = clock;
        this.attempt = workload.attempt();
        this.saving = new Saving(new CheckpointScanner(attempts), workload);
        this.step = saves(workload) ? Step.ASK_TO_SAVE : Step.ASK_TO_END;
        this.limit = new Limit(by(workload), clock);
    }

    private static boolean saves(Workload workload) {
        return workload.spec().checkpoint().isPresent()
                && workload.spec().pilot().isEmpty()
                && workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                && stop.then() != WorkloadState.Then.CANCEL;
    }

    private static Instant by(Workload workload) {
        return workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                ? stop.by()
                : workload.state().since();
    }

    /** What is to be done now, if anything; asked again and again until it is over. */
    synchronized void next() {
        switch (step) {
            case ASK_TO_SAVE -> askToSave();
            case WAIT_FOR_THE_SAVE -> {
                if (saving.isDone(clock.instant()) || limit.isOver()) {
                    askToEnd();
                }
            }
            case ASK_TO_END -> askToEnd();
            case END -> {
                if (limit.isOver()) {
                    engine.signal(attempt, AttemptSignal.KILL);
                    limit = new Limit(clock.instant().plus(GRACE), clock);
                }
            }
        }
    }

    private void askToSave() {
        AttemptDirectory directory = AttemptDirectory.at(attempts, attempt);
        saving.begins(directory.noticed());
        try {
            directory.notice(limit.by);
        } catch (UncheckedIOException e) {
            LOG.warn("{} gets no notice on its disk, only its signal", attempt, e);
        }
        engine.signal(attempt, AttemptSignal.CHECKPOINT);
        step = Step.WAIT_FOR_THE_SAVE;
    }

    private void askToEnd() {
        engine.signal(attempt, AttemptSignal.STOP);
        step = Step.END;
        limit = new Limit(clock.instant().plus(GRACE), clock);
    }

    /**
     * Whether it has saved since it was asked to. Files have their times from a clock that may be another than this
     * server's: so they are compared with each other, and with what an earlier look saw.
     */
    private static final class Saving {

        private final CheckpointScanner checkpointScanner;
        private final Workload workload;
        private Optional<Instant> noticed = Optional.empty();
        private Optional<Checkpoint> before = Optional.empty();
        private Optional<Checkpoint> newest = Optional.empty();
        private Instant since = Instant.MAX;

        Saving(CheckpointScanner checkpointScanner, Workload workload) {
            this.checkpointScanner = checkpointScanner;
            this.workload = workload;
        }

        /**
         * @param earlier when another server, or another life of this one, gave notice
         */
        void begins(Optional<Instant> earlier) {
            noticed = earlier;
            before = earlier.isPresent() ? Optional.empty() : checkpointScanner.newest(workload);
        }

        boolean isDone(Instant now) {
            Optional<Checkpoint> found = checkpointScanner.newest(workload).filter(this::isNew);
            if (found.isPresent() && !found.equals(newest)) {
                since = now;
            }
            newest = found;
            return found.filter(it -> CheckpointScanner.rests(it, now) || isSeenToRest(now))
                    .isPresent();
        }

        /** What was there before an earlier notice nobody knows any more: then by either clock, the files' or ours. */
        private boolean isNew(Checkpoint found) {
            return noticed.map(
                            at ->
                                    found.made().isAfter(at)
                                            || found.made().isAfter(workload.state().since()))
                    .orElseGet(() -> !before.equals(Optional.of(found)));
        }

        private boolean isSeenToRest(Instant now) {
            return !since.plus(CheckpointScanner.STILL).isAfter(now);
        }
    }

    /** An instant that also comes when the clock was set back: then after as many looks as fit before it. */
    private static final class Limit {

        private final Instant by;
        private final InstantSource clock;
        private long looks;

        Limit(Instant by, InstantSource clock) {
            this.by = by;
            this.clock = clock;
            this.looks = Duration.between(clock.instant(), by).dividedBy(EngineActions.GLANCE);
        }

        boolean isOver() {
            looks--;
            return looks < 0 || !clock.instant().isBefore(by);
        }
    }
}
