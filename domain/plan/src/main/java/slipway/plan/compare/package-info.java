/**
 * Compares providers for accelerators of one type by the facts of the catalog.
 *
 * <p>Terms: a <em>criterion</em> is one property that matters, with a <em>weight</em>; its <em>score</em> is from 0 to
 * 10 on a documented scale; a <em>fact</em> comes from the catalog or from a measurement.
 *
 * <p>Entry point: {@link slipway.plan.compare.ProviderComparator}.
 *
 * <p>Invariant: an unknown fact scores the middle of the scale with the whole scale as interval, not zero.
 */
@NullMarked
package slipway.plan.compare;

import org.jspecify.annotations.NullMarked;
