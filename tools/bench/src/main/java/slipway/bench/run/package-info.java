/**
 * Real workloads on this machine: their rate, their overhead, and whether they survive the server.
 *
 * <p>Terms: a <em>crash test job</em> writes lines about its runs; the <em>job output</em> holds all these lines, the
 * <em>journal history</em> the events of the journal, and the two must agree. <em>Timestamp files</em> hold times
 * that jobs wrote. Slurm is the peer, started from this machine's own packages where they are installed.
 *
 * <p>Entry points: {@link slipway.bench.run.TinyJobsBench}, {@link slipway.bench.run.SubmitBench}, {@link
 * slipway.bench.run.PreemptBench}, {@link slipway.bench.run.SamplerBench}, {@link slipway.bench.run.MemoryBench},
 * {@link slipway.bench.run.CrashJobsBench}; on a Slurm cluster {@link slipway.bench.run.SlurmJobsBench}, {@link
 * slipway.bench.run.SlurmStartBench} and {@link slipway.bench.run.SlurmCrashBench}. A test uses {@code JobsCrashRun}
 * as well.
 *
 * <p>Invariant: the packaged server runs them, and the benches call it over HTTP like a user.
 */
@NullMarked
package slipway.bench.run;

import org.jspecify.annotations.NullMarked;
