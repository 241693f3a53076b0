/**
 * The web pages and the shell around them. Pages are rendered on the server from precompiled templates; a small script
 * makes parts of them live.
 *
 * <p>Terms: a <em>page</em> is a route that answers with a template; the <em>shell</em> surrounds it with navigation; a
 * <em>view</em> is the content of a page, a value made by a pure function; a <em>finder</em> is a slice's part of the
 * global search; an <em>asset</em> is a file that pages load.
 *
 * <p>To add a page, write a view, a class that declares the {@link slipway.surface.web.page.PageRoute}, a template of
 * the same name, and one line in the platform. To make objects findable, implement {@link
 * slipway.surface.web.page.Finder}.
 *
 * <p>Entry point: {@link slipway.surface.web.page.WebPages}.
 *
 * <p>Invariant: a page changes nothing. Every change is an API call with the same checks as for any client.
 */
@NullMarked
package slipway.surface.web.page;

import org.jspecify.annotations.NullMarked;
