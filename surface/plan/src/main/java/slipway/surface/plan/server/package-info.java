/**
 * What answers the routes about plans: the same room that the command line asks, kept warm, with the nodes of this
 * cluster for what is owned; measurements, and what else is learnt from what runs here.
 *
 * <p>Words: the <em>desk</em> is where questions are answered, a few at a time, and the last answers kept.
 *
 * <p>Front doors: {@link slipway.surface.plan.server.BoundedPlanner} and the classes whose names end in {@code
 * Handlers}.
 *
 * <p>Invariant: asking changes nothing and reads no file that a visitor names; only what an admin asked to have
 * measured, or calibrated, changes plans for everybody.
 */
@NullMarked
package slipway.surface.plan.server;

import org.jspecify.annotations.NullMarked;
