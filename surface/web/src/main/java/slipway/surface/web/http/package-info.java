/**
 * The HTTP server: one pipeline for all requests, which authenticates, authorizes and decodes them, and answers every
 * problem.
 *
 * <p>Terms: a <em>route handler</em> is a route with the function that answers it; the <em>caller</em> is the principal
 * of a request and how it was identified; a <em>stream</em> is an endless answer of server-sent events.
 *
 * <p>Entry point: {@link slipway.surface.web.http.HttpServer}.
 *
 * <p>Invariant: a route that is not declared public answers only requests with a valid token or session.
 */
@NullMarked
package slipway.surface.web.http;

import org.jspecify.annotations.NullMarked;
