/**
 * Reads a checkout into plain values that the rules look at: text files, POMs, and Java sources parsed by the JDK's own
 * compiler. It knows nothing about the rules.
 *
 * <p>Words: a <em>house</em> is a checkout; a <em>folder</em> is one of the four that hold modules; a
 * <em>source</em> is a parsed Java file; what is <em>found</em> in it remembers its way from the top, so that its line
 * and member can be told.
 *
 * <p>Front door: {@link slipway.tidy.checkout.Checkout}.
 *
 * <p>Invariant: nothing is built, resolved or changed. A house is read in the order of its paths, so the same checkout
 * gives the same house on every machine.
 */
@NullMarked
package slipway.tidy.checkout;

import org.jspecify.annotations.NullMarked;
