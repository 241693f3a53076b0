/**
 * The engine of this machine: attempts are processes here.
 *
 * <p>Words: a <em>part</em> is what runs of an attempt on one node; the <em>root</em> of a part is the process of its
 * {@code launch.sh} or cradle, in a session of its own, and all others of the part are its <em>tree</em>, also those
 * that left the session or lost their parents; a <em>round</em> is one look at everything that runs. A process is known
 * by boot id, process id and start time, because process ids come round again.
 *
 * <p>Front door: {@link slipway.run.local.LocalEngine}. What it needs to find its attempts again stands in a small
 * folder, {@code .live}, beside them: one file for each that was not forgotten.
 *
 * <p>Where bubblewrap works, the job sees the machine read-only, with a /tmp, processes and devices of its own, and
 * neither the server's files nor other attempts. {@code launch.sh} stays outside, so that it can still write down how
 * the job ended. For a job of one process the {@link slipway.run.local.JobSupervisor} does all of that, in C, for
 * less than a
 * quarter of the cost; what of it stays outside cannot be looked into from inside.
 *
 * <p>Invariant: a signal goes to a process only after its start time was read again and it was seen to belong to the
 * attempt.
 */
@NullMarked
package slipway.run.local;

import org.jspecify.annotations.NullMarked;
