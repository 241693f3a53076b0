/**
 * The pages in a real browser: how they look, that everybody can use them, and what they do when things go wrong.
 *
 * <p>Words: a <em>visitor</em> is one person with a browser of their own; a <em>look</em> is the screen and the theme
 * they have; a <em>fault</em> is whatever a page does behind their back (an error on the console, a request that
 * failed, something its security policy forbids).
 *
 * <p>Front doors: {@link slipway.server.browser.Browsing} gives a test its {@link slipway.server.browser.Visitors};
 * {@link slipway.server.browser.Accessibility} and {@link slipway.server.browser.Layout} look at what a visitor sees;
 * {@link slipway.server.browser.Pictures} keeps it in {@code target/pictures}.
 *
 * <p>Invariant: a test whose page had a fault that was not pardoned fails.
 */
@NullMarked
package slipway.server.browser;

import org.jspecify.annotations.NullMarked;
