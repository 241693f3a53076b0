/**
 * The port to whatever executes attempts: this machine, Slurm, Kubernetes.
 *
 * <p>Words: an {@link slipway.run.engine.AttemptId} names one try at running a workload; a
 * {@link slipway.run.engine.Launch} says where it may run and how much it may take; a
 * {@link slipway.run.engine.DiscoveredNode} is a node with its accelerators as the engine discovered them; a
 * {@link slipway.run.engine.LiveAttempt} is what the engine knows of an attempt, and a {@link
 * slipway.run.engine.UsageSample} is
 * what the attempt took of the machine so far.
 *
 * <p>Front door: {@link slipway.run.engine.Engine}. One contract suite runs against every engine.
 *
 * <p>Invariant: what was launched once under an attempt's id is never launched a second time, whatever became of the
 * answer.
 */
@NullMarked
package slipway.run.engine;

import org.jspecify.annotations.NullMarked;
