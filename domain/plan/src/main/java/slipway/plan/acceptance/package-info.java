/**
 * What machines deliver, against what their papers say: the acceptance test of a machine, a cluster or a provider.
 *
 * <p>Words: a <em>measurement</em> is what the test found on one node, on some day; a <em>figure</em> is one rate or
 * time of it, in <em>rounds</em>, so that its <em>course</em> shows whether a machine gets slower when it is warm, or
 * has neighbours; the <em>paper</em> is what the catalog says of the same thing. A measurement of a machine that was
 * <em>busy</em> is kept and not used.
 *
 * <p>Front door: {@link slipway.plan.acceptance.AcceptanceTest}; what the planner takes from it all is
 * {@link slipway.plan.acceptance.Measurements}.
 *
 * <p>Invariant: nothing that was measured beside somebody else's work changes a plan.
 */
@NullMarked
package slipway.plan.acceptance;

import org.jspecify.annotations.NullMarked;
