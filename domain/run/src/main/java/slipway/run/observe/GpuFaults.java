package slipway.run.observe;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.UsageSample;

/**
 * Hardware faults that the driver reported for an attempt's accelerators: they, and not the job, caused its failure.
 */
final class GpuFaults {

    /**
     * Xid numbers of the driver that mean broken hardware: uncorrectable memory errors and failed row remapping,
     * links, the bus, the accelerator's own processor. Others, such as 13, 31 and 43, are caused by the job.
     */
    private static final Set<Integer> HARDWARE =
            Set.of(46, 48, 62, 63, 64, 74, 79, 92, 94, 95, 119, 120, 140, 143, 149);

    private GpuFaults() {}

    /**
     * @param nodes the nodes with the faulty accelerators
     * @param xid the first hardware Xid
     * @param uuid the first faulty accelerator
     */
    public record Fault(List<String> nodes, int xid, String uuid) {

        /** A sentence for users. */
        public String text() {
            return "The driver reported Xid %d of accelerator %s.".formatted(xid, uuid);
        }
    }

    public static Optional<Fault> of(Optional<UsageSample> sample, List<DiscoveredNode> nodes) {
        List<UsageSample.Gpu> broken =
                sample.stream()
                        .flatMap(each -> each.gpus().stream())
                        .filter(gpu -> gpu.xids().stream().anyMatch(HARDWARE::contains))
                        .toList();
        if (broken.isEmpty()) {
            return Optional.empty();
        }
        UsageSample.Gpu first = broken.getFirst();
        int xid = first.xids().stream().filter(HARDWARE::contains).findFirst().orElseThrow();
        return Optional.of(
                new Fault(
                        broken.stream().flatMap(gpu -> nodesOf(gpu, nodes)).distinct().toList(),
                        xid,
                        first.uuid()));
    }

    private static Stream<String> nodesOf(UsageSample.Gpu gpu, List<DiscoveredNode> nodes) {
        return nodes.stream()
                .filter(
                        node ->
                                node.devices().stream()
                                        .anyMatch(device -> device.uuid().equals(gpu.uuid())))
                .map(node -> node.node().name());
    }
}
