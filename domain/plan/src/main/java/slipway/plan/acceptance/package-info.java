/**
 * The acceptance test of a machine, a cluster or a provider: measured figures against the catalog's.
 *
 * <p>Terms: a <em>measurement</em> is the result of the test on one node and day; a <em>figure</em> is one rate or time
 * of it, in <em>rounds</em>, whose <em>trend</em> shows throttling or noisy neighbors; the <em>data sheet</em> is the
 * catalog's figure. A measurement of a <em>busy</em> machine is stored and not used.
 *
 * <p>Entry point: {@link slipway.plan.acceptance.AcceptanceTest}; {@link slipway.plan.acceptance.Measurements} is what
 * the planner uses.
 *
 * <p>Invariant: a measurement taken beside other load never changes a plan.
 */
@NullMarked
package slipway.plan.acceptance;

import org.jspecify.annotations.NullMarked;
