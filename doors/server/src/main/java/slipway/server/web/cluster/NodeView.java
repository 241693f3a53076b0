package slipway.server.web.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Format;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.run.Drain;
import slipway.run.Workload;
import slipway.run.engine.DiscoveredNode;
import slipway.schedule.picture.Node;
import slipway.server.web.part.Cell;
import slipway.server.web.part.Cells;
import slipway.server.web.part.Field;
import slipway.server.web.part.Form;
import slipway.server.web.part.Rounded;
import slipway.server.web.part.State;
import slipway.server.web.part.Term;
import slipway.server.web.queue.Face;
import slipway.server.web.queue.Scene;

/**
 * One node.
 *
 * @param what what it has: {@code 8 H100}
 * @param condition ready, drained or failed
 * @param drained since when, by whom and why it gets nothing new
 * @param drain what drains it, with what it asks for; empty where that is not for whoever looks
 * @param restore what gives it work again
 */
public record NodeView(
        String name,
        String what,
        String condition,
        Cells cells,
        List<Guest> guests,
        List<DeviceRow> devices,
        List<Term> facts,
        Optional<Drain> drained,
        Optional<Form> drain,
        List<Field> fields,
        Optional<Form> restore) {

    /**
     * Somebody who runs there.
     *
     * @param face empty where the visitor does not see the workload
     */
    public record Guest(
            Optional<Face> face,
            String holds,
            String busy,
            String memory,
            java.time.Instant since) {}

    /** One accelerator as it was measured last; without a workload on it nothing is measured. */
    public record DeviceRow(
            int index,
            String type,
            String utilisation,
            String memory,
            String celsius,
            String watts) {}

    static NodeView of(DiscoveredNode discoveredNode, Scene visibleWorkloads) {
        var nodeOccupancy = new Seats(visibleWorkloads);
        Node node = discoveredNode.node();
        Optional<Drain> drained = visibleWorkloads.docket().drained(node.name());
        boolean may = visibleWorkloads.visitor().may(Permission.NODES_WRITE, TeamId.ALL);
        String call = "POST /api/v1/nodes/" + node.name();
        List<Workload> there = nodeOccupancy.on(node.name());
        Cells.Node cells = nodeOccupancy.node(discoveredNode, false);
        return new NodeView(
                node.name(),
                Format.accelerators(node.devices().count(), Seats.type(node)),
                condition(discoveredNode, visibleWorkloads),
                new Cells(List.of(new Cells.Rack("", "", List.of(cells)))),
                there.stream().map(each -> guest(each, nodeOccupancy, visibleWorkloads)).toList(),
                devices(discoveredNode, nodeOccupancy, cells),
                facts(discoveredNode, there, visibleWorkloads),
                drained,
                may && drained.isEmpty()
                        ? Optional.of(
                                Form.of(call + "/drain", "Drain " + node.name())
                                        .done(node.name() + " gets nothing new.")
                                        .undoneBy(call + "/restore")
                                        .as(
                                                "slipway drain "
                                                        + node.name()
                                                        + " --because {because}"))
                        : Optional.empty(),
                List.of(
                        Field.text("because", "Why")
                                .help("Everybody who waits for it reads this.")
                                .sample("The fan is replaced.")
                                .must()),
                may && drained.isPresent()
                        ? Optional.of(
                                Form.of(call + "/restore", "Restore")
                                        .done(node.name() + " gets work again."))
                        : Optional.empty());
    }

    static String condition(DiscoveredNode discoveredNode, Scene visibleWorkloads) {
        Node.Condition condition = discoveredNode.node().condition();
        boolean drained =
                visibleWorkloads.docket().drained(discoveredNode.node().name()).isPresent();
        return drained && condition == Node.Condition.READY
                ? "drained"
                : condition.name().toLowerCase(Locale.ROOT);
    }

    public State state() {
        return switch (condition) {
            case "ready" -> State.SUCCEEDED;
            case "drained" -> State.CANCELLED;
            default -> State.FAILED;
        };
    }

    private static Guest guest(Workload workload, Seats nodeOccupancy, Scene visibleWorkloads) {
        Samples usageSamples = nodeOccupancy.samples(workload);
        var busy = usageSamples.processors();
        return new Guest(
                visibleWorkloads.sees(workload) ? Optional.of(Face.of(workload)) : Optional.empty(),
                visibleWorkloads.holds(workload),
                busy.isPresent() ? Rounded.number(busy.getAsDouble()) : "not yet",
                usageSamples.last().map(last -> Format.bytes(last.memory())).orElse("not yet"),
                workload.state().since());
    }

    private static List<DeviceRow> devices(
            DiscoveredNode discoveredNode, Seats nodeOccupancy, Cells.Node cells) {
        List<DeviceRow> rows = new ArrayList<>();
        for (DiscoveredNode.Device device : discoveredNode.devices()) {
            Optional<Samples.Gpu> gpu =
                    nodeOccupancy.measured(device, discoveredNode.node().name());
            rows.add(
                    new DeviceRow(
                            device.index(),
                            device.type(),
                            gpu.flatMap(NodeView::share)
                                    .orElseGet(() -> unmeasured(cells, device.index())),
                            gpu.map(one -> Format.bytes(one.memory()))
                                    .map(used -> used + " of " + Format.bytes(device.memory()))
                                    .orElse(Format.bytes(device.memory())),
                            gpu.map(one -> Format.count(one.celsius())).orElse("none"),
                            gpu.map(one -> Format.count(one.watts())).orElse("none")));
        }
        return rows;
    }

    private static String unmeasured(Cells.Node cells, int index) {
        return cells.cells().stream()
                .filter(acceleratorCell -> acceleratorCell.number() == index)
                .map(
                        acceleratorCell ->
                                acceleratorCell.is() == Cell.Is.USED
                                                || acceleratorCell.is() == Cell.Is.TAKEN
                                        ? acceleratorCell.use()
                                        : acceleratorCell.is().word())
                .findFirst()
                .orElse("free");
    }

    private static Optional<String> share(Samples.Gpu gpu) {
        return gpu.utilisation().isPresent()
                ? Optional.of(Rounded.percent(gpu.utilisation().getAsDouble()))
                : Optional.of("shared");
    }

    private static List<Term> facts(
            DiscoveredNode discoveredNode, List<Workload> there, Scene visibleWorkloads) {
        Node node = discoveredNode.node();
        int held = there.stream().mapToInt(visibleWorkloads::cpus).sum();
        List<Term> facts = new ArrayList<>();
        facts.add(
                Term.of(
                        "Processors",
                        Format.number(held / 1e3)
                                + " of "
                                + Format.number(node.machine().cpus() / 1e3)
                                + " given away"));
        facts.add(Term.of("Memory", Format.bytes(node.machine().memory())));
        facts.add(Term.of("Engine", visibleWorkloads.runner().engine().name()));
        facts.add(Term.of("Sandbox and limits", discoveredNode.tier()));
        if (!node.site().rack().isEmpty()) {
            facts.add(Term.of("Rack", node.site().rack()));
        }
        if (!node.labels().isEmpty()) {
            facts.add(Term.of("Labels", Format.list(node.labels().stream().sorted().toList())));
        }
        return facts;
    }
}
