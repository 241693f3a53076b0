/**
 * What a route is: its verb, its path, who may come through it, what is asked and what is answered.
 *
 * <p>Words: <em>route</em>, <em>access</em>, <em>path part</em> (an open part of a path), <em>cursor</em> (where the
 * next part of a list begins).
 *
 * <p>Front door: {@link slipway.surface.api.Route}.
 *
 * <p>Invariant: a route without its access cannot be declared.
 */
@NullMarked
package slipway.surface.api;

import org.jspecify.annotations.NullMarked;
