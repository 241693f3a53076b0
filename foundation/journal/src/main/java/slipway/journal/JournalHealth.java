package slipway.journal;

import java.time.Instant;
import slipway.base.Problem;

/** Whether the journal can write. */
public sealed interface JournalHealth {

    record Writing() implements JournalHealth {}

    /** The last write failed; the next may not. */
    record Failing(Problem problem, Instant since) implements JournalHealth {}

    /** This server writes nothing more. */
    record Stopped(Problem problem, Instant since) implements JournalHealth {}
}
