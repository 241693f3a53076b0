package slipway.schedule.snapshot;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import slipway.base.TeamId;

/**
 * Nodes that are booked for a period: by a team, or without a team for maintenance.
 *
 * @param from no job that would still run then is placed there
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
