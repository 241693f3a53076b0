/**
 * The server's settings: what may be set, where it was set, and what holds.
 *
 * <p>Words: a <em>setting</em> is one thing that can be set; a <em>source</em> is where it can be: the default,
 * {@code slipway.yaml}, the environment, a flag, each winning over those before it.
 *
 * <p>Front door: {@link slipway.server.config.Config}. Settings are declared once, in {@link
 * slipway.server.config.Settings}; variables, flags, schema and reference follow from that.
 *
 * <p>Invariant: a configuration exists only when no source has a mistake, not even in a value that another source
 * overrides.
 */
@NullMarked
package slipway.server.config;

import org.jspecify.annotations.NullMarked;
