package slipway.run.lifecycle;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import slipway.schedule.snapshot.Placement;

/** The state of a workload. Each state carries only what is true in it. */
public sealed interface WorkloadState {

    Instant since();

    /** Accepted; it waits for workloads that it needs, or for the limit of its array. */
    record Submitted(Instant since) implements WorkloadState {}

    /**
     * It waits for a placement.
     *
     * @param notBefore the end of the pause after a failure
     * @param because why it is queued again; empty the first time
     */
    record Queued(Instant since, Optional<Instant> notBefore, String because)
            implements WorkloadState {}

    /** It has a placement, and its attempt is being started there. */
    record Starting(Placement placement, Instant since) implements WorkloadState {}

    record Running(Placement placement, Instant since) implements WorkloadState {}

    /** It was asked to stop and still runs. */
    record Stopping(Placement placement, Instant since, Stop stop) implements WorkloadState {}

    /**
     * @param deadline it is killed then
     * @param target where it continues; only for a move
     */
    record Stop(AfterStop then, Instant deadline, String because, Optional<Placement> target) {}

    /** What follows the stop. The names are stored. */
    enum AfterStop {
        QUEUE,
        MOVE,
        CANCEL,
        /** It was idle. It may save, and is not retried. */
        REST,
        /** A pilot that has done its steps. */
        DONE,
        /** A pilot that makes no progress. */
        FAIL,
        /** The attempt has failed; its spec decides whether it is retried. */
        RETRY
    }

    /**
     * @param exitCode empty if it never ran to an end
     * @param because the reason in sentences
     */
    record Ended(Outcome outcome, Optional<Integer> exitCode, String because, Instant since)
            implements WorkloadState {}

    enum Outcome {
        SUCCEEDED,
        FAILED,
        CANCELLED;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** A clause, as in "it has failed". */
        String clause() {
            return this == CANCELLED ? "was cancelled" : "has " + label();
        }
    }

    /** Where it runs or is about to run. */
    default Optional<Placement> currentPlacement() {
        return switch (this) {
            case Starting(var place, _) -> Optional.of(place);
            case Running(var place, _) -> Optional.of(place);
            case Stopping(var place, _, _) -> Optional.of(place);
            case Submitted _, Queued _, Ended _ -> Optional.empty();
        };
    }

    default boolean ended() {
        return this instanceof Ended;
    }

    /** The name that users see. */
    default String label() {
        return switch (this) {
            case Submitted _ -> "submitted";
            case Queued _ -> "queued";
            case Starting _ -> "starting";
            case Running _ -> "running";
            case Stopping(_, _, var stop) ->
                    switch (stop.then()) {
                        case QUEUE, MOVE -> "preempting";
                        case CANCEL, REST, DONE, FAIL, RETRY -> "stopping";
                    };
            case Ended(var outcome, _, _, _) -> outcome.label();
        };
    }
}
