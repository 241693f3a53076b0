/**
 * The routes of plans, measurements and pilots. Requests have the options of the commands as fields; an answer is the
 * JSON that the command prints, with every estimate as value, low and high.
 *
 * <p>Terms: a <em>question</em> is a request for a plan as a client sends it, before its values are parsed.
 *
 * <p>Entry points: {@link slipway.surface.plan.api.PlanRoutes}, {@link slipway.surface.plan.api.MeasurementRoutes} and
 * {@link slipway.surface.plan.api.PilotRoutes}.
 *
 * <p>Invariant: every signed-in user may plan, because that changes nothing; measurements, which change the plans of
 * all users, need a permission.
 */
@NullMarked
package slipway.surface.plan.api;

import org.jspecify.annotations.NullMarked;
