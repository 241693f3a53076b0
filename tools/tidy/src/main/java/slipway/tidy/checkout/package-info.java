/**
 * Reads a checkout into plain values that the rules look at: text files, POMs, and Java sources parsed by the JDK's
 * own compiler. It knows nothing about the rules.
 *
 * <p>Terms: a <em>folder</em> is one of the five that hold modules; a <em>source</em> is a parsed Java file; a
 * <em>tree match</em> is a tree in it with the path from the top, which gives its line and member.
 *
 * <p>Entry point: {@link slipway.tidy.checkout.Checkout}.
 *
 * <p>Invariant: nothing is built, resolved or changed. Files are read in the order of their paths, so the same
 * checkout gives the same result on every machine.
 */
@NullMarked
package slipway.tidy.checkout;

import org.jspecify.annotations.NullMarked;
