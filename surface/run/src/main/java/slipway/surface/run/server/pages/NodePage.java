package slipway.surface.run.server.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Permission;
import slipway.base.TeamId;
import slipway.base.text.Format;
import slipway.run.attempt.UsageSamples;
import slipway.run.engine.DiscoveredNode;
import slipway.run.lifecycle.NodeDrain;
import slipway.run.lifecycle.Workload;
import slipway.schedule.snapshot.Node;
import slipway.surface.web.component.AcceleratorCell;
import slipway.surface.web.component.AcceleratorMap;
import slipway.surface.web.component.FactItem;
import slipway.surface.web.component.FormField;
import slipway.surface.web.component.PageForm;
import slipway.surface.web.component.RoundedNumbers;
import slipway.surface.web.component.StateBadge;

/**
 * The page of a node.
 *
 * @param what its devices: {@code 8 H100}
 * @param condition ready, drained or failed
 * @param drained present while it is drained
 * @param drain the form that drains it; empty if the viewer may not
 * @param restore the form that returns it to service
 */
public record NodePage(
        String name,
        String what,
        String condition,
        AcceleratorMap cells,
        List<Guest> guests,
        List<DeviceRow> devices,
        List<FactItem> facts,
        Optional<NodeDrain> drained,
        Optional<PageForm> drain,
        List<FormField> fields,
        Optional<PageForm> restore) {

    /**
     * A workload on the node.
     *
     * @param face empty if the viewer may not see the workload
     */
    public record Guest(
            Optional<WorkloadLabel> face,
            String holds,
            String busy,
            String memory,
            java.time.Instant since) {}

    /** The latest sample of one accelerator; it is sampled only while a workload uses it. */
    public record DeviceRow(
            int index,
            String type,
            String utilisation,
            String memory,
            String celsius,
            String watts) {}

    static NodePage of(DiscoveredNode discoveredNode, VisibleWorkloads visibleWorkloads) {
        var nodeOccupancy = new NodeOccupancy(visibleWorkloads);
        Node node = discoveredNode.node();
        Optional<NodeDrain> drained = visibleWorkloads.runState().drain(node.name());
        boolean may = visibleWorkloads.principal().may(Permission.NODES_WRITE, TeamId.ALL);
        String call = "POST /api/v1/nodes/" + node.name();
        List<Workload> workloads = nodeOccupancy.on(node.name());
        AcceleratorMap.Node cells = nodeOccupancy.node(discoveredNode, false);
        return new NodePage(
                node.name(),
                Format.accelerators(node.devices().count(), NodeOccupancy.type(node)),
                condition(discoveredNode, visibleWorkloads),
                new AcceleratorMap(List.of(new AcceleratorMap.Rack("", "", List.of(cells)))),
                workloads.stream()
                        .map(each -> guest(each, nodeOccupancy, visibleWorkloads))
                        .toList(),
                devices(discoveredNode, nodeOccupancy, cells),
                facts(discoveredNode, workloads, visibleWorkloads),
                drained,
                may && drained.isEmpty()
                        ? Optional.of(
                                PageForm.of(call + "/drain", "Drain " + node.name())
                                        .done(node.name() + " is drained.")
                                        .undoneBy(call + "/restore")
                                        .as(
                                                "slipway drain "
                                                        + node.name()
                                                        + " --because {because}"))
                        : Optional.empty(),
                List.of(
                        FormField.text("because", "Why")
                                .help("Shown to users who wait for this node.")
                                .sample("The fan is replaced.")
                                .must()),
                may && drained.isPresent()
                        ? Optional.of(
                                PageForm.of(call + "/restore", "Restore")
                                        .done(node.name() + " accepts work again."))
                        : Optional.empty());
    }

    static String condition(DiscoveredNode discoveredNode, VisibleWorkloads visibleWorkloads) {
        Node.Condition condition = discoveredNode.node().condition();
        boolean drained =
                visibleWorkloads.runState().drain(discoveredNode.node().name()).isPresent();
        return drained && condition == Node.Condition.READY
                ? "drained"
                : condition.name().toLowerCase(Locale.ROOT);
    }

    public StateBadge state() {
        return switch (condition) {
            case "ready" -> StateBadge.SUCCEEDED;
            case "drained" -> StateBadge.CANCELLED;
            default -> StateBadge.FAILED;
        };
    }

    private static Guest guest(
            Workload workload, NodeOccupancy nodeOccupancy, VisibleWorkloads visibleWorkloads) {
        UsageSamples usageSamples = nodeOccupancy.samples(workload);
        var busy = usageSamples.processors();
        return new Guest(
                visibleWorkloads.maySee(workload)
                        ? Optional.of(WorkloadLabel.of(workload))
                        : Optional.empty(),
                visibleWorkloads.holds(workload),
                busy.isPresent() ? RoundedNumbers.number(busy.getAsDouble()) : "not yet",
                usageSamples.last().map(last -> Format.bytes(last.memory())).orElse("not yet"),
                workload.state().since());
    }

    private static List<DeviceRow> devices(
            DiscoveredNode discoveredNode, NodeOccupancy nodeOccupancy, AcceleratorMap.Node cells) {
        List<DeviceRow> rows = new ArrayList<>();
        for (DiscoveredNode.Device device : discoveredNode.devices()) {
            Optional<UsageSamples.Gpu> gpu =
                    nodeOccupancy.measured(device, discoveredNode.node().name());
            rows.add(
                    new DeviceRow(
                            device.index(),
                            device.type(),
                            gpu.flatMap(NodePage::share)
                                    .orElseGet(() -> unmeasured(cells, device.index())),
                            gpu.map(one -> Format.bytes(one.memory()))
                                    .map(used -> used + " of " + Format.bytes(device.memory()))
                                    .orElse(Format.bytes(device.memory())),
                            gpu.map(one -> Format.count(one.celsius())).orElse("none"),
                            gpu.map(one -> Format.count(one.watts())).orElse("none")));
        }
        return rows;
    }

    private static String unmeasured(AcceleratorMap.Node cells, int index) {
        return cells.cells().stream()
                .filter(acceleratorCell -> acceleratorCell.number() == index)
                .map(
                        acceleratorCell ->
                                acceleratorCell.is() == AcceleratorCell.Is.USED
                                                || acceleratorCell.is() == AcceleratorCell.Is.TAKEN
                                        ? acceleratorCell.use()
                                        : acceleratorCell.is().word())
                .findFirst()
                .orElse("free");
    }

    private static Optional<String> share(UsageSamples.Gpu gpu) {
        return gpu.utilisation().isPresent()
                ? Optional.of(RoundedNumbers.percent(gpu.utilisation().getAsDouble()))
                : Optional.of("shared");
    }

    private static List<FactItem> facts(
            DiscoveredNode discoveredNode,
            List<Workload> workloads,
            VisibleWorkloads visibleWorkloads) {
        Node node = discoveredNode.node();
        int held = workloads.stream().mapToInt(visibleWorkloads::cpus).sum();
        List<FactItem> facts = new ArrayList<>();
        facts.add(
                FactItem.of(
                        "Processors",
                        Format.number(held / 1e3)
                                + " of "
                                + Format.number(node.machine().cpus() / 1e3)
                                + " allocated"));
        facts.add(FactItem.of("Memory", Format.bytes(node.machine().memory())));
        facts.add(FactItem.of("Engine", visibleWorkloads.runner().engine().name()));
        facts.add(FactItem.of("Sandbox and limits", discoveredNode.tier()));
        if (!node.topology().rack().isEmpty()) {
            facts.add(FactItem.of("Rack", node.topology().rack()));
        }
        if (!node.labels().isEmpty()) {
            facts.add(FactItem.of("Labels", Format.list(node.labels().stream().sorted().toList())));
        }
        return facts;
    }
}
