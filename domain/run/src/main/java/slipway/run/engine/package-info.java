/**
 * The port to the engines that execute attempts: the local machine, Slurm, Kubernetes.
 *
 * <p>Terms: an {@link slipway.run.engine.AttemptId} names one attempt at running a workload; a {@link
 * slipway.run.engine.Launch} says where it may run and how much it may take; a {@link
 * slipway.run.engine.DiscoveredNode} is a node with its accelerators as the engine discovered them; a {@link
 * slipway.run.engine.LiveAttempt} is what the engine knows of an attempt, and a {@link
 * slipway.run.engine.UsageSample} is its resource usage so far.
 *
 * <p>Entry point: {@link slipway.run.engine.Engine}. One contract suite runs against every engine.
 *
 * <p>Invariant: an attempt id is launched at most once, whatever became of the answer.
 */
@NullMarked
package slipway.run.engine;

import org.jspecify.annotations.NullMarked;
