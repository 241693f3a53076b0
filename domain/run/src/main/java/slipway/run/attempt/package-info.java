/**
 * The attempt directory: everything an engine needs to run an attempt, and every result of it.
 *
 * <p>Terms: an {@link slipway.run.attempt.Attempt} describes one run of a workload. Its directory contains
 * {@code launch.sh}, which an engine executes on every node of the gang; it is the same for every attempt and engine.
 * The files of a node are named by its rank: {@code log/0}, {@code exit/0}, {@code usage/0}, {@code claim/0}. The
 * <em>claim</em> is created by exactly one process, which then runs the attempt on its node.
 *
 * <p>Entry point: {@link slipway.run.attempt.AttemptDirectory}.
 *
 * <p>{@code launch.sh} bounds the log. The job writes to a pipe, and {@code dd} at the other end writes the log in
 * pieces, of which the first and the last two stay. A pause of a second after each piece throttles a job that prints
 * faster. Two alternatives were rejected: rotation by the server, because a job can fill a disk in seconds while the
 * server is down; and {@code ulimit -f}, because it also limits checkpoints and kills the job. The solution costs one
 * small process for each node and works without the server. The job supervisor does the same without {@code dd}.
 *
 * <p>{@code launch.sh} starts no program that a job does not need: on a machine with two processors each program is a
 * tenth of the total cost of a small job.
 *
 * <p>Nothing here is synced to disk. A directory that a power failure truncated has no living process that claimed it,
 * so it is written again; its job ended with the machine.
 *
 * <p>Invariant: a directory appears complete, by a rename, and a claimed one is never written again.
 */
@NullMarked
package slipway.run.attempt;

import org.jspecify.annotations.NullMarked;
