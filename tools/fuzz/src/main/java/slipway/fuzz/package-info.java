/**
 * Inputs that nobody would write, for every parser that reads from outside: requests and answers, cursors, queries,
 * problems, documents, streams, tokens, seals.
 *
 * <p>Words: a <em>target</em> is one parser and what must hold whatever it is given; the <em>corpus</em> is every input
 * that was worth keeping, above all each that once broke something. The normal build replays the corpus and some
 * thousand inputs drawn from seeds; {@link slipway.fuzz.FuzzMain} goes on for as long as it is told, guided by what
 * code
 * each input reaches.
 *
 * <p>Front door: {@link slipway.fuzz.Targets}.
 *
 * <p>Invariant: whatever comes from outside is understood or refused with a problem; nothing else is ever thrown.
 */
@NullMarked
package slipway.fuzz;

import org.jspecify.annotations.NullMarked;
