package slipway.journal;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The position and health of a reader.
 *
 * @param behind number of events after its position, of any stream; 0 if it is retired
 */
public record ReaderState(
        String name, Set<JournalStream> streams, long cursor, long behind, Status status) {

    public ReaderState {
        streams = Set.copyOf(streams);
    }

    /** What a reader does at present. */
    public sealed interface Status {

        record Reading() implements Status {}

        /**
         * It tries again and again.
         *
         * @param event the event that it cannot apply; empty if something else fails
         */
        record Failing(Instant since, int tries, String reason, Optional<Long> event)
                implements Status {}

        /** No reader of this name runs in this server, but its cursor is stored. */
        record Absent(Instant since) implements Status {}

        /** It reads no more events, and none are kept for it. */
        record Retired(Instant since) implements Status {}
    }

    /** Why it makes no progress, if it fails. */
    public Optional<Status.Failing> failing() {
        return status instanceof Status.Failing failing ? Optional.of(failing) : Optional.empty();
    }
}
