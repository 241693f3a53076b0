package slipway.run.engine;

import java.time.Instant;
import java.util.Optional;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;

/**
 * A job on the engine's nodes that Slipway did not start.
 *
 * @param name the engine's name for it, such as a job number
 * @param machine the CPUs and memory that it holds on each of its nodes
 * @param until the latest end that the engine allows, if known
 */
public record ForeignJob(
        String name, Placement placement, Node.Machine machine, Optional<Instant> until) {}
