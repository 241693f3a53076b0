package slipway.run.observe;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.UsageSample;

/** What the driver reported of an attempt's accelerators: whether they, and not the job, are to blame. */
public final class GpuFaults {

    /**
     * Numbers of the driver (Xid) that speak of broken hardware: memory errors that cannot be corrected and rows that
     * could not be replaced, links, the bus, the accelerator's own processor. Others, such as 13, 31 and 43, a job
     * brings about itself.
     */
    private static final Set<Integer> HARDWARE =
            Set.of(46, 48, 62, 63, 64, 74, 79, 92, 94, 95, 119, 120, 140, 143, 149);

    private GpuFaults() {}

    /**
     * @param nodes that hold the accelerators
     * @param xid the first number that speaks of it
     * @param uuid of the first accelerator
     */
    public record Fault(List<String> nodes, int xid, String uuid) {

        /** A sentence for people. */
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
