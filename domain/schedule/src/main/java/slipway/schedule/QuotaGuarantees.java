package slipway.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import slipway.schedule.snapshot.Node.Devices;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.schedule.snapshot.TeamQuotas.Quota;

/**
 * Computes the effective guarantees from the healthy nodes. If fewer accelerators are healthy than are guaranteed in
 * total, all guarantees shrink in proportion, and so do the shares of the teams below. A guarantee in whole nodes gets
 * the first nodes in order: jobs of other teams run there only as guests.
 */
final class QuotaGuarantees {

    private final ClusterIndex clusterIndex;
    private final Map<TeamShare, List<TeamShare>> below = new java.util.LinkedHashMap<>();
    private final List<TeamShare> top = new ArrayList<>();

    private QuotaGuarantees(ClusterIndex clusterIndex) {
        this.clusterIndex = clusterIndex;
        for (TeamShare teamShare : clusterIndex.teamShares()) {
            int depth = teamShare.path.size();
            if (depth == 1) {
                top.add(teamShare);
            } else {
                below.computeIfAbsent(teamShare.path.get(depth - 2), _ -> new ArrayList<>())
                        .add(teamShare);
            }
        }
    }

    static void settle(ClusterIndex clusterIndex) {
        var quotaGuarantees = new QuotaGuarantees(clusterIndex);
        Set<String> types = new TreeSet<>();
        clusterIndex
                .teamShares()
                .forEach(teamShare -> types.addAll(teamShare.team.quotas().keySet()));
        types.forEach(quotaGuarantees::settle);
        quotaGuarantees.assignWholeNodes();
    }

    private void settle(String type) {
        distribute(top, type, healthyThousandths(type));
    }

    private long healthyThousandths(String type) {
        long sum = 0;
        for (NodeState nodeState : clusterIndex.nodes()) {
            if (nodeState.isReady()
                    && (type.equals(TeamQuotas.ANY) || type.equals(nodeState.pool.type()))) {
                sum += (long) nodeState.devices() * Devices.WHOLE;
            }
        }
        return sum;
    }

    private void distribute(List<TeamShare> shares, String type, long available) {
        long claimed = shares.stream().mapToLong(teamShare -> claim(teamShare, type)).sum();
        for (TeamShare teamShare : shares) {
            long claim = claim(teamShare, type);
            long due = claimed <= available ? claim : claim * available / claimed;
            if (teamShare.team.quotas().containsKey(type)) {
                teamShare.updateGuarantee(type, (int) due);
            }
            distribute(below.getOrDefault(teamShare, List.of()), type, due);
        }
    }

    /** Its own guarantee, else the sum of those below it. */
    private long claim(TeamShare teamShare, String type) {
        Quota own = teamShare.team.quotas().get(type);
        return own != null
                ? own.guarantee()
                : below.getOrDefault(teamShare, List.of()).stream()
                        .mapToLong(each -> claim(each, type))
                        .sum();
    }

    private void assignWholeNodes() {
        clusterIndex.nodes().forEach(nodeState -> nodeState.guaranteedTo = null);
        Map<String, Integer> next = new TreeMap<>();
        for (TeamShare teamShare : clusterIndex.teamShares()) {
            for (var quota : new TreeMap<>(teamShare.team.quotas()).entrySet()) {
                if (quota.getValue().wholeNodes()) {
                    settle(teamShare, quota.getKey(), next);
                }
            }
        }
    }

    private void settle(TeamShare teamShare, String type, Map<String, Integer> next) {
        long left = teamShare.guarantee(type);
        int at = next.getOrDefault(type, 0);
        for (; at < clusterIndex.nodes().size(); at++) {
            NodeState nodeState = clusterIndex.node(at);
            long thousandths = (long) nodeState.devices() * Devices.WHOLE;
            if (nodeState.isReady()
                    && nodeState.pool.type().equals(type)
                    && nodeState.guaranteedTo == null) {
                if (thousandths > left) {
                    break;
                }
                nodeState.guaranteedTo = teamShare;
                left -= thousandths;
            }
        }
        next.put(type, at);
    }
}
