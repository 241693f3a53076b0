package slipway.journal;

/**
 * The result of a durable commit.
 *
 * @param seq number of its last event, or of the newest event before it if it has none
 * @param repeated the idempotency key was known: nothing was written, and the answer is that of the first request
 */
public record CommitResult(long seq, String answer, boolean repeated) {}
