/**
 * The pages people look at, and the shell around them. Pages are made on the server from templates that are compiled
 * with the product; a small script makes parts of them live.
 *
 * <p>Words: a <em>page</em> is a route that answers with a template; the <em>frame</em> is what the shell shows around
 * it; a <em>view</em> is what a page shows, a value made by a pure function; an <em>island</em> is a part of a page
 * that is fetched again when something of its <em>topic</em> has happened; a <em>finder</em> is a room's part in the
 * search over everything; an <em>asset</em> is a file that pages load.
 *
 * <p>To add a page: a package with its view and a class that declares the {@link slipway.surface.web.page.PageRoute},
 * a template
 * of the same name, and one line in the platform. To make it findable: a {@link slipway.surface.web.page.Finder}.
 *
 * <p>Front door: {@link slipway.surface.web.page.WebPages}.
 *
 * <p>Invariant: a page changes nothing. What is changed goes through the API, with the same checks for everybody.
 */
@NullMarked
package slipway.surface.web.page;

import org.jspecify.annotations.NullMarked;
