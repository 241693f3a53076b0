package slipway.schedule;

import java.util.Map;
import slipway.schedule.picture.Team;

/** What some would leave of their teams' limits if they went. */
@FunctionalInterface
interface Relief {

    Relief NONE = (_, _) -> 0;

    /** In thousandths, for the limit of one type or of {@link Team#ANY}. */
    int of(Share share, String quota);

    /** If these gave up so much, and whoever was told to go has gone. */
    static Relief by(Map<Tenant, Integer> going) {
        return (share, quota) -> {
            int sum = share.givenUp(quota);
            for (var each : going.entrySet()) {
                Tenant tenant = each.getKey();
                if (tenant.team.path.contains(share)
                        && (quota.equals(Team.ANY) || tenant.type.equals(quota))) {
                    sum += each.getValue();
                }
            }
            return sum;
        };
    }
}
