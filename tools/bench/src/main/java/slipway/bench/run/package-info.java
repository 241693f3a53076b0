/**
 * How workloads really run on this machine: how fast, at what cost, and whether they survive the server.
 *
 * <p>Words: a <em>chore</em> is a job of the crash test that writes down what it does; the <em>witness</em> is what all
 * of them wrote, the <em>story</em> what the journal tells of them, and the two must agree. <em>Stamps</em> are times
 * that jobs wrote themselves. Slurm is the peer, started from this machine's own packages where they are installed.
 *
 * <p>Front doors: {@link slipway.bench.run.TinyJobsBench}, {@link slipway.bench.run.SubmitBench},
 * {@link slipway.bench.run.PreemptBench}, {@link slipway.bench.run.SamplerBench},
 * {@link slipway.bench.run.MemoryBench}, {@link slipway.bench.run.CrashJobsBench}; on a Slurm cluster
 * {@link slipway.bench.run.SlurmJobsBench}, {@link slipway.bench.run.SlurmStartBench} and
 * {@link slipway.bench.run.SlurmCrashBench}. {@code JobsCrash} is used by a test as well.
 *
 * <p>Invariant: it is the packaged server that runs them, asked over HTTP as a user asks it.
 */
@NullMarked
package slipway.bench.run;

import org.jspecify.annotations.NullMarked;
