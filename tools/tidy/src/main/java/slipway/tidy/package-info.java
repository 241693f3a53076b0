/**
 * The rules of the source as tests. Tidy reads every source, POM and text file of a checkout, without building it,
 * and reports each violation with its place and remedy.
 *
 * <p>Terms: a <em>rule</em> checks a whole checkout; a <em>violation</em> is one place that breaks one rule; an
 * <em>exemption</em> is a line of {@code tools/tidy/tidy.txt} that allows it, with its reason; the <em>import
 * table</em> lists which module may import which.
 *
 * <p>Entry point: {@link slipway.tidy.Tidy}. {@link slipway.tidy.TidyMain} is the same thing as a program.
 *
 * <p>Invariant: every rule has a fixture that breaks it, and an exemption without a violation is itself a violation,
 * so neither the rules nor the exemptions become stale.
 */
@NullMarked
package slipway.tidy;

import org.jspecify.annotations.NullMarked;
