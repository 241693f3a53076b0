package slipway.run.lifecycle;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import slipway.schedule.snapshot.Placement;

/** Where a workload stands. Each state carries only what is true in it. */
public sealed interface WorkloadState {

    Instant since();

    /** Accepted; it waits for others that it needs, or for its turn in its array. */
    record Submitted(Instant since) implements WorkloadState {}

    /**
     * It waits for a place.
     *
     * @param notBefore the pause after a failure
     * @param because why it waits again; empty the first time
     */
    record Queued(Instant since, Optional<Instant> notBefore, String because)
            implements WorkloadState {}

    /** It has a place, and its attempt is being started there. */
    record Starting(Placement placement, Instant since) implements WorkloadState {}

    record Running(Placement placement, Instant since) implements WorkloadState {}

    /** It was told to stop and still runs. */
    record Stopping(Placement placement, Instant since, Stop stop) implements WorkloadState {}

    /**
     * @param deadline it has stopped then, or is made to
     * @param target where it goes on; only for a move
     */
    record Stop(AfterStop then, Instant deadline, String because, Optional<Placement> target) {}

    /** What follows when it has stopped. */
    enum AfterStop {
        QUEUE,
        MOVE,
        CANCEL,
        /** It did nothing with what it held. It may save, and is not tried again. */
        REST,
        /** It has shown what it was to show. */
        DONE,
        /** It ran longer than it may, or shows nothing. */
        FAIL,
        /** The attempt has failed; whether there is another is up to its spec. */
        RETRY
    }

    /**
     * @param exitCode empty if it never ran to an end
     * @param because in words
     */
    record Ended(Outcome outcome, Optional<Integer> exitCode, String because, Instant since)
            implements WorkloadState {}

    /** How it ended. */
    enum Outcome {
        SUCCEEDED,
        FAILED,
        CANCELLED;

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** As in "it has failed". */
        String clause() {
            return this == CANCELLED ? "was cancelled" : "has " + label();
        }
    }

    /** Where it runs or is about to. */
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

    /** As people read it. */
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
