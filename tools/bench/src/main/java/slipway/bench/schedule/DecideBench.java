package slipway.bench.schedule;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import slipway.base.WorkloadId;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;

/**
 * Measures the scheduler alone, without engine and journal: 10,000 nodes with 80,000 accelerators and 100,000 pending
 * mixed jobs; then, cycle by cycle, some jobs end and as many arrive, so that the queue keeps its length. Times are
 * processor time on one core.
 */
public final class DecideBench implements Bench {

    private static final double ENOUGH = 50_000;
    private static final double LONGEST_CYCLE_MS = 10;
    private static final double LONGEST_FIRST_S = 3;
    private static final int WAITING = 100_000;

    /** The goal of Kubernetes for its scheduler, for pods with devices on 5,000 nodes. */
    private static final double KUBERNETES = 180;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    @Override
    public String name() {
        return "decide";
    }

    @Override
    public String summary() {
        return "placements per second with 10,000 nodes and 100,000 waiting, and the longest cycle";
    }

    /** One size: seconds for the first plan, placements per second, and the cycles' times. */
    private record Size(int nodes, double first, int started, double rate, Samples cycles) {}

    @Override
    public Result run(BenchContext place) {
        Duration time = Duration.ofSeconds(place.quick() ? 8 : 40);
        measure(1_000, 10_000, Duration.ofSeconds(5));
        place.say(
                "%8s %10s %10s %14s %10s %10s",
                "nodes", "first s", "started", "placements/s", "p50 ms", "p99 ms");
        List<Size> sizes = new ArrayList<>();
        for (int nodes : new int[] {1_000, 10_000, 50_000}) {
            Duration each = nodes == 10_000 ? time : time.dividedBy(4);
            Size size = measure(nodes, WAITING, each);
            sizes.add(size);
            place.say(
                    "%,8d %10.2f %,10d %,14.0f %10.2f %10.2f",
                    nodes,
                    size.first(),
                    size.started(),
                    size.rate(),
                    size.cycles().seconds(0.5) * 1e3,
                    size.cycles().seconds(0.99) * 1e3);
        }
        return result(sizes);
    }

    private static Size measure(int nodes, int waiting, Duration time) {
        var syntheticCluster = new SyntheticCluster(nodes, 7);
        ClusterSnapshot clusterSnapshot = syntheticCluster.cluster(waiting);
        Instant now = SyntheticCluster.START;
        long before = THREADS.getCurrentThreadCpuTime();
        Schedule plan = Scheduler.decide(clusterSnapshot, now);
        double first = (THREADS.getCurrentThreadCpuTime() - before) / 1e9;
        int started = plan.runningCount();
        var running = new RunningJobs(7);
        running.take(plan);
        List<Long> cycles = new ArrayList<>();
        long placed = 0;
        long busy = 0;
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            now = now.plusSeconds(1);
            List<Change> changes = running.leave(256);
            int gone = changes.size();
            for (int each = 0; each < gone; each++) {
                changes.add(new Change.Submitted(syntheticCluster.next(now)));
            }
            long start = THREADS.getCurrentThreadCpuTime();
            plan = Scheduler.next(plan, changes, now);
            long took = THREADS.getCurrentThreadCpuTime() - start;
            cycles.add(took);
            busy += took;
            placed += running.take(plan);
        }
        return new Size(nodes, first, started, placed / (busy / 1e9), Samples.of(cycles));
    }

    /** The running jobs, of which some end. A preempted job has stopped by the next cycle. */
    private static final class RunningJobs {

        private final SplittableRandom random;
        private final List<WorkloadId> there = new ArrayList<>();
        private final List<Change> changes = new ArrayList<>();

        RunningJobs(long seed) {
            this.random = new SplittableRandom(seed);
        }

        int take(Schedule plan) {
            int started = 0;
            for (Decision decision : plan.actions()) {
                switch (decision) {
                    case Decision.Start(var id, _, _) -> {
                        there.add(id);
                        started++;
                    }
                    case Decision.Preempt(var id, _, _) -> {
                        changes.add(new Change.Requeued(id, Duration.ofMinutes(1)));
                        there.remove(id);
                    }
                    case Decision.Migrate(var id, _, _, _) ->
                            changes.add(new Change.Moved(id, Duration.ZERO));
                    case Decision.Resize(var id, _, _) ->
                            changes.add(new Change.Moved(id, Duration.ZERO));
                    case Decision.Wait _, Decision.Stay _ -> {}
                }
            }
            return started;
        }

        List<Change> leave(int count) {
            List<Change> left = new ArrayList<>(changes);
            changes.clear();
            for (int each = 0; each < count && !there.isEmpty(); each++) {
                int pick = random.nextInt(there.size());
                WorkloadId last = there.removeLast();
                WorkloadId gone = pick < there.size() ? there.set(pick, last) : last;
                left.add(new Change.Ended(gone));
            }
            return left;
        }
    }

    private static Result result(List<Size> sizes) {
        Size main = sizes.get(1);
        double p99 = main.cycles().seconds(0.99) * 1e3;
        boolean holds =
                main.rate() >= ENOUGH && p99 <= LONGEST_CYCLE_MS && main.first() <= LONGEST_FIRST_S;
        return new Result(
                "decide",
                new Result.Headline(main.rate(), "placements/s", ">= 50,000"),
                new Result.Anchor(
                        "kube-scheduler's own floor for device pods, 180/s",
                        main.rate() / KUBERNETES),
                holds,
                Map.of(
                        "cycle_p99_ms", p99,
                        "cycle_p50_ms", main.cycles().seconds(0.5) * 1e3,
                        "first_s", main.first(),
                        "first_s_1k", sizes.get(0).first(),
                        "first_s_50k", sizes.get(2).first(),
                        "rate_1k", sizes.get(0).rate(),
                        "rate_50k", sizes.get(2).rate(),
                        "cycle_p99_ms_50k", sizes.get(2).cycles().seconds(0.99) * 1e3));
    }
}
