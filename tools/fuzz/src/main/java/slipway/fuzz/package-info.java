/**
 * Unexpected inputs for every parser that reads external data: requests and answers, cursors, queries, problems,
 * documents, streams, tokens, seals.
 *
 * <p>Terms: a <em>target</em> is one parser and the properties that hold for every input; the <em>corpus</em> holds
 * every input worth keeping, above all those that once failed. The normal build replays the corpus and some thousand
 * inputs drawn from seeds; {@link slipway.fuzz.FuzzMain} searches for a given time, guided by code coverage.
 *
 * <p>Entry point: {@link slipway.fuzz.Targets}.
 *
 * <p>Invariant: every external input is accepted or refused with a problem; no other exception is thrown.
 */
@NullMarked
package slipway.fuzz;

import org.jspecify.annotations.NullMarked;
