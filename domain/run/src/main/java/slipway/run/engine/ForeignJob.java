package slipway.run.engine;

import java.time.Instant;
import java.util.Optional;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;

/**
 * What somebody else holds of the engine's nodes: a job that is not ours.
 *
 * @param name the engine's own for it, such as a job number
 * @param machine processors and memory that it holds on each of its nodes
 * @param until the engine ends it then at the latest, as far as that is known
 */
public record ForeignJob(
        String name, Placement placement, Node.Machine machine, Optional<Instant> until) {}
