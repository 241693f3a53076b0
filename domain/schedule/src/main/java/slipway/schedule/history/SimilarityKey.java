package slipway.schedule.history;

import java.util.Optional;
import slipway.base.TeamId;

/**
 * What workloads have in common.
 *
 * @param command what is run, by whom, where that is known; else those submitted together are alike
 * @param thousandths thousandths of accelerators in all
 */
public record SimilarityKey(TeamId team, Optional<String> command, int thousandths) {}
