/**
 * A real browser, for tests of pages and for the bench that times one. Never shipped.
 *
 * <p>Terms: a <em>browser</em> is one Chromium process; each person in a test gets a <em>context</em> of it, with
 * cookies of their own.
 *
 * <p>Entry point: {@link slipway.testkit.browser.Chromium}.
 *
 * <p>Invariant: nothing is downloaded; the browser is the one that the machine has.
 */
@NullMarked
package slipway.testkit.browser;

import org.jspecify.annotations.NullMarked;
