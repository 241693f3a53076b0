package slipway.surface.run.server.pages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.text.Format;
import slipway.run.attempt.UsageSamples;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.DiscoveredNode.Device;
import slipway.run.engine.ForeignJob;
import slipway.run.lifecycle.NodeDrain;
import slipway.run.lifecycle.Workload;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.surface.web.component.AcceleratorCell;
import slipway.surface.web.component.AcceleratorMap;
import slipway.surface.web.component.AcceleratorMap.Gang;
import slipway.surface.web.component.FactItem;
import slipway.surface.web.component.RoundedNumbers;

/** Assigns workloads to cells: one for every accelerator, or for every CPU slot of a node without accelerators. */
final class NodeOccupancy {

    /** Below this share of use a device counts as idle. */
    private static final double IDLE_BELOW = 0.01;

    private static final String FOREIGN = "not Slipway's";

    private final VisibleWorkloads visibleWorkloads;
    private final Map<String, UsageSamples> measured = new HashMap<>();

    NodeOccupancy(VisibleWorkloads visibleWorkloads) {
        this.visibleWorkloads = visibleWorkloads;
    }

    /** The workloads on a node, longest first. */
    List<Workload> on(String node) {
        return visibleWorkloads
                .runState()
                .live()
                .filter(
                        each ->
                                each.state().currentPlacement().stream()
                                        .flatMap(placement -> placement.seats().stream())
                                        .anyMatch(seat -> seat.node().equals(node)))
                .sorted(Comparator.comparing(each -> each.state().since()))
                .toList();
    }

    AcceleratorMap all() {
        Map<String, List<AcceleratorMap.Node>> racks = new java.util.TreeMap<>();
        Map<String, List<DiscoveredNode>> nodesOfRack = new java.util.TreeMap<>();
        for (DiscoveredNode discoveredNode : visibleWorkloads.runner().nodes()) {
            String rack = discoveredNode.node().topology().rack();
            racks.computeIfAbsent(rack, _ -> new ArrayList<>()).add(node(discoveredNode, false));
            nodesOfRack.computeIfAbsent(rack, _ -> new ArrayList<>()).add(discoveredNode);
        }
        return new AcceleratorMap(
                racks.entrySet().stream()
                        .map(
                                rack ->
                                        new AcceleratorMap.Rack(
                                                rack.getKey().isEmpty()
                                                        ? "Nodes"
                                                        : "Rack " + rack.getKey(),
                                                note(
                                                        nodesOfRack.getOrDefault(
                                                                rack.getKey(), List.of())),
                                                rack.getValue()))
                        .toList());
    }

    private static String note(List<DiscoveredNode> nodes) {
        Map<String, Integer> types = new java.util.TreeMap<>();
        nodes.forEach(
                each ->
                        types.merge(
                                type(each.node()), each.node().devices().count(), Integer::sum));
        return Format.list(
                types.entrySet().stream()
                        .map(each -> Format.accelerators(each.getValue(), each.getKey()))
                        .toList());
    }

    static String type(Node node) {
        return isSlots(node) ? "processor slots" : node.devices().type();
    }

    static boolean isSlots(Node node) {
        return node.devices().type().equals(Node.Devices.NONE);
    }

    AcceleratorMap.Node node(DiscoveredNode discoveredNode, boolean shown) {
        Node node = discoveredNode.node();
        AcceleratorCell[] cells = new AcceleratorCell[node.devices().count()];
        List<Gang> gangs = new ArrayList<>();
        for (Workload workload : on(node.name())) {
            List<Integer> indices = indices(workload, node, cells);
            List<AcceleratorCell> own = new ArrayList<>();
            for (int index : indices) {
                cells[index] = cell(workload, discoveredNode, index);
                own.add(cells[index]);
            }
            Optional<String> path =
                    visibleWorkloads.maySee(workload)
                            ? Optional.of(VisibleWorkloads.path(workload))
                            : Optional.empty();
            gangs.addAll(Gang.of(own, name(workload), path));
        }
        visibleWorkloads
                .runner()
                .engine()
                .foreignJobs()
                .forEach(each -> gangs.addAll(foreign(each, node, cells)));
        gangs.addAll(empty(node, cells));
        return new AcceleratorMap.Node(node.name(), "/nodes/" + node.name(), shown, gangs);
    }

    /** Cells of a foreign job. The number of its accelerators is known, but not which they are. */
    private List<Gang> foreign(ForeignJob foreignJob, Node node, AcceleratorCell[] cells) {
        long count =
                foreignJob.placement().seats().stream()
                        .filter(seat -> seat.node().equals(node.name()))
                        .mapToLong(NodeAllocation::count)
                        .sum();
        List<FactItem> facts = new ArrayList<>();
        facts.add(FactItem.of("Utilization", "unknown"));
        facts.add(FactItem.of("Job", foreignJob.name()));
        facts.add(FactItem.of("Owner", "not a Slipway user"));
        foreignJob
                .until()
                .ifPresent(
                        at ->
                                facts.add(
                                        FactItem.of(
                                                "Ends",
                                                "by " + visibleWorkloads.times().time(at))));
        List<AcceleratorCell> own = new ArrayList<>();
        for (int at = 0; at < cells.length && own.size() < count; at++) {
            if (cells[at] == null) {
                cells[at] =
                        new AcceleratorCell(
                                node.name(),
                                at,
                                AcceleratorCell.Is.TAKEN,
                                OptionalDouble.empty(),
                                Optional.of(FOREIGN),
                                facts);
                own.add(cells[at]);
            }
        }
        return Gang.of(own, FOREIGN, Optional.empty());
    }

    private String name(Workload workload) {
        return visibleWorkloads.maySee(workload)
                ? VisibleWorkloads.name(workload)
                : "another team's";
    }

    /** The indices of its accelerators; for a CPU job, the first free slots, as many as it holds. */
    private List<Integer> indices(Workload workload, Node node, AcceleratorCell[] cells) {
        long mask =
                workload.state().currentPlacement().stream()
                        .flatMap(placement -> placement.seats().stream())
                        .filter(seat -> seat.node().equals(node.name()))
                        .mapToLong(NodeAllocation::mask)
                        .reduce(0, (one, other) -> one | other);
        List<Integer> indices = new ArrayList<>();
        int slots =
                isSlots(node) && mask == 0
                        ? Math.ceilDiv(visibleWorkloads.cpus(workload), 1_000)
                        : 0;
        for (int at = 0; at < cells.length; at++) {
            boolean given = (mask >> at & 1) == 1;
            boolean taken = slots > indices.size() && cells[at] == null;
            if (cells[at] == null && (given || taken)) {
                indices.add(at);
            }
        }
        return indices;
    }

    private AcceleratorCell cell(Workload workload, DiscoveredNode discoveredNode, int index) {
        OptionalDouble share = share(workload, discoveredNode, index);
        List<FactItem> facts = new ArrayList<>();
        facts.add(
                FactItem.of(
                        isSlots(discoveredNode.node()) ? "Busy" : "Utilization",
                        share.isPresent()
                                ? RoundedNumbers.percent(share.getAsDouble())
                                : "not measured yet"));
        facts.add(FactItem.of("Workload", name(workload)));
        facts.add(
                FactItem.of(
                        "Team",
                        visibleWorkloads.maySee(workload)
                                ? workload.team() + ", " + workload.header().owner()
                                : "hidden"));
        boolean idle = share.isPresent() && share.getAsDouble() < IDLE_BELOW;
        return new AcceleratorCell(
                discoveredNode.node().name(),
                index,
                idle ? AcceleratorCell.Is.IDLE : AcceleratorCell.Is.USED,
                share,
                Optional.of(name(workload)),
                facts);
    }

    /** The share of a cell that a workload uses: of its accelerator, or the mean over all its CPU slots. */
    private OptionalDouble share(Workload workload, DiscoveredNode discoveredNode, int index) {
        UsageSamples usageSamples = samples(workload);
        if (isSlots(discoveredNode.node())) {
            OptionalDouble busy = usageSamples.processors();
            double held = Math.max(1, Math.ceilDiv(visibleWorkloads.cpus(workload), 1_000));
            return busy.isPresent()
                    ? OptionalDouble.of(Math.min(1, busy.getAsDouble() / held))
                    : OptionalDouble.empty();
        }
        String uuid =
                index < discoveredNode.devices().size()
                        ? discoveredNode.devices().get(index).uuid()
                        : "";
        return usageSamples.last().stream()
                .flatMap(last -> last.gpus().stream())
                .filter(gpu -> gpu.uuid().equals(uuid))
                .map(UsageSamples.Gpu::utilisation)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    UsageSamples samples(Workload workload) {
        return measured.computeIfAbsent(
                workload.id().value(),
                _ -> UsageSamples.of(visibleWorkloads.runner().directory(workload.attempt())));
    }

    /** The newest sample of a device, of any workload. */
    Optional<UsageSamples.Gpu> measured(Device device, String node) {
        return on(node).stream()
                .flatMap(each -> samples(each).last().stream())
                .flatMap(last -> last.gpus().stream())
                .filter(gpu -> gpu.uuid().equals(device.uuid()))
                .findFirst();
    }

    private List<Gang> empty(Node node, AcceleratorCell[] cells) {
        Optional<NodeDrain> drain = visibleWorkloads.runState().drain(node.name());
        AcceleratorCell.Is is =
                node.condition() == Node.Condition.FAILED
                        ? AcceleratorCell.Is.FAILED
                        : drain.isPresent() || node.condition() == Node.Condition.DRAINED
                                ? AcceleratorCell.Is.DRAINED
                                : AcceleratorCell.Is.FREE;
        List<FactItem> facts =
                drain.map(
                                one ->
                                        List.of(
                                                FactItem.of("Because", one.because()),
                                                FactItem.of("By", one.byWhom())))
                        .orElse(List.of(FactItem.of("State", is.word())));
        List<AcceleratorCell> unassigned = new ArrayList<>();
        for (int at = 0; at < cells.length; at++) {
            if (cells[at] == null) {
                unassigned.add(AcceleratorCell.of(node.name(), at, is, facts));
            }
        }
        return Gang.of(unassigned, is.word(), Optional.empty());
    }
}
