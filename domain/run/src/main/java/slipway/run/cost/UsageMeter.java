package slipway.run.cost;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import slipway.base.Bytes;
import slipway.catalog.Catalog;
import slipway.journal.SteadyClock;
import slipway.run.engine.AttemptId;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.Engine;
import slipway.run.engine.UsageSample;
import slipway.run.lifecycle.AttemptUsage;
import slipway.run.lifecycle.SchedulerRequests;
import slipway.run.lifecycle.Workload;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;

/** Meters the usage of attempts. Counters come from the engine; accelerator utilization is averaged over samples. */
public final class UsageMeter {

    private final Engine engine;
    private final SteadyClock clock;
    private final Map<AttemptId, Busy> busy = new ConcurrentHashMap<>();

    /** The sum of utilization samples in thousandths. */
    private record Busy(long sum, int samples) {

        static final Busy NONE = new Busy(0, 0);

        Busy plus(Busy more) {
            return new Busy(sum + more.sum, samples + more.samples);
        }

        int average() {
            return samples == 0 ? 0 : (int) Math.min(1_000, sum / samples);
        }
    }

    public UsageMeter(Engine engine, SteadyClock clock) {
        this.engine = engine;
        this.clock = clock;
    }

    /** Takes a sample within a window. */
    public void sample(AttemptId attempt) {
        engine.sample(attempt).ifPresent(usageSample -> sample(attempt, usageSample));
    }

    private void sample(AttemptId attempt, UsageSample usageSample) {
        busy.merge(attempt, new Busy(used(usageSample), 1), Busy::plus);
    }

    /** Reads the usage at the end of a window, and begins the next one. */
    public AttemptUsage readWindow(Workload workload) {
        AttemptId attempt = workload.attempt();
        Placement placement = workload.state().currentPlacement().orElseThrow();
        String type = placement.totalThousandths() == 0 ? Node.Devices.NONE : type(placement);
        int processors = processors(workload, placement);
        Optional<UsageSample> sampled = engine.sample(attempt);
        sampled.ifPresent(now -> sample(attempt, now));
        Busy seen = Optional.ofNullable(busy.remove(attempt)).orElse(Busy.NONE);
        AttemptUsage usage =
                sampled.map(
                                now ->
                                        new AttemptUsage(
                                                type,
                                                processors,
                                                seen.average(),
                                                now.cpu(),
                                                now.memory().peak(),
                                                now.storage(),
                                                now.network().orElse(Bytes.ZERO)))
                        .orElse(AttemptUsage.unsampled(type, processors));
        return workload.history()
                .latest()
                .map(latest -> usage.in(clock.elapsedSince(latest.metered().until())))
                .orElse(usage);
    }

    /** The CPUs as the scheduler counts them: the requested number, else one, on each node. */
    private int processors(Workload workload, Placement placement) {
        List<Node> nodes = engine.nodes().stream().map(DiscoveredNode::node).toList();
        int each =
                new SchedulerRequests(Catalog.bundled(), nodes)
                        .resourceRequest(workload.spec())
                        .machine()
                        .cpus();
        return Math.multiplyExact(each, placement.nodes());
    }

    public void forget(AttemptId attempt) {
        busy.remove(attempt);
    }

    private String type(Placement placement) {
        String node = placement.seats().getFirst().node();
        return engine.nodes().stream()
                .map(DiscoveredNode::node)
                .filter(each -> each.name().equals(node))
                .map(each -> each.devices().type())
                .findFirst()
                .orElse(Node.Devices.NONE);
    }

    /** The utilization of a shared accelerator cannot be attributed, and counts as used. */
    private static int used(UsageSample usageSample) {
        List<UsageSample.Gpu> gpus = usageSample.gpus();
        int sum = gpus.stream().mapToInt(gpu -> gpu.utilization().orElse(100)).sum();
        return gpus.isEmpty() ? 0 : Math.clamp(sum * 10L / gpus.size(), 0, 1_000);
    }
}
