/**
 * The definition of a route: its method, path, access, request and answer. A slice declares its routes as values; the
 * server binds a handler to each and refuses to start if one is missing, the client calls them, and the OpenAPI
 * document and the reference describe them.
 *
 * <p>Terms: the <em>access</em> of a route states who may use it; a <em>path parameter</em> is a variable part of its
 * path; a <em>cursor</em> is the position at which the next page of a list begins.
 *
 * <p>Entry point: {@link slipway.surface.api.Route}.
 *
 * <p>Invariant: a route cannot be declared without its access.
 */
@NullMarked
package slipway.surface.api;

import org.jspecify.annotations.NullMarked;
