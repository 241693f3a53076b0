/**
 * Health endpoints of the server: whether its process is alive and whether it can write to the journal; and the readers
 * of the journal. A supervisor
 * polls {@code /healthz}, a load balancer {@code /readyz}; both are public and report no details of the data.
 *
 * <p>Entry point: {@link slipway.surface.system.server.HealthHandlers}.
 *
 * <p>Invariant: a server that cannot write is alive but not ready, so that it is not restarted and receives no traffic.
 */
@NullMarked
package slipway.surface.system.server;

import org.jspecify.annotations.NullMarked;
