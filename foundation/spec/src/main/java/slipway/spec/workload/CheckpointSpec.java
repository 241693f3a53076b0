package slipway.spec.workload;

import java.time.Duration;
import java.util.Optional;

/**
 * How a workload saves its state, and how it is asked to.
 *
 * @param directory checkpoint directory as written; empty: the attempt's
 * @param every interval; empty: only on a stop request
 * @param notice time to save before a stop; empty: the cluster's policy
 */
public record CheckpointSpec(
        Optional<String> directory,
        Optional<Duration> every,
        Signal signal,
        Optional<Duration> notice) {

    /** Signal to the worker processes when they must save. */
    public enum Signal {
        NONE,
        USR1,
        USR2,
        TERM,
        INT,
        HUP
    }
}
