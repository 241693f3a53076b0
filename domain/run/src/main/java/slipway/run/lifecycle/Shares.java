package slipway.run.lifecycle;

import java.util.List;
import java.util.Map;
import slipway.base.TeamId;
import slipway.schedule.config.IdleRule;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * How the cluster is shared; read again whenever it may have changed.
 *
 * @param idle the rule for idle workloads by team, with inherited values filled in
 */
public record Shares(SchedulingPolicy policy, List<TeamQuotas> teams, Map<TeamId, IdleRule> idle) {

    public Shares {
        teams = List.copyOf(teams);
        idle = Map.copyOf(idle);
    }

    public Shares(SchedulingPolicy policy, List<TeamQuotas> teams) {
        this(policy, teams, Map.of());
    }

    public IdleRule idle(TeamId team) {
        return idle.getOrDefault(team, IdleRule.UNSET);
    }
}
