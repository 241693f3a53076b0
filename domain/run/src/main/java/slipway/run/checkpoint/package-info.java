/**
 * Finds the checkpoints that jobs save, and decides which of them are verified.
 *
 * <p>Terms: a checkpoint is <em>verified</em> if it is complete as far as its files show; it is <em>settled</em> if
 * none of them has changed for a moment.
 *
 * <p>Entry point: {@link slipway.run.checkpoint.CheckpointScanner}.
 *
 * <p>Invariant: an attempt resumes only from a verified checkpoint, and never from another workload's attempt
 * directory.
 */
@NullMarked
package slipway.run.checkpoint;

import org.jspecify.annotations.NullMarked;
