package slipway.schedule.history;

import java.util.Optional;
import slipway.base.TeamId;

/**
 * The properties that make two workloads similar.
 *
 * @param command the command and its user; if unknown, workloads that were submitted together are similar
 * @param thousandths thousandths of accelerators in total
 */
public record SimilarityKey(TeamId team, Optional<String> command, int thousandths) {}
