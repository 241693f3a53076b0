package slipway.schedule;

import java.util.Map;
import slipway.schedule.picture.Team;

/**
 * What some would leave of their teams' limits if they went.
 *
 * @param going who would go, and thousandths that it would give up
 * @param told whether those who were told to go have gone as well
 */
record Relief(Map<Tenant, Integer> going, boolean told) {

    static final Relief NONE = new Relief(Map.of(), false);

    /** If these gave up so much, and whoever was told to go has gone. */
    static Relief by(Map<Tenant, Integer> going) {
        return new Relief(going, true);
    }

    /** In thousandths, for the limit of one type or of {@link Team#ANY}. */
    int of(Share teamShare, String quota) {
        int sum = told ? teamShare.givenUp(quota) : 0;
        for (var each : going.entrySet()) {
            Tenant runningJob = each.getKey();
            if (runningJob.team.path.contains(teamShare)
                    && (quota.equals(Team.ANY) || runningJob.type.equals(quota))) {
                sum += each.getValue();
            }
        }
        return sum;
    }
}
