package slipway.run.local;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import slipway.base.Bytes;
import slipway.run.engine.AttemptId;
import slipway.run.engine.DiscoveredNode.Device;
import slipway.run.engine.Launch;
import slipway.run.engine.UsageSample;
import slipway.run.engine.UsageSample.Gpu;
import slipway.run.local.nvml.GpuDriver;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * What each attempt takes of the machine. One pass over /proc serves all of them: a process is read once in a round,
 * and its variables once in its life.
 */
final class ProcessSampler {

    private static final int PAGE = 4_096;

    private final ProcFs procFs;
    private final LocalNodes localNodes;
    private final GpuDriver gpuDriver;
    private final Map<AttemptId, Meter> meters = new ConcurrentHashMap<>();
    private Optional<ProcessTree> tree = Optional.empty();
    private long network;

    ProcessSampler(ProcFs procFs, LocalNodes localNodes, GpuDriver gpuDriver) {
        this.procFs = procFs;
        this.localNodes = localNodes;
        this.gpuDriver = gpuDriver;
        this.network = procFs.network();
    }

    /** Nothing runs: what the network moves meanwhile is nobody's. */
    void skipRound() {
        network = procFs.network();
    }

    List<UsageSample> sample(
            List<LocalJob> running, Map<ProcessIdentity, ProcessTree.Owner> roots, Instant now) {
        ProcessTree scan =
                tree.map(last -> last.rescan(roots))
                        .orElseGet(() -> ProcessTree.scan(procFs, roots));
        tree = Optional.of(scan);
        long moved = procFs.network();
        Optional<Long> solelyMoved =
                running.size() == 1 ? Optional.of(Math.max(0, moved - network)) : Optional.empty();
        network = moved;
        Map<String, Gpu> gpus =
                gpuDriver.read().stream()
                        .collect(Collectors.toMap(Gpu::uuid, gpu -> gpu, (a, _) -> a));
        var samples = new ArrayList<UsageSample>();
        for (LocalJob localJob : running) {
            Meter meter = meters.computeIfAbsent(localJob.id(), _ -> new Meter());
            meter.network(localJob.launch.limits().network() ? solelyMoved : Optional.of(0L));
            for (LocalJob.NodeTask task : localJob.tasks) {
                List<Gpu> gpusOfTask =
                        gpusOf(localJob.launch.placement().seats().get(task.rank()), gpus);
                Reading reading = meter.read(task.rank(), scan.of(task.owner), gpusOfTask);
                UsageFile.append(localJob.directory, task.rank(), now, reading);
            }
            samples.add(meter.sample(localJob.launch, now));
        }
        return samples;
    }

    private List<Gpu> gpusOf(NodeAllocation allocation, Map<String, Gpu> gpus) {
        return localNodes.devices(allocation).stream()
                .map(Device::uuid)
                .filter(gpus::containsKey)
                .map(gpus::get)
                .map(gpu -> allocation.thousandths() < 1_000 ? withoutUtilization(gpu) : gpu)
                .toList();
    }

    /** Of a part of an accelerator nobody can say how busy it is. */
    private static Gpu withoutUtilization(Gpu gpu) {
        return new Gpu(
                gpu.uuid(),
                Optional.empty(),
                gpu.memory(),
                gpu.watts(),
                gpu.celsius(),
                gpu.throttled(),
                gpu.xids());
    }

    void forget(AttemptId id) {
        meters.remove(id);
    }

    /**
     * One part at one instant; processor time and storage count from its start.
     *
     * @param pages of memory, held now
     */
    record Reading(long ticks, long pages, long storage, int processes, List<Gpu> gpus) {

        static final Reading NOTHING = new Reading(0, 0, 0, 0, List.of());

        Duration cpu() {
            return Duration.ofMillis(ticks * 1_000 / ProcFs.TICKS_PER_SECOND);
        }

        Bytes memory() {
            return new Bytes(pages * PAGE);
        }
    }

    /** Adds up what one attempt used. Used by the sampler's thread alone. */
    private final class Meter {

        private final Map<Integer, Reading> readings = new HashMap<>();
        private final Map<Integer, Long> storageOf = new HashMap<>();
        private Optional<Long> network = Optional.of(0L);
        private long peak;

        /** Once it cannot be told from that of others, it stays unknown. */
        void network(Optional<Long> moved) {
            network = network.flatMap(before -> moved.map(more -> before + more));
        }

        Reading read(int rank, List<ProcFs.Stat> processes, List<Gpu> gpus) {
            Reading before = readings.getOrDefault(rank, Reading.NOTHING);
            long ticks = 0;
            long pages = 0;
            long storage = before.storage;
            for (ProcFs.Stat stat : processes) {
                ticks += stat.ticks();
                pages += stat.pages();
                long now = procFs.storage(stat.pid());
                Long last = storageOf.put(stat.pid(), now);
                storage += Math.max(0, now - (last == null || last > now ? 0 : last));
            }
            // What a process took that ended and that nobody waited for is no longer told; it was
            // used all the same.
            var reading =
                    new Reading(
                            Math.max(ticks, before.ticks), pages, storage, processes.size(), gpus);
            readings.put(rank, reading);
            return reading;
        }

        UsageSample sample(Launch launch, Instant now) {
            long pages = readings.values().stream().mapToLong(Reading::pages).sum();
            peak = Math.max(peak, pages);
            return new UsageSample(
                    launch.id(),
                    now,
                    readings.values().stream()
                            .map(Reading::cpu)
                            .reduce(Duration.ZERO, Duration::plus),
                    new Bytes(pages * PAGE),
                    new Bytes(peak * PAGE),
                    new Bytes(readings.values().stream().mapToLong(Reading::storage).sum()),
                    network.map(Bytes::new),
                    readings.values().stream().mapToInt(Reading::processes).sum(),
                    readings.values().stream().flatMap(reading -> reading.gpus.stream()).toList());
        }
    }
}
