/**
 * Tests of the pages in a real browser: layout, accessibility and behavior under faults.
 *
 * <p>Terms: a <em>user</em> has a separate browser context; a <em>display mode</em> is a screen size with a theme; a
 * <em>fault</em> is an error that a page does not show: an error on the console, a failed request, a violation of its
 * security policy.
 *
 * <p>Entry point: {@link slipway.server.browser.BrowserExtension} injects {@link slipway.server.browser.BrowserUsers};
 * {@link slipway.server.browser.AccessibilityCheck} and {@link slipway.server.browser.LayoutCheck} inspect a page;
 * {@link slipway.server.browser.Screenshots} saves it in {@code target/screenshots}.
 *
 * <p>Invariant: a test whose page had a fault that was not ignored fails.
 */
@NullMarked
package slipway.server.browser;

import org.jspecify.annotations.NullMarked;
