/**
 * How requests come in over HTTP: one door for all of them, which checks whom it lets in and turns every problem into
 * an answer.
 *
 * <p>Words: a <em>door</em> is the listening server with its rules; <em>routes</em> are what a room offers behind it.
 * Each room's routes stand in a package of their own below this one.
 *
 * <p>Front door: {@link slipway.surface.web.http.HttpServer}.
 *
 * <p>Invariant: a route that is not declared public answers nobody without a valid token.
 */
@NullMarked
package slipway.surface.web.http;

import org.jspecify.annotations.NullMarked;
