/**
 * Computes the cost of a plan: offers of accelerators, other lines of the invoice, and the cheapest mix of terms.
 *
 * <p>Terms: an <em>offer</em> is one type of accelerator at one provider, on some <em>terms</em> (on demand, spot,
 * reserved, own); a <em>filter</em> is what a user accepts among offers; a <em>bill</em> is the cost of a plan, line by
 * line.
 *
 * <p>Entry point: {@link slipway.plan.money.Offers}.
 *
 * <p>Invariant: nothing is chosen because of a doubted price or one older than a year, unless its provider was named;
 * and every amount states the age of its price.
 */
@NullMarked
package slipway.plan.money;

import org.jspecify.annotations.NullMarked;
