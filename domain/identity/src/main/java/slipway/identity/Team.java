package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import slipway.base.TeamId;

/**
 * A team as it stands in the tree.
 *
 * @param parent the team above it; only {@code all} has none
 * @param title what people call it; any printable text
 */
public record Team(TeamId id, Optional<TeamId> parent, String title, Instant made) {}
