/**
 * The nouns every room shares. Base knows no room: a type belongs here only when at least two rooms use its word.
 *
 * <p>Words: <em>problem</em>, <em>code</em>, <em>actor</em>, <em>fact</em>, <em>estimate</em>, <em>usage</em>, and the
 * units money, bytes, GPU time.
 *
 * <p>It has no front door: these are values, checked where they are made and never changed afterwards.
 */
@NullMarked
package slipway.base;

import org.jspecify.annotations.NullMarked;
