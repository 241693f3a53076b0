package slipway.run.local;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import slipway.base.Bytes;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.DiscoveredNode.Device;
import slipway.run.local.nvml.GpuDriver.Card;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Presents this machine as nodes: one for each accelerator type, because the accelerators of a node are alike, or one
 * with CPU slots if it has no accelerators.
 */
final class LocalNodes {

    private static final Path MPS = Path.of("/tmp/nvidia-mps/control");

    private final LocalSettings settings;
    private final Map<String, Integer> minorNumbers = new HashMap<>();
    private final Map<String, DiscoveredNode> nodes = new LinkedHashMap<>();

    LocalNodes(LocalSettings settings, Bytes memory, String tier) {
        this.settings = settings;
        int processors = Runtime.getRuntime().availableProcessors();
        var types = devicesByType();
        int kinds = Math.max(1, types.size());
        var perNode =
                new Node.Machine(
                        processors * 1_000 / kinds / settings.nodes(),
                        new Bytes(memory.count() / kinds / settings.nodes()));
        String name = hostName();
        if (types.isEmpty()) {
            addCpuSlots(name, perNode, Math.min(Node.Devices.MAX_COUNT, processors), tier);
        }
        types.forEach(
                (type, devices) ->
                        divide(nodeName(name, type, types.size()), devices, perNode, tier));
    }

    /** Divides the devices among the configured number of nodes. */
    private void divide(String name, List<Device> devices, Node.Machine perNode, String tier) {
        int nodes = Math.min(settings.nodes(), devices.size());
        for (int i = 0; i < nodes; i++) {
            List<Device> share =
                    devices.subList(devices.size() * i / nodes, devices.size() * (i + 1) / nodes);
            add(nodes == 1 ? name : name + "-" + i, share, perNode, tier);
        }
    }

    private Map<String, List<Device>> devicesByType() {
        var types = new LinkedHashMap<String, List<Device>>();
        for (Card card : settings.gpuDriver().all()) {
            String type = settings.catalogType().apply(card.name());
            minorNumbers.put(card.uuid(), card.minor());
            types.computeIfAbsent(type, _ -> new ArrayList<>())
                    .add(new Device(card.index(), card.uuid(), type, card.memory()));
        }
        return types;
    }

    private static String nodeName(String host, String type, int kinds) {
        return kinds == 1
                ? host
                : host + "-" + type.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    private void add(String name, List<Device> devices, Node.Machine perNode, String tier) {
        int slices = isMpsRunning() ? Node.Devices.WHOLE : 1;
        var described =
                new Node.Devices(devices.getFirst().type(), devices.size(), devices.size(), slices);
        nodes.put(
                name,
                new DiscoveredNode(Node.of(name, described, perNode), List.copyOf(devices), tier));
    }

    private void addCpuSlots(String host, Node.Machine perNode, int slots, String tier) {
        var described = new Node.Devices(Node.Devices.NONE, slots, slots, 1);
        for (int i = 0; i < settings.nodes(); i++) {
            String name = settings.nodes() == 1 ? host : host + "-" + i;
            nodes.put(name, new DiscoveredNode(Node.of(name, described, perNode), List.of(), tier));
        }
    }

    /** Whether the NVIDIA MPS daemon runs, which shares a GPU between processes. */
    static boolean isMpsRunning() {
        return Files.exists(MPS);
    }

    List<DiscoveredNode> nodes() {
        return List.copyOf(nodes.values());
    }

    boolean has(NodeAllocation allocation) {
        DiscoveredNode discoveredNode = nodes.get(allocation.node());
        return discoveredNode != null
                && 64 - Long.numberOfLeadingZeros(allocation.mask())
                        <= discoveredNode.node().devices().count();
    }

    List<Device> devices(NodeAllocation allocation) {
        DiscoveredNode discoveredNode = nodes.get(allocation.node());
        return discoveredNode == null || discoveredNode.devices().isEmpty()
                ? List.of()
                : allocation.devices().stream().map(discoveredNode.devices()::get).toList();
    }

    List<String> deviceFiles(List<Device> devices) {
        return devices.stream()
                .map(device -> "/dev/nvidia" + minorNumbers.get(device.uuid()))
                .toList();
    }

    private static String hostName() {
        String name;
        try {
            name = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this-machine";
        }
        String plain =
                name.toLowerCase(Locale.ROOT)
                        .replaceFirst("\\..*", "")
                        .replaceAll("[^a-z0-9-]+", "-");
        return plain.isBlank() ? "this-machine" : plain;
    }
}
