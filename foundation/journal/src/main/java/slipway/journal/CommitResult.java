package slipway.journal;

/**
 * What the journal says once a commit is durable.
 *
 * @param seq of its last event, or of the newest event before it where it has none
 * @param repeated the key was known: nothing was written now, the answer is the first one's
 */
public record CommitResult(long seq, String answer, boolean repeated) {}
