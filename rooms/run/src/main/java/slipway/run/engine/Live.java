package slipway.run.engine;

import java.util.Optional;

/**
 * What the engine knows of an attempt.
 *
 * @param word why it is gone, where the engine knows more than the exit files: {@link #OUT_OF_MEMORY},
 *     {@link #NODE_LOST}, {@link #TIME_LIMIT}
 */
public record Live(AttemptId id, Phase phase, Optional<String> word) {

    public static final String OUT_OF_MEMORY = "oom-killed";
    public static final String NODE_LOST = "node-lost";
    public static final String TIME_LIMIT = "time-limit";

    /** Whether anything of it is still there. */
    public enum Phase {
        /** At least one node of the gang has processes of it. */
        RUNNING,
        /** Nothing of it runs, or will. */
        GONE
    }

    public boolean gone() {
        return phase == Phase.GONE;
    }
}
