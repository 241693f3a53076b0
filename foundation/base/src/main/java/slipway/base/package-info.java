/**
 * The nouns every room shares. Base knows no room: a type belongs here only when at least two rooms use its word.
 *
 * <p>Words: <em>problem</em>, <em>code</em>, <em>actor</em>, <em>fact</em>, <em>estimate</em>, <em>usage</em>, and
 * the units money, bytes, GPU time.
 *
 * <p>It has no front door: these are values, checked where they are made and never changed afterwards. Beside them
 * stand the few tools that every room needs: {@link slipway.base.IdGenerator} for ids that sort by time,
 * {@link slipway.base.Parallel} for several things at once, {@link slipway.base.Retry} for what may work the next
 * time, and {@link slipway.base.text.Format} for the way numbers, units and times read for people.
 *
 * <p>Its invariant: nothing here reads a clock, draws a random number or touches the outside by itself; whoever uses
 * it passes these in.
 */
@NullMarked
package slipway.base;

import org.jspecify.annotations.NullMarked;
