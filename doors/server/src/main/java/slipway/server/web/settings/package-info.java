/**
 * How the server is set up: every setting, what it is, and where that comes from.
 *
 * <p>Words: those of {@link slipway.server.config} and {@link slipway.server.web}.
 *
 * <p>Front door: {@link slipway.server.web.settings.SettingsPages}.
 *
 * <p>Invariant: no secret stands here, only the file that holds it.
 */
@NullMarked
package slipway.server.web.settings;

import org.jspecify.annotations.NullMarked;
