/**
 * Routes about plans: what a training, a fine-tuning or a service would take, what was measured, tried and learnt, and
 * what follows from it. Questions have the words of the command line, answers are what {@code --json} prints there,
 * with every estimate as value, low and high.
 *
 * <p>Words: a <em>question</em> is what a client asks, a wish that was not read yet.
 *
 * <p>Front doors: the classes whose names end in {@code Routes}, each a list of its own.
 *
 * <p>Invariant: what only reckons is for every visitor; what changes plans for everybody needs a permission.
 */
@NullMarked
package slipway.surface.plan.api;

import org.jspecify.annotations.NullMarked;
