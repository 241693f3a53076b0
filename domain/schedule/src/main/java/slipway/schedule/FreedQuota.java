package slipway.schedule;

import java.util.Map;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * The quota that would be free if some running jobs left.
 *
 * @param departing the jobs that would leave, with the thousandths that each would release
 * @param includesAnnounced whether jobs that are departing already count as gone
 */
record FreedQuota(Map<RunningJob, Integer> departing, boolean includesAnnounced) {

    static final FreedQuota NONE = new FreedQuota(Map.of(), false);

    /** If these jobs released this much, and all departing jobs had left. */
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
