/**
 * Replays a trace through the real scheduler: what would have happened, and what would happen on other machines.
 *
 * <p>Words: a <em>study</em> is what somebody wants to know; a <em>scenario</em> is jobs and the ground they run on; a
 * <em>replay</em> plays one scenario through; a <em>course</em> is how one job fares in it; the <em>floor</em> is the
 * nodes and who is on them; the <em>agenda</em> is what will happen; a <em>result</em> is what came of it.
 *
 * <p>Front door: {@link slipway.simulate.Simulation}.
 *
 * <p>Invariant: every decision is the scheduler's own, made without knowing how long a job really takes; and the same
 * study with the same seed gives the same result.
 */
@NullMarked
package slipway.simulate;

import org.jspecify.annotations.NullMarked;
