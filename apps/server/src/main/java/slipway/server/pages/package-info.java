/**
 * Pages that combine several slices or describe the server itself: home, settings, about.
 *
 * <p>Terms: <em>wasted</em> capacity is held idle, out of service, or was used by a failed workload.
 *
 * <p>Entry points: {@link slipway.server.pages.HomePages}, {@link slipway.server.pages.SettingsPages}, {@link
 * slipway.server.pages.AboutPages}.
 *
 * <p>Invariant: pages show counted and measured values only.
 */
@NullMarked
package slipway.server.pages;

import org.jspecify.annotations.NullMarked;
