/**
 * The benchmarks: programs that measure one thing each and compare it with a limit or a peer measured in the same run.
 *
 * <p>What they are made of is in {@code slipway.bench.kit}; each subject has a package of its own beside it. Here
 * stands only the list of them.
 *
 * <p>Front door: {@link slipway.bench.BenchMain}.
 *
 * <p>Invariant: every bench is listed, and ends with one line of JSON or says why it could not measure.
 */
@NullMarked
package slipway.bench;

import org.jspecify.annotations.NullMarked;
