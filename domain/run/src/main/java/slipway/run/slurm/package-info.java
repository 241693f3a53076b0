/**
 * The engine of a Slurm cluster: attempts are jobs there, and Slurm's command-line programs are all that is used of it.
 *
 * <p>Words: a job has Slurm's <em>number</em>, and as its name the id of its attempt; a job is <em>unsure</em> when
 * Slurm was asked to take it and did not answer; it is <em>withdrawn</em> when it was given up and may not begin any
 * more; to <em>strike</em> is to send a signal on each node of a job; a <em>foreign</em> job is anybody else's; the
 * <em>box</em> is the sandbox that a node makes for a job, and finds out by that whether it works there.
 *
 * <p>Front door: {@link slipway.run.slurm.SlurmEngine}. What it needs to find its jobs again, and the scripts that run
 * on the nodes, stand in a small folder, {@code .slurm}, beside the attempts.
 *
 * <p>On each node {@code node.sh} runs the attempt's {@code launch.sh} and ends as that did. {@code srun} would end a
 * gang of which one node failed, but by force and at once, and then nobody could write down how it ended; so the nodes
 * watch each other's exit files, which needs no server either.
 *
 * <p>Invariant: what is about to be submitted is written down before, and what was perhaps submitted is looked up by
 * its name, so that no answer that was lost makes two jobs of one attempt. A question that Slurm does not answer
 * changes nothing: only Slurm's own word, or its not knowing the job any more, makes an attempt gone.
 */
@NullMarked
package slipway.run.slurm;

import org.jspecify.annotations.NullMarked;
