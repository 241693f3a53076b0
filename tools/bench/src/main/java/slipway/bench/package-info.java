/**
 * The benchmarks: programs that measure one thing each and compare it with a limit or a peer measured in the same
 * run.
 *
 * <p>Their building blocks are in {@code slipway.bench.kit}; each subject has its own package. This package only
 * lists them.
 *
 * <p>Entry point: {@link slipway.bench.BenchMain}.
 *
 * <p>Invariant: every bench is listed, and ends with one line of JSON or with the reason why it could not measure.
 */
@NullMarked
package slipway.bench;

import org.jspecify.annotations.NullMarked;
