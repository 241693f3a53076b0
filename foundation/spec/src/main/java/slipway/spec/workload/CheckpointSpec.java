package slipway.spec.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * That a workload saves its state, and how it is asked to.
 *
 * @param directory where it saves, as written; left out, the attempt's own
 * @param every how often; left out, only when it is told to stop
 * @param notice how long it is given to save before it is stopped; left out, what the cluster's policy says
 */
public record CheckpointSpec(
        Optional<String> directory,
        Optional<Duration> every,
        Signal signal,
        Optional<Duration> notice) {

    public static final CheckpointSpec ON_REQUEST =
            new CheckpointSpec(Optional.empty(), Optional.empty(), Signal.NONE, Optional.empty());

    /** What the worker processes get when it is time to save. */
    public enum Signal {
        NONE,
        USR1,
        USR2,
        TERM,
        INT,
        HUP
    }
}
