package slipway.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.ResourceRequest;
import slipway.schedule.snapshot.ResourceRequest.TopologyDomain;
import slipway.schedule.snapshot.SchedulableWorkload;
import slipway.schedule.snapshot.TeamQuotas;

/**
 * The admission check of the scheduler: refuses a request that could never run on this cluster, and says what could.
 */
final class FeasibilityCheck {

    private final ClusterSnapshot clusterSnapshot;
    private final SchedulableWorkload schedulableWorkload;
    private final ResourceRequest resourceRequest;

    FeasibilityCheck(ClusterSnapshot clusterSnapshot, SchedulableWorkload schedulableWorkload) {
        this.clusterSnapshot = clusterSnapshot;
        this.schedulableWorkload = schedulableWorkload;
        this.resourceRequest = schedulableWorkload.request();
    }

    void check() {
        checkTeam();
        checkType();
        List<Node> fitting = clusterSnapshot.nodes().stream().filter(this::fits).toList();
        if (fitting.isEmpty()) {
            checkWholeNodes();
            throw tooLarge("No node could hold that, even if it were empty.", describeLargest());
        }
        int most =
                resourceRequest.gang().within() == TopologyDomain.CLUSTER
                        ? fitting.size()
                        : mostInOneDomain(fitting);
        if (most < resourceRequest.gang().minNodes()) {
            throw tooLarge(
                    "Only %s such nodes exist %s."
                            .formatted(
                                    Format.count(most),
                                    resourceRequest.gang().within() == TopologyDomain.CLUSTER
                                            ? "here"
                                            : "in one " + resourceRequest.gang().within().label()),
                    most == 0
                            ? describeLargest()
                            : "Ask for %s nodes.".formatted(Format.count(most)));
        }
        checkLimit(fitting);
    }

    /** Explains a request for less than a node where only whole nodes are allocated. */
    private void checkWholeNodes() {
        List<String> nodes =
                clusterSnapshot.nodes().stream()
                        .map(Node::devices)
                        .filter(
                                devices ->
                                        devices.wholeNodeOnly()
                                                && resourceRequest
                                                        .accelerators()
                                                        .allows(devices.type()))
                        .filter(devices -> devices.count() > resourceRequest.accelerators().count())
                        .map(devices -> Format.accelerators(devices.count(), devices.type()))
                        .distinct()
                        .sorted()
                        .toList();
        if (!nodes.isEmpty()) {
            throw tooLarge(
                    "Only whole nodes are allocated here.",
                    "Ask for all of a node: %s.".formatted(Format.list(nodes, "or")));
        }
    }

    private Problem tooLarge(String why, String next) {
        return new Problem(
                Scheduler.TOO_LARGE,
                "The workload asks for %s.".formatted(resourceRequest.describe()),
                why,
                next);
    }

    private void checkTeam() {
        boolean known =
                clusterSnapshot.teams().stream()
                        .anyMatch(teamQuotas -> teamQuotas.id().equals(schedulableWorkload.team()));
        if (!known) {
            throw new Problem(
                    Scheduler.UNKNOWN_TEAM,
                    "The workload belongs to team '%s'.".formatted(schedulableWorkload.team()),
                    "The cluster knows no such team.",
                    "Use one of its teams: "
                            + Format.list(
                                    clusterSnapshot.teams().stream()
                                            .map(teamQuotas -> teamQuotas.id().value())
                                            .sorted()
                                            .toList()));
        }
    }

    private void checkType() {
        var types = new TreeSet<String>();
        clusterSnapshot.nodes().stream()
                .map(node -> node.devices().type())
                .filter(type -> !type.equals(Node.Devices.NONE))
                .forEach(types::add);
        boolean known =
                resourceRequest.accelerators().count() == 0
                        || resourceRequest.accelerators().types().isEmpty()
                        || resourceRequest.accelerators().types().stream()
                                .anyMatch(types::contains);
        if (!known) {
            throw new Problem(
                    Scheduler.UNKNOWN_TYPE,
                    "The workload asks for %s.".formatted(resourceRequest.describe()),
                    "No node here has %s.".formatted(resourceRequest.describeTypes()),
                    types.isEmpty()
                            ? "There are no accelerators here: ask for none."
                            : "Ask for what there is: "
                                    + Format.list(List.copyOf(types), "or")
                                    + ".");
        }
    }

    private boolean fits(Node node) {
        return node.suits(resourceRequest)
                && node.machine().cpus() >= resourceRequest.machine().cpus()
                && node.machine().memory().compareTo(resourceRequest.machine().memory()) >= 0;
    }

    /** Describes the largest node of the types that it requests. */
    private String describeLargest() {
        Optional<Node> largest =
                clusterSnapshot.nodes().stream()
                        .filter(
                                node ->
                                        resourceRequest
                                                .accelerators()
                                                .allows(node.devices().type()))
                        .max(
                                java.util.Comparator.comparingInt(
                                        (Node node) -> node.devices().count()));
        return largest.map(
                        node ->
                                "The largest node has %s%s CPU cores and %s of memory; ask for no more on one node."
                                        .formatted(
                                                accelerators(node.devices()),
                                                Format.number(node.machine().cpus() / 1e3),
                                                Format.bytes(node.machine().memory())))
                .orElse("Ask for other accelerators.");
    }

    private static String accelerators(Node.Devices devices) {
        return devices.type().equals(Node.Devices.NONE)
                ? ""
                : Format.accelerators(devices.count(), devices.type()) + ", ";
    }

    private int mostInOneDomain(List<Node> fitting) {
        Function<Node, String> domain =
                switch (resourceRequest.gang().within()) {
                    case NODE -> Node::name;
                    case RACK -> node -> node.topology().pod() + "/" + node.topology().rack();
                    case POD -> node -> node.topology().pod();
                    case CLUSTER -> _ -> "";
                };
        Map<String, Integer> counts = new HashMap<>();
        fitting.forEach(node -> counts.merge(domain.apply(node), 1, Integer::sum));
        return counts.values().stream().mapToInt(count -> count).max().orElse(0);
    }

    private void checkLimit(List<Node> fitting) {
        if (clusterSnapshot.teams().stream().noneMatch(TeamQuotas::isLimited)) {
            return; // the usual case; building an index grows with the cluster
        }
        TeamShare teamShare =
                new ClusterIndex(clusterSnapshot.with(List.of(), List.of()))
                        .teamShare(schedulableWorkload.team())
                        .orElseThrow();
        List<Problem> refused = new ArrayList<>();
        for (String type :
                new TreeSet<>(fitting.stream().map(node -> node.devices().type()).toList())) {
            int least = resourceRequest.thousandthsPerNode() * resourceRequest.gang().minNodes();
            Optional<TeamShare> by = teamShare.limitedBy(type, least);
            if (by.isEmpty()) {
                return;
            }
            refused.add(overLimit(by.get(), type));
        }
        refused.stream()
                .findFirst()
                .ifPresent(
                        problem -> {
                            throw problem;
                        });
    }

    private Problem overLimit(TeamShare by, String type) {
        String limit = Format.acceleratorThousandths(by.limit(type), type);
        return new Problem(
                Scheduler.OVER_LIMIT,
                "The workload asks for %s.".formatted(resourceRequest.describe()),
                "Team '%s' may have %s at once.".formatted(by.name(), limit),
                "Ask for no more than %s, or have an admin raise the limit of %s."
                        .formatted(limit, by.name()));
    }
}
