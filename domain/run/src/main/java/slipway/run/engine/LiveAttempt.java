package slipway.run.engine;

import java.util.Optional;
import slipway.schedule.snapshot.Placement;

/**
 * What the engine knows of an attempt.
 *
 * @param engineState while it waits, the engine's own reason; when it is gone, the cause, where the engine knows
 *     more than the exit files: {@link #OUT_OF_MEMORY}, {@link #NODE_LOST}, {@link #TIME_LIMIT}, {@link #PREEMPTED},
 *     {@link #REQUEUED}, {@link #ENDED_OUTSIDE}, {@link #NOT_STARTED}
 * @param placement where it runs, if the engine chose the nodes itself; it can differ from the request
 */
public record LiveAttempt(
        AttemptId id, Phase phase, Optional<String> engineState, Optional<Placement> placement) {

    public static final String OUT_OF_MEMORY = "oom-killed";
    public static final String NODE_LOST = "node-lost";
    public static final String TIME_LIMIT = "time-limit";

    /** The engine's own scheduler preempted it for another job; its exit code is not its result. */
    public static final String PREEMPTED = "preempted";

    /** An operator had the engine start it again, which must not happen: it is started as a new attempt instead. */
    public static final String REQUEUED = "requeued";

    /** An operator ended it with the engine's own tools. */
    public static final String ENDED_OUTSIDE = "ended-outside";

    /** The engine assigned nodes, and they could not start it. */
    public static final String NOT_STARTED = "not-started";

    /** The phase of an attempt on the engine. */
    public enum Phase {
        /** The engine has accepted it and has not started it. */
        WAITING,
        /** At least one node of the gang has processes of it. */
        RUNNING,
        /** No process of it runs or will run. */
        GONE
    }

    public LiveAttempt(AttemptId id, Phase phase, Optional<String> word) {
        this(id, phase, word, Optional.empty());
    }

    public boolean gone() {
        return phase == Phase.GONE;
    }
}
