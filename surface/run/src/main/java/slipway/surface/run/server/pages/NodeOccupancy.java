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

/** Who sits where: every accelerator, or every processor where there are none, as a cell. */
final class NodeOccupancy {

    /** Below this a processor does nothing worth its place. */
    private static final double NOTHING = 0.01;

    private static final String STRANGER = "not Slipway's";

    private final VisibleWorkloads visibleWorkloads;
    private final Map<String, UsageSamples> measured = new HashMap<>();

    NodeOccupancy(VisibleWorkloads visibleWorkloads) {
        this.visibleWorkloads = visibleWorkloads;
    }

    /** What has a place on a node, the longest there first. */
    List<Workload> on(String node) {
        return visibleWorkloads
                .docket()
                .live()
                .filter(
                        each ->
                                each.state().currentPlacement().stream()
                                        .flatMap(place -> place.seats().stream())
                                        .anyMatch(seat -> seat.node().equals(node)))
                .sorted(Comparator.comparing(each -> each.state().since()))
                .toList();
    }

    AcceleratorMap all() {
        Map<String, List<AcceleratorMap.Node>> racks = new java.util.TreeMap<>();
        Map<String, List<DiscoveredNode>> there = new java.util.TreeMap<>();
        for (DiscoveredNode discoveredNode : visibleWorkloads.runner().nodes()) {
            String rack = discoveredNode.node().topology().rack();
            racks.computeIfAbsent(rack, _ -> new ArrayList<>()).add(node(discoveredNode, false));
            there.computeIfAbsent(rack, _ -> new ArrayList<>()).add(discoveredNode);
        }
        return new AcceleratorMap(
                racks.entrySet().stream()
                        .map(
                                rack ->
                                        new AcceleratorMap.Rack(
                                                rack.getKey().isEmpty()
                                                        ? "Nodes"
                                                        : "Rack " + rack.getKey(),
                                                note(there.getOrDefault(rack.getKey(), List.of())),
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
            List<Integer> places = places(workload, node, cells);
            List<AcceleratorCell> own = new ArrayList<>();
            for (int place : places) {
                cells[place] = cell(workload, discoveredNode, place);
                own.add(cells[place]);
            }
            Optional<String> path =
                    visibleWorkloads.sees(workload)
                            ? Optional.of(VisibleWorkloads.path(workload))
                            : Optional.empty();
            gangs.addAll(Gang.of(own, name(workload), path));
        }
        visibleWorkloads
                .runner()
                .engine()
                .foreignJobs()
                .forEach(each -> gangs.addAll(others(each, node, cells)));
        gangs.addAll(empty(node, cells));
        return new AcceleratorMap.Node(node.name(), "/nodes/" + node.name(), shown, gangs);
    }

    /** A job that is not ours: how many it has is known, which they are is not. */
    private List<Gang> others(ForeignJob foreignJob, Node node, AcceleratorCell[] cells) {
        long count =
                foreignJob.placement().seats().stream()
                        .filter(seat -> seat.node().equals(node.name()))
                        .mapToLong(NodeAllocation::count)
                        .sum();
        List<FactItem> facts = new ArrayList<>();
        facts.add(FactItem.of("Utilisation", "not known here"));
        facts.add(FactItem.of("Job", foreignJob.name()));
        facts.add(FactItem.of("Of", "somebody outside Slipway"));
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
                                Optional.of(STRANGER),
                                facts);
                own.add(cells[at]);
            }
        }
        return Gang.of(own, STRANGER, Optional.empty());
    }

    private String name(Workload workload) {
        return visibleWorkloads.sees(workload) ? VisibleWorkloads.name(workload) : "another team's";
    }

    /** The accelerators it was given; where it was given processors, as many slots from the first free one on. */
    private List<Integer> places(Workload workload, Node node, AcceleratorCell[] cells) {
        long mask =
                workload.state().currentPlacement().stream()
                        .flatMap(place -> place.seats().stream())
                        .filter(seat -> seat.node().equals(node.name()))
                        .mapToLong(NodeAllocation::mask)
                        .reduce(0, (one, other) -> one | other);
        List<Integer> places = new ArrayList<>();
        int slots =
                isSlots(node) && mask == 0
                        ? Math.ceilDiv(visibleWorkloads.cpus(workload), 1_000)
                        : 0;
        for (int at = 0; at < cells.length; at++) {
            boolean given = (mask >> at & 1) == 1;
            boolean taken = slots > places.size() && cells[at] == null;
            if (cells[at] == null && (given || taken)) {
                places.add(at);
            }
        }
        return places;
    }

    private AcceleratorCell cell(Workload workload, DiscoveredNode discoveredNode, int place) {
        OptionalDouble share = share(workload, discoveredNode, place);
        List<FactItem> facts = new ArrayList<>();
        facts.add(
                FactItem.of(
                        isSlots(discoveredNode.node()) ? "Busy" : "Utilisation",
                        share.isPresent()
                                ? RoundedNumbers.percent(share.getAsDouble())
                                : "not measured yet"));
        facts.add(FactItem.of("Workload", name(workload)));
        facts.add(
                FactItem.of(
                        "Team",
                        visibleWorkloads.sees(workload)
                                ? workload.team() + ", " + workload.header().owner()
                                : "not yours to see"));
        boolean idle = share.isPresent() && share.getAsDouble() < NOTHING;
        return new AcceleratorCell(
                discoveredNode.node().name(),
                place,
                idle ? AcceleratorCell.Is.IDLE : AcceleratorCell.Is.USED,
                share,
                Optional.of(name(workload)),
                facts);
    }

    /** How much of its seat a workload uses: of an accelerator its own, of processors an even part of all its own. */
    private OptionalDouble share(Workload workload, DiscoveredNode discoveredNode, int place) {
        UsageSamples usageSamples = samples(workload);
        if (isSlots(discoveredNode.node())) {
            OptionalDouble busy = usageSamples.processors();
            double held = Math.max(1, Math.ceilDiv(visibleWorkloads.cpus(workload), 1_000));
            return busy.isPresent()
                    ? OptionalDouble.of(Math.min(1, busy.getAsDouble() / held))
                    : OptionalDouble.empty();
        }
        String uuid =
                place < discoveredNode.devices().size()
                        ? discoveredNode.devices().get(place).uuid()
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

    /** What the newest sample says of one device, whoever has it. */
    Optional<UsageSamples.Gpu> measured(Device device, String node) {
        return on(node).stream()
                .flatMap(each -> samples(each).last().stream())
                .flatMap(last -> last.gpus().stream())
                .filter(gpu -> gpu.uuid().equals(device.uuid()))
                .findFirst();
    }

    private List<Gang> empty(Node node, AcceleratorCell[] cells) {
        Optional<NodeDrain> drain = visibleWorkloads.docket().drain(node.name());
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
        List<AcceleratorCell> left = new ArrayList<>();
        for (int at = 0; at < cells.length; at++) {
            if (cells[at] == null) {
                left.add(AcceleratorCell.of(node.name(), at, is, facts));
            }
        }
        return Gang.of(left, is.word(), Optional.empty());
    }
}
