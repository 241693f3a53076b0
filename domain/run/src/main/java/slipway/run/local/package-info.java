/**
 * The engine of this machine: each attempt is a set of local processes.
 *
 * <p>Terms: a <em>node task</em> is everything that runs of an attempt on one node. Its <em>root</em> is the process of
 * {@code launch.sh} or of the job supervisor, in a separate session. All other processes of the task form its
 * <em>tree</em>, including those that left the session or lost their parents. A process is identified by boot id,
 * process id and start time, because process ids are reused.
 *
 * <p>Entry point: {@link slipway.run.local.LocalEngine}. It finds its attempts again by the launch records in the
 * folder {@code .live} beside them, one file for each attempt that is not forgotten.
 *
 * <p>Where bubblewrap works, a job sees the machine read-only, has a private /tmp, private processes and devices, and
 * sees neither the server's files nor other attempts. {@code launch.sh} stays outside the sandbox to record the exit
 * code. For a job of one process the {@link slipway.run.local.JobSupervisor} does all of this, in C, at less than a
 * quarter of the cost; the job cannot inspect the processes outside its sandbox.
 *
 * <p>Invariant: a signal goes to a process only after its start time was read again and its attempt is known.
 */
@NullMarked
package slipway.run.local;

import org.jspecify.annotations.NullMarked;
