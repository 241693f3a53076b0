package slipway.run;

import java.util.List;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Team;

/** How the cluster is shared: asked for whenever it may have changed. */
public record Shares(Policy policy, List<Team> teams) {

    public Shares {
        teams = List.copyOf(teams);
    }
}
