package slipway.schedule.snapshot;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import slipway.base.TeamId;

/**
 * Nodes that are spoken for during a while: by a team, or by nobody, which is maintenance.
 *
 * @param from nothing that would still run then is put there
 */
public record Booking(Set<String> nodes, Optional<TeamId> team, Instant from, Instant until) {

    public Booking {
        nodes = Set.copyOf(nodes);
        if (!from.isBefore(until)) {
            throw new IllegalArgumentException(
                    "A booking cannot end at %s before it begins at %s".formatted(until, from));
        }
    }
}
