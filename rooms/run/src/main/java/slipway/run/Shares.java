package slipway.run;

import java.util.List;
import java.util.Map;
import slipway.base.TeamId;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Team;
import slipway.schedule.rules.IdleRule;

/**
 * How the cluster is shared: asked for whenever it may have changed.
 *
 * @param idle what becomes of workloads that do nothing, by team, with all that holds from above
 */
public record Shares(Policy policy, List<Team> teams, Map<TeamId, IdleRule> idle) {

    public Shares {
        teams = List.copyOf(teams);
        idle = Map.copyOf(idle);
    }

    public Shares(Policy policy, List<Team> teams) {
        this(policy, teams, Map.of());
    }

    IdleRule idle(TeamId team) {
        return idle.getOrDefault(team, IdleRule.UNSAID);
    }
}
