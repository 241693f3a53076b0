package slipway.run;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.Signal;

/**
 * How one attempt is brought to its end. Whoever saves gets a notice and the time until it has saved; everybody else is
 * asked to end now. What has not ended a while after it was asked is ended. One thread at a time takes the next step.
 */
final class Farewell {

    private static final Logger LOG = LoggerFactory.getLogger(Farewell.class);

    /** Between being asked to end and being ended. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Engine engine;
    private final Path attempts;
    private final InstantSource clock;
    private final Workload workload;
    private final AttemptId attempt;
    private final Instant told;
    private Step step;
    private Limit limit;

    private enum Step {
        ASK_TO_SAVE,
        WAIT_FOR_THE_SAVE,
        ASK_TO_END,
        END
    }

    Farewell(Engine engine, Path attempts, InstantSource clock, Workload workload) {
        this.engine = engine;
        this.attempts = attempts;
        this.clock = clock;
        this.workload = workload;
        this.attempt = workload.attempt();
        this.told = workload.state().since();
        this.step = saves(workload) ? Step.ASK_TO_SAVE : Step.ASK_TO_END;
        this.limit = new Limit(by(workload), clock);
    }

    private static boolean saves(Workload workload) {
        return workload.spec().checkpoint().isPresent()
                && workload.state() instanceof State.Stopping(_, _, var stop)
                && stop.then() != State.Then.CANCEL;
    }

    private static Instant by(Workload workload) {
        return workload.state() instanceof State.Stopping(_, _, var stop)
                ? stop.by()
                : workload.state().since();
    }

    /** What is to be done now, if anything; asked again and again until it is over. */
    synchronized void next() {
        switch (step) {
            case ASK_TO_SAVE -> askToSave();
            case WAIT_FOR_THE_SAVE -> {
                if (hasSaved() || limit.isOver()) {
                    askToEnd();
                }
            }
            case ASK_TO_END -> askToEnd();
            case END -> {
                if (limit.isOver()) {
                    engine.signal(attempt, Signal.KILL);
                    limit = new Limit(clock.instant().plus(GRACE), clock);
                }
            }
        }
    }

    private void askToSave() {
        try {
            AttemptDirectory.at(attempts, attempt).notice(limit.by);
        } catch (UncheckedIOException e) {
            LOG.warn("{} gets no notice on its disk, only its signal", attempt, e);
        }
        engine.signal(attempt, Signal.CHECKPOINT);
        step = Step.WAIT_FOR_THE_SAVE;
    }

    private boolean hasSaved() {
        return new Checkpoints(attempts)
                .of(workload, clock.instant())
                .filter(found -> found.made().isAfter(told))
                .isPresent();
    }

    private void askToEnd() {
        engine.signal(attempt, Signal.STOP);
        step = Step.END;
        limit = new Limit(clock.instant().plus(GRACE), clock);
    }

    /** An instant that also comes when the clock was set back: then after as many looks as fit before it. */
    private static final class Limit {

        private final Instant by;
        private final InstantSource clock;
        private long looks;

        Limit(Instant by, InstantSource clock) {
            this.by = by;
            this.clock = clock;
            this.looks = Duration.between(clock.instant(), by).dividedBy(Carrying.GLANCE);
        }

        boolean isOver() {
            looks--;
            return looks < 0 || !clock.instant().isBefore(by);
        }
    }
}
