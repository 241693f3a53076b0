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
 * Samples the resource usage of all attempts in one pass over /proc. Each process is read once per round, and its
 * variables once in its life.
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

    /** Skips a round without jobs: network traffic of that time belongs to none. */
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

    /** The utilization of a shared accelerator cannot be attributed to one job. */
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
     * The usage of one task at one instant; processor time and storage are totals since its start.
     *
     * @param pages of memory in use now
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

    /** Adds up the usage of one attempt. Only the sampler thread uses it. */
    private final class Meter {

        private final Map<Integer, Reading> readings = new HashMap<>();
        private final Map<Integer, Long> storageOf = new HashMap<>();
        private Optional<Long> network = Optional.of(0L);
        private long peak;

        /** Traffic that cannot be separated from that of other jobs makes the total unknown for good. */
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
            // The kernel drops the CPU time of ended processes that were never waited for; the
            // total must not decrease.
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
                    new UsageSample.HeldMemory(new Bytes(pages * PAGE), new Bytes(peak * PAGE)),
                    new Bytes(readings.values().stream().mapToLong(Reading::storage).sum()),
                    network.map(Bytes::new),
                    readings.values().stream().mapToInt(Reading::processes).sum(),
                    readings.values().stream().flatMap(reading -> reading.gpus.stream()).toList());
        }
    }
}
