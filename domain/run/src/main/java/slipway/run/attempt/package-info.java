/**
 * The attempt directory: everything an engine needs to run an attempt, and everything the attempt leaves.
 *
 * <p>Words: an {@link slipway.run.attempt.Attempt} is what is to be run; its directory holds {@code launch.sh}, which
 * an engine executes on every node of the gang and which is the same for every attempt and engine. Files of a node
 * are named by its rank: {@code log/0}, {@code exit/0}, {@code usage/0}, {@code claim/0}.
 *
 * <p>Front door: {@link slipway.run.attempt.AttemptDirectory}.
 *
 * <p>Logs are bounded by {@code launch.sh} itself. The job writes into a pipe, and {@code dd} on its other end writes
 * it at once, in pieces of which the first and the last two stay; after each piece it rests a second, which holds back
 * a job that prints faster than that. It was weighed against rotation by the server (nobody rotates while the
 * server is down, and a job fills a disk in seconds) and {@code ulimit -f} (it would bind checkpoints too, and kill).
 * It costs one small process for each node, and survives whatever happens to the server. An engine that can make
 * the pipe itself has the kernel say when something is in it: then only a job that prints costs that process.
 *
 * <p>Whatever a job does not need is not started: on a machine with two processors each program that
 * {@code launch.sh} executes is a tenth of what a small job costs in all.
 *
 * <p>Nothing here is forced to the disk. A directory that a power failure tore was never claimed by a process that
 * lives, so it is written anew; what ran is over with the machine.
 *
 * <p>Invariant: a directory appears complete, by a rename, and a claimed one is never written again.
 */
@NullMarked
package slipway.run.attempt;

import org.jspecify.annotations.NullMarked;
