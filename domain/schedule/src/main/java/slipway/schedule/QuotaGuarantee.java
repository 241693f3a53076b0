package slipway.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import slipway.schedule.snapshot.TeamQuotas;

/** What a team is guaranteed at present, by quota, and who runs on it: its own, and those below that have none. */
final class QuotaGuarantee {

    private final Set<String> quotas;
    private final List<TeamShare> below;
    private final Map<String, Integer> comesTo = new HashMap<>();
    private final Map<String, PreemptionOrder> tenants = new TreeMap<>();
    private final Map<String, Integer> has = new HashMap<>();

    /** Who needs only processors: what it has is guaranteed to nobody. */
    private final PreemptionOrder bare = new PreemptionOrder();

    /** Without those who were told to go. */
    private final Map<String, Integer> staying = new HashMap<>();

    final InGaps gaps = new InGaps();

    /**
     * @param below the teams below, which may still come
     */
    QuotaGuarantee(TeamQuotas teamQuotas, List<TeamShare> below) {
        this.quotas = teamQuotas.quotas().keySet();
        this.below = below;
    }

    void comesTo(String quota, int thousandths) {
        comesTo.put(quota, thousandths);
    }

    int of(String quota) {
        return comesTo.getOrDefault(quota, 0);
    }

    void take(RunningJob runningJob, String quota) {
        if (runningJob.whole() == 0) {
            bare.add(runningJob);
            return;
        }
        tenants.computeIfAbsent(quota, _ -> new PreemptionOrder()).add(runningJob);
        count(runningJob, quota, 1);
    }

    void give(RunningJob runningJob, String quota) {
        if (runningJob.whole() == 0) {
            bare.strike(runningJob);
            return;
        }
        PreemptionOrder there = tenants.get(quota);
        if (there != null) {
            there.strike(runningJob);
        }
        count(runningJob, quota, -1);
    }

    private void count(RunningJob runningJob, String quota, int sign) {
        has.merge(quota, sign * runningJob.whole(), Integer::sum);
        staying.merge(quota, sign * (runningJob.whole() - runningJob.givesUp()), Integer::sum);
        gaps.add(runningJob, quota, sign);
    }

    /**
     * What counts against it: what runs on it, and below it what is guaranteed to others. What a team below has beyond
     * its own guarantee is borrowed, from this team like from any other.
     *
     * @param stays leaves out those that were told to go
     */
    int counted(String quota, boolean stays) {
        int sum = (stays ? staying : has).getOrDefault(quota, 0);
        for (TeamShare each : below) {
            sum += each.guarantee.countedAbove(quota, quotas, stays);
        }
        return sum;
    }

    private int countedAbove(String quota, Set<String> above, boolean stays) {
        int sum = 0;
        for (String own : quotas) {
            if (quota.equals(own) || (quota.equals(TeamQuotas.ANY) && !above.contains(own))) {
                sum += Math.min(counted(own, stays), of(own));
            }
        }
        if (!quotas.contains(quota)) {
            for (TeamShare each : below) {
                sum += each.guarantee.countedAbove(quota, above, stays);
            }
        }
        return sum;
    }

    /** Whether somebody runs on more than is guaranteed here. */
    boolean lends() {
        return !bare.isEmpty()
                || tenants.entrySet().stream()
                        .anyMatch(
                                each ->
                                        !each.getValue().isEmpty()
                                                && counted(each.getKey(), false)
                                                        > of(each.getKey()));
    }

    /** Who would have to go if only what is guaranteed were left: lowest priority first, then youngest. */
    List<RunningJob> borrowers() {
        List<RunningJob> all = new ArrayList<>();
        tenants.forEach((quota, mine) -> all.addAll(mine.last(counted(quota, true) - of(quota))));
        bare.inOrder().stream().filter(runningJob -> !runningJob.leaving()).forEach(all::add);
        return all;
    }
}
