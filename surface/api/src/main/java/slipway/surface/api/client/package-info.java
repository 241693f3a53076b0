/**
 * The one way in, as data. Every route is declared here once: its verb and path, who may come through it, what is sent
 * and what is answered. The server binds a handler to each and refuses to start if one is missing; the client calls
 * them; the OpenAPI document and the reference describe them. A room adds its routes in a package of its own below this
 * one.
 *
 * <p>Words: a <em>route</em> is one way in; its <em>access</em> says who may come through; a <em>form</em> is how a
 * record looks as JSON; a <em>page</em> is a part of a list and a <em>cursor</em> says where the next begins; a
 * <em>context</em> is a server and how to sign in there.
 *
 * <p>Front doors: {@link slipway.surface.api.Route} to declare, {@link slipway.cli.AllRoutes} for all of them, {@link
 * slipway.surface.api.client.ApiClient} to call them.
 *
 * <p>Invariant: no route exists without its access, and none is served that is not declared here.
 */
@NullMarked
package slipway.surface.api.client;

import org.jspecify.annotations.NullMarked;
