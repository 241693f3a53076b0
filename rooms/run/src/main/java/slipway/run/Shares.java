package slipway.run;

import java.util.List;
import java.util.Map;
import slipway.base.TeamId;
import slipway.schedule.picture.SchedulingPolicy;
import slipway.schedule.picture.TeamQuotas;
import slipway.schedule.rules.IdleRule;

/**
 * How the cluster is shared: asked for whenever it may have changed.
 *
 * @param idle what becomes of workloads that do nothing, by team, with all that holds from above
 */
public record Shares(SchedulingPolicy policy, List<TeamQuotas> teams, Map<TeamId, IdleRule> idle) {

    public Shares {
        teams = List.copyOf(teams);
        idle = Map.copyOf(idle);
    }

    public Shares(SchedulingPolicy policy, List<TeamQuotas> teams) {
        this(policy, teams, Map.of());
    }

    IdleRule idle(TeamId team) {
        return idle.getOrDefault(team, IdleRule.UNSAID);
    }
}
