/**
 * The configuration of the server: its settings, their sources and the effective values.
 *
 * <p>Terms: a <em>source</em> provides values: the defaults, {@code slipway.yaml}, the environment, the flags; each
 * overrides those before it.
 *
 * <p>Entry point: {@link slipway.server.config.Config}. {@link slipway.server.config.Settings} declares each setting
 * once; variables, flags, schema and reference are derived from it.
 *
 * <p>Invariant: a {@code Config} exists only if no source has a mistake, not even in an overridden value.
 */
@NullMarked
package slipway.server.config;

import org.jspecify.annotations.NullMarked;
