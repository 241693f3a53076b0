/**
 * Types and tools that all modules share. Base depends on no module: a type belongs here only when at least two
 * modules use its term.
 *
 * <p>Terms: <em>problem</em>, <em>code</em>, <em>actor</em>, <em>fact</em>, <em>estimate</em>, <em>usage</em>, and
 * the units money, bytes, GPU time.
 *
 * <p>It has no entry point: most types are immutable values, validated in their constructors. The tools are {@link
 * slipway.base.IdGenerator} for ids that sort by time, {@link slipway.base.Parallel} for structured concurrency,
 * {@link slipway.base.Retry} for retries with back-off, and {@link slipway.base.text.Format} for numbers, units
 * and times in texts.
 *
 * <p>Invariant: nothing here reads a clock, draws a random number or performs I/O by itself; the caller passes
 * these in.
 */
@NullMarked
package slipway.base;

import org.jspecify.annotations.NullMarked;
