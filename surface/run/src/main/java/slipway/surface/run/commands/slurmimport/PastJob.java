package slipway.surface.run.commands.slurmimport;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One job as a trace tells it.
 *
 * @param had over all its nodes
 */
record PastJob(
        Instant submitted,
        Duration took,
        Optional<Duration> limit,
        TresAmounts had,
        String account,
        String user,
        String name,
        String partition) {

    /** Where it does not come out even, one more on each node. */
    long perNode() {
        return Math.ceilDiv(had.allAccelerators(), had.nodes());
    }
}
