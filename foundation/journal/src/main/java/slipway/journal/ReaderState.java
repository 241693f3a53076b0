package slipway.journal;

import java.time.Instant;
import java.util.Optional;

/**
 * How far a reader is.
 *
 * @param behind events it has not yet taken
 * @param stuck since when and why it makes no progress; empty when all is well
 */
public record ReaderState(String name, long cursor, long behind, Optional<Stuck> stuck) {

    public record Stuck(Instant since, int tries, String reason) {}
}
