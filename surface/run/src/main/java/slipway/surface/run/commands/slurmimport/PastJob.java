package slipway.surface.run.commands.slurmimport;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One job of the trace.
 *
 * @param ran how long
 * @param allocated over all its nodes
 */
record PastJob(
        Instant submitted,
        Duration ran,
        Optional<Duration> limit,
        TresAmounts allocated,
        String account,
        String user,
        String name,
        String partition) {

    /** Accelerators per node, rounded up. */
    long perNode() {
        return Math.ceilDiv(allocated.allAccelerators(), allocated.nodes());
    }
}
