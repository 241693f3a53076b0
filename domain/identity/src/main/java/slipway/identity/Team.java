package slipway.identity;

import java.time.Instant;
import java.util.Optional;
import slipway.base.TeamId;

/**
 * A team and its parent in the tree.
 *
 * @param parent the team above it; only {@code all} has none
 * @param title its display name; any printable text
 */
public record Team(TeamId id, Optional<TeamId> parent, String title, Instant made) {}
