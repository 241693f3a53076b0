package slipway.server.web.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import slipway.base.Format;
import slipway.run.Drain;
import slipway.run.Workload;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.DiscoveredNode.Device;
import slipway.run.engine.ForeignJob;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Placement.Seat;
import slipway.server.web.part.Cell;
import slipway.server.web.part.Cells;
import slipway.server.web.part.Cells.Gang;
import slipway.server.web.part.Rounded;
import slipway.server.web.part.Term;
import slipway.server.web.queue.Scene;

/** Who sits where: every accelerator, or every processor where there are none, as a cell. */
final class Seats {

    /** Below this a processor does nothing worth its place. */
    private static final double NOTHING = 0.01;

    private static final String STRANGER = "not Slipway's";

    private final Scene visibleWorkloads;
    private final Map<String, Samples> measured = new HashMap<>();

    Seats(Scene visibleWorkloads) {
        this.visibleWorkloads = visibleWorkloads;
    }

    /** What has a place on a node, the longest there first. */
    List<Workload> on(String node) {
        return visibleWorkloads
                .docket()
                .live()
                .filter(
                        each ->
                                each.state().place().stream()
                                        .flatMap(place -> place.seats().stream())
                                        .anyMatch(seat -> seat.node().equals(node)))
                .sorted(Comparator.comparing(each -> each.state().since()))
                .toList();
    }

    Cells all() {
        Map<String, List<Cells.Node>> racks = new java.util.TreeMap<>();
        Map<String, List<DiscoveredNode>> there = new java.util.TreeMap<>();
        for (DiscoveredNode discoveredNode : visibleWorkloads.runner().nodes()) {
            String rack = discoveredNode.node().site().rack();
            racks.computeIfAbsent(rack, _ -> new ArrayList<>()).add(node(discoveredNode, false));
            there.computeIfAbsent(rack, _ -> new ArrayList<>()).add(discoveredNode);
        }
        return new Cells(
                racks.entrySet().stream()
                        .map(
                                rack ->
                                        new Cells.Rack(
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

    Cells.Node node(DiscoveredNode discoveredNode, boolean shown) {
        Node node = discoveredNode.node();
        Cell[] cells = new Cell[node.devices().count()];
        List<Gang> gangs = new ArrayList<>();
        for (Workload workload : on(node.name())) {
            List<Integer> places = places(workload, node, cells);
            List<Cell> own = new ArrayList<>();
            for (int place : places) {
                cells[place] = cell(workload, discoveredNode, place);
                own.add(cells[place]);
            }
            Optional<String> path =
                    visibleWorkloads.sees(workload)
                            ? Optional.of(Scene.path(workload))
                            : Optional.empty();
            gangs.addAll(Gang.of(own, name(workload), path));
        }
        visibleWorkloads
                .runner()
                .engine()
                .taken()
                .forEach(each -> gangs.addAll(others(each, node, cells)));
        gangs.addAll(empty(node, cells));
        return new Cells.Node(node.name(), "/nodes/" + node.name(), shown, gangs);
    }

    /** A job that is not ours: how many it has is known, which they are is not. */
    private List<Gang> others(ForeignJob foreignJob, Node node, Cell[] cells) {
        long count =
                foreignJob.place().seats().stream()
                        .filter(seat -> seat.node().equals(node.name()))
                        .mapToLong(Seat::count)
                        .sum();
        List<Term> facts = new ArrayList<>();
        facts.add(Term.of("Utilisation", "not known here"));
        facts.add(Term.of("Job", foreignJob.name()));
        facts.add(Term.of("Of", "somebody outside Slipway"));
        foreignJob
                .until()
                .ifPresent(
                        at ->
                                facts.add(
                                        Term.of(
                                                "Ends",
                                                "by " + visibleWorkloads.times().time(at))));
        List<Cell> own = new ArrayList<>();
        for (int at = 0; at < cells.length && own.size() < count; at++) {
            if (cells[at] == null) {
                cells[at] =
                        new Cell(
                                node.name(),
                                at,
                                Cell.Is.TAKEN,
                                OptionalDouble.empty(),
                                Optional.of(STRANGER),
                                facts);
                own.add(cells[at]);
            }
        }
        return Gang.of(own, STRANGER, Optional.empty());
    }

    private String name(Workload workload) {
        return visibleWorkloads.sees(workload) ? Scene.name(workload) : "another team's";
    }

    /** The accelerators it was given; where it was given processors, as many slots from the first free one on. */
    private List<Integer> places(Workload workload, Node node, Cell[] cells) {
        long mask =
                workload.state().place().stream()
                        .flatMap(place -> place.seats().stream())
                        .filter(seat -> seat.node().equals(node.name()))
                        .mapToLong(Seat::mask)
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

    private Cell cell(Workload workload, DiscoveredNode discoveredNode, int place) {
        OptionalDouble share = share(workload, discoveredNode, place);
        List<Term> facts = new ArrayList<>();
        facts.add(
                Term.of(
                        isSlots(discoveredNode.node()) ? "Busy" : "Utilisation",
                        share.isPresent()
                                ? Rounded.percent(share.getAsDouble())
                                : "not measured yet"));
        facts.add(Term.of("Workload", name(workload)));
        facts.add(
                Term.of(
                        "Team",
                        visibleWorkloads.sees(workload)
                                ? workload.team() + ", " + workload.title().owner()
                                : "not yours to see"));
        boolean idle = share.isPresent() && share.getAsDouble() < NOTHING;
        return new Cell(
                discoveredNode.node().name(),
                place,
                idle ? Cell.Is.IDLE : Cell.Is.USED,
                share,
                Optional.of(name(workload)),
                facts);
    }

    /** How much of its seat a workload uses: of an accelerator its own, of processors an even part of all its own. */
    private OptionalDouble share(Workload workload, DiscoveredNode discoveredNode, int place) {
        Samples usageSamples = samples(workload);
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
                .map(Samples.Gpu::utilisation)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    Samples samples(Workload workload) {
        return measured.computeIfAbsent(
                workload.id().value(),
                _ -> Samples.of(visibleWorkloads.runner().directory(workload.attempt())));
    }

    /** What the newest sample says of one device, whoever has it. */
    Optional<Samples.Gpu> measured(Device device, String node) {
        return on(node).stream()
                .flatMap(each -> samples(each).last().stream())
                .flatMap(last -> last.gpus().stream())
                .filter(gpu -> gpu.uuid().equals(device.uuid()))
                .findFirst();
    }

    private List<Gang> empty(Node node, Cell[] cells) {
        Optional<Drain> drain = visibleWorkloads.docket().drained(node.name());
        Cell.Is is =
                node.condition() == Node.Condition.FAILED
                        ? Cell.Is.FAILED
                        : drain.isPresent() || node.condition() == Node.Condition.DRAINED
                                ? Cell.Is.DRAINED
                                : Cell.Is.FREE;
        List<Term> facts =
                drain.map(
                                one ->
                                        List.of(
                                                Term.of("Because", one.because()),
                                                Term.of("By", one.byWhom())))
                        .orElse(List.of(Term.of("State", is.word())));
        List<Cell> left = new ArrayList<>();
        for (int at = 0; at < cells.length; at++) {
            if (cells[at] == null) {
                left.add(Cell.of(node.name(), at, is, facts));
            }
        }
        return Gang.of(left, is.word(), Optional.empty());
    }
}
