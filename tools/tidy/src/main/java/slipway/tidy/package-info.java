/**
 * The rules of the house as tests. Tidy reads every source, POM and text file of a checkout, without building it, and
 * says what breaks a rule, where, and what to do about it.
 *
 * <p>Words: a <em>house</em> is a checkout; a <em>rule</em> looks at the whole house; a <em>violation</em> is one place
 * that breaks one rule; an <em>excuse</em> is a line of {@code workshop/tidy/tidy.txt} that allows it, with its reason;
 * the <em>walls</em> are the table of which module may import which.
 *
 * <p>Front door: {@link slipway.tidy.Tidy}. {@link slipway.tidy.TidyMain} is the same thing as a program.
 *
 * <p>Invariant: every rule has a fixture that breaks it, and an excuse that excuses nothing is itself a violation, so
 * neither the rules nor the list of exceptions can rot unseen.
 */
@NullMarked
package slipway.tidy;

import org.jspecify.annotations.NullMarked;
