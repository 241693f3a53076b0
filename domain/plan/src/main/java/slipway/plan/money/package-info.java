/**
 * What a plan costs: from whom accelerators can be had for how much, what else stands on the invoice, and which mixture
 * of terms costs least.
 *
 * <p>Words: an <em>offer</em> is one type of accelerator at one provider, on some <em>terms</em>; a <em>choice</em> is
 * what a person allows among offers; a <em>bill</em> is what a plan costs, line by line.
 *
 * <p>Front door: {@link slipway.plan.money.Offers}.
 *
 * <p>Invariant: nothing is chosen because of a price that is doubted, or older than a year unless its provider was
 * named; and every amount says how old its price is.
 */
@NullMarked
package slipway.plan.money;

import org.jspecify.annotations.NullMarked;
