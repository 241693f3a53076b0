package slipway.simulate.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;

/** The cluster of a simulation: nodes, teams, scheduling policy and failures. */
public record TraceCluster(
        List<Node> nodes, List<TeamQuotas> teams, SchedulingPolicy policy, FailureModel failures) {

    private static final ProblemCode CANNOT_ADD =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "nothing-like-it",
                    "Accelerators were to be added to a cluster that has no nodes with such.");

    /** A node of unspecified size: more than any job requests. */
    static final Node.Machine PLENTY =
            new Node.Machine(1_000_000_000, Bytes.gigabytes(1_000_000_000));

    public TraceCluster {
        nodes = List.copyOf(nodes);
        teams = List.copyOf(teams);
    }

    /** Reads the cluster file; all mistakes in it are one problem. */
    public static TraceCluster read(Path file) {
        return ClusterFile.read(file);
    }

    /** Equal nodes without teams. */
    static TraceCluster of(String type, int count, int perNode) {
        List<Node> nodes = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            nodes.add(Node.of("node-" + number, Node.Devices.of(type, perNode), PLENTY));
        }
        return new TraceCluster(nodes, List.of(), SchedulingPolicy.DEFAULT, FailureModel.NONE);
    }

    public TraceCluster withPolicy(SchedulingPolicy other) {
        return new TraceCluster(nodes, teams, other, failures);
    }

    TraceCluster withTeams(List<TeamQuotas> others) {
        return new TraceCluster(nodes, others, policy, failures);
    }

    /** Adds a team without quota for every job whose team is missing. */
    public TraceCluster withTeamsOf(List<TraceJob> jobs) {
        Map<TeamId, TeamQuotas> all = new TreeMap<>();
        teams.forEach(teamQuotas -> all.put(teamQuotas.id(), teamQuotas));
        jobs.forEach(traceJob -> all.computeIfAbsent(traceJob.team(), TeamQuotas::of));
        return withTeams(List.copyOf(all.values()));
    }

    /** The number of accelerators of each type. */
    public Map<String, Integer> accelerators() {
        Map<String, Integer> counts = new TreeMap<>();
        nodes.forEach(
                node -> counts.merge(node.devices().type(), node.devices().count(), Integer::sum));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    /** Adds accelerators, in nodes like those of this type, in new racks. */
    public TraceCluster plus(String type, int accelerators) {
        List<Node> matching =
                nodes.stream()
                        .filter(node -> node.devices().type().equalsIgnoreCase(type))
                        .toList();
        if (matching.isEmpty()) {
            throw noSuchType(type);
        }
        Node template = matching.getLast();
        int perNode = template.devices().count();
        if (accelerators < 1 || accelerators % perNode != 0) {
            throw notWholeNodes(type, accelerators, perNode);
        }
        int perRack = perRack(matching);
        List<Node> more = new ArrayList<>(nodes);
        for (int number = 1; number <= accelerators / perNode; number++) {
            Node added = named(template, "added-" + template.name() + "-" + number);
            String rack = "added-" + type + "-" + Math.ceilDiv(number, perRack);
            more.add(
                    template.topology().rack().isEmpty()
                            ? added
                            : added.withTopology(
                                    new Node.Topology(template.topology().pod(), rack)));
        }
        return new TraceCluster(more, teams, policy, failures);
    }

    private static Node named(Node template, String name) {
        return new Node(
                name,
                template.devices(),
                template.machine(),
                template.topology(),
                template.offer(),
                template.labels(),
                Node.Condition.READY);
    }

    private static int perRack(List<Node> matching) {
        return matching.stream()
                .collect(
                        Collectors.groupingBy(
                                node -> node.topology().rack(), Collectors.counting()))
                .values()
                .stream()
                .mapToInt(Long::intValue)
                .max()
                .orElse(1);
    }

    private Problem noSuchType(String type) {
        return new Problem(
                CANNOT_ADD,
                "There is no node with " + type + " that new ones could be like.",
                "The cluster has "
                        + Format.list(List.copyOf(new TreeSet<>(accelerators().keySet())))
                        + ".",
                "Add one of these, or describe the new nodes in the cluster's file.");
    }

    private static Problem notWholeNodes(String type, int accelerators, int perNode) {
        int below = Math.max(perNode, accelerators / perNode * perNode);
        return new Problem(
                CANNOT_ADD,
                "%d %s do not make whole nodes.".formatted(accelerators, type),
                "Nodes with %s have %d each.".formatted(type, perNode),
                "Try: --add %s:%d or --add %s:%d".formatted(type, below, type, below + perNode));
    }
}
