/**
 * The engine of a Slurm cluster: each attempt is a Slurm job, and the engine uses only Slurm's command-line programs.
 *
 * <p>Terms: a job has Slurm's <em>number</em>, and the id of its attempt as its name. A job is <em>unsure</em> if the
 * reply to its submission was lost. It is <em>withdrawn</em> if the engine gave it up; it cannot start any more. A
 * <em>foreign</em> job was not submitted by Slipway. The <em>sandbox</em> of a job is created by its node, which shows
 * whether it works there.
 *
 * <p>Entry point: {@link slipway.run.slurm.SlurmEngine}. The records by which it finds its jobs again, and the scripts
 * that run on the nodes, are in the folder {@code .slurm} beside the attempts.
 *
 * <p>On each node {@code node.sh} runs the attempt's {@code launch.sh} and exits with its code. When one node of a gang
 * fails, {@code srun} would kill the others at once, before they could record their exit codes. So the nodes watch each
 * other's exit files and end by themselves, which also works without a server.
 *
 * <p>Invariant: a submission is recorded before it is sent, and one with a lost reply is looked up by its name, so an
 * attempt never has two jobs. A query without a reply changes nothing: an attempt is gone only when Slurm reports a
 * final state or no longer knows the job.
 */
@NullMarked
package slipway.run.slurm;

import org.jspecify.annotations.NullMarked;
