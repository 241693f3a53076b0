package slipway.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import slipway.base.WorkloadId;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * The effective guarantee of a team by quota, and the jobs that use it: its own, and those of teams below without a
 * quota.
 */
final class QuotaGuarantee {

    private final Set<String> quotas;
    private final List<TeamShare> below;
    private final Map<String, Integer> effective = new HashMap<>();
    private final Map<String, RetentionOrder> jobs = new TreeMap<>();
    private final Map<String, Integer> allocated = new HashMap<>();

    /** Jobs that use only CPU cores: no guarantee covers them. */
    private final RetentionOrder cpuOnly = new RetentionOrder();

    /** Without departing jobs. */
    private final Map<String, Integer> allocatedStaying = new HashMap<>();

    final BackfilledUse backfilledUse = new BackfilledUse();

    /** @param below the teams below, filled in later */
    QuotaGuarantee(TeamQuotas teamQuotas, List<TeamShare> below) {
        this.quotas = teamQuotas.quotas().keySet();
        this.below = below;
    }

    void effective(String quota, int thousandths) {
        effective.put(quota, thousandths);
    }

    int effective(String quota) {
        return effective.getOrDefault(quota, 0);
    }

    void add(RunningJob runningJob, String quota) {
        if (runningJob.thousandths() == 0) {
            cpuOnly.add(runningJob);
            return;
        }
        jobs.computeIfAbsent(quota, _ -> new RetentionOrder()).add(runningJob);
        count(runningJob, quota, 1);
    }

    void remove(RunningJob runningJob, String quota) {
        if (runningJob.thousandths() == 0) {
            cpuOnly.remove(runningJob);
            return;
        }
        RetentionOrder order = jobs.get(quota);
        if (order != null) {
            order.remove(runningJob);
        }
        count(runningJob, quota, -1);
    }

    private void count(RunningJob runningJob, String quota, int sign) {
        allocated.merge(quota, sign * runningJob.thousandths(), Integer::sum);
        allocatedStaying.merge(
                quota, sign * (runningJob.thousandths() - runningJob.releasing()), Integer::sum);
        backfilledUse.add(runningJob, quota, sign);
    }

    /**
     * The use that counts against the guarantee: jobs that run on it, and what teams below are guaranteed. A team below
     * borrows all use beyond its own guarantee, from this team like from any other.
     *
     * @param stayingOnly excludes departing jobs
     */
    int guaranteedUse(String quota, boolean stayingOnly) {
        int sum = (stayingOnly ? allocatedStaying : allocated).getOrDefault(quota, 0);
        for (TeamShare each : below) {
            sum += each.guarantee.guaranteedUseAbove(quota, quotas, stayingOnly);
        }
        return sum;
    }

    private int guaranteedUseAbove(String quota, Set<String> above, boolean stayingOnly) {
        int sum = 0;
        for (String own : quotas) {
            if (quota.equals(own) || (quota.equals(TeamQuotas.ANY) && !above.contains(own))) {
                sum += Math.min(guaranteedUse(own, stayingOnly), effective(own));
            }
        }
        if (!quotas.contains(quota)) {
            for (TeamShare each : below) {
                sum += each.guarantee.guaranteedUseAbove(quota, above, stayingOnly);
            }
        }
        return sum;
    }

    /** Whether jobs use more than is guaranteed here. */
    boolean isLending() {
        return !cpuOnly.isEmpty()
                || jobs.entrySet().stream()
                        .anyMatch(
                                each ->
                                        !each.getValue().isEmpty()
                                                && guaranteedUse(each.getKey(), false)
                                                        > effective(each.getKey()));
    }

    /** The jobs that would have to go if only the guarantee were left: lowest priority first, then youngest. */
    List<RunningJob> borrowers() {
        List<RunningJob> all = new ArrayList<>();
        jobs.forEach(
                (quota, mine) ->
                        all.addAll(mine.lowest(guaranteedUse(quota, true) - effective(quota))));
        cpuOnly.inOrder().stream().filter(runningJob -> !runningJob.departing()).forEach(all::add);
        return all;
    }

    /** The quota that backfilled jobs use and return to the holder of the reservation when it starts. */
    static final class BackfilledUse {

        private final Map<Key, Integer> thousandths = new HashMap<>();

        private record Key(WorkloadId holder, String quota) {}

        /** Adds a running job, or with sign -1 removes it; without effect if the job is not backfilled. */
        void add(RunningJob runningJob, String quota, int sign) {
            runningJob
                    .running()
                    .backfilledBefore()
                    .map(holder -> new Key(holder, quota))
                    .ifPresent(
                            key ->
                                    thousandths.merge(
                                            key,
                                            sign * runningJob.thousandths(),
                                            BackfilledUse::sumOrRemove));
        }

        private static @Nullable Integer sumOrRemove(int one, int other) {
            return one + other == 0 ? null : one + other;
        }

        /** The claim of the reservation beyond the use of the jobs that are backfilled before its holder. */
        int claim(PendingJob holder, String quota) {
            return holder.reservedThousandths()
                    - thousandths.getOrDefault(new Key(holder.pending().id(), quota), 0);
        }
    }
}
