package slipway.schedule;

import java.util.Map;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * What some would leave of their teams' limits if they went.
 *
 * @param departing who would go, and thousandths that it would give up
 * @param includesAnnounced whether those who were told to go have gone as well
 */
record FreedQuota(Map<RunningJob, Integer> departing, boolean includesAnnounced) {

    static final FreedQuota NONE = new FreedQuota(Map.of(), false);

    /** If these gave up so much, and whoever was told to go has gone. */
    static FreedQuota by(Map<RunningJob, Integer> departing) {
        return new FreedQuota(departing, true);
    }

    /** In thousandths, for the limit of one type or of {@link TeamQuotas#ANY}. */
    int of(TeamShare teamShare, String quota) {
        int sum = includesAnnounced ? teamShare.releasing(quota) : 0;
        for (var each : departing.entrySet()) {
            RunningJob runningJob = each.getKey();
            if (runningJob.team.path.contains(teamShare)
                    && (quota.equals(TeamQuotas.ANY) || runningJob.type.equals(quota))) {
                sum += each.getValue();
            }
        }
        return sum;
    }
}
