package slipway.journal;

import java.time.Instant;
import java.util.Optional;

/**
 * The position and health of a reader.
 *
 * @param behind number of events it has not applied yet
 * @param stuck since when and why it makes no progress; empty for a healthy reader
 */
public record ReaderState(String name, long cursor, long behind, Optional<Stuck> stuck) {

    public record Stuck(Instant since, int tries, String reason) {}
}
