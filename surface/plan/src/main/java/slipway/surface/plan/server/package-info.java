/**
 * The handlers and pages about plans: plans with the nodes of this cluster, measurements of nodes, pilots, and the
 * accuracy and calibration of estimates.
 *
 * <p>Terms: a <em>reply</em> is the part of the plan page that answers a form.
 *
 * <p>Entry points: the classes whose names end in {@code Handlers} bind the routes of the API, those in {@code Pages}
 * the pages. {@link slipway.plan.BoundedPlanner} makes their plans.
 *
 * <p>Invariant: a request for a plan changes nothing and reads no file that a user names. Only measurements and
 * calibrations, which need a permission, change the plans of others.
 */
@NullMarked
package slipway.surface.plan.server;

import org.jspecify.annotations.NullMarked;
