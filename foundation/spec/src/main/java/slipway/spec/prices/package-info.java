/**
 * What an hour of an accelerator costs, as the owner of a cluster writes it down: the block {@code prices:}.
 *
 * <p>Words: a <em>price list</em> is a currency with a price for each type of accelerator; a processor's hour has its
 * price too, under the type {@code cpu}.
 *
 * <p>Front door: {@link slipway.spec.prices.PriceList}. Its one key can stand in a larger document beside others; who
 * looks prices up hands the list to the catalog.
 *
 * <p>Invariant: amounts are exact to a millionth and never negative. What has no price is not in the list, so that it
 * is not taken to be free of charge.
 */
@NullMarked
package slipway.spec.prices;

import org.jspecify.annotations.NullMarked;
