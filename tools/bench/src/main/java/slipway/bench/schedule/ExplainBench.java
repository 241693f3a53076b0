package slipway.bench.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slipway.base.WorkloadId;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Explanation;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.PendingWorkload;

/** Measures the answer to "why does it wait, and when will it start?" with a thousand pending jobs. */
public final class ExplainBench implements Bench {

    private static final double LONGEST_MS = 200;
    private static final int WAITING = 1_000;
    private static final int NODES = 125;

    @Override
    public String name() {
        return "explain";
    }

    @Override
    public String summary() {
        return "time for explain with an estimated start, 1,000 waiting";
    }

    @Override
    public Result run(BenchContext place) {
        Schedule plan =
                Scheduler.decide(
                        new SyntheticCluster(NODES, 3).cluster(WAITING + 700),
                        SyntheticCluster.START);
        ClusterSnapshot clusterSnapshot = plan.snapshot();
        List<WorkloadId> waiting =
                clusterSnapshot.pending().stream().map(PendingWorkload::id).toList();
        place.say("%,d run, %,d wait", clusterSnapshot.running().size(), waiting.size());
        List<Long> nanos = new ArrayList<>();
        int rounds = place.quick() ? 60 : 300;
        int starts = 0;
        for (int round = -20; round < rounds; round++) {
            WorkloadId id = waiting.get(Math.floorMod(round * 37, waiting.size()));
            long start = System.nanoTime();
            Explanation explanation =
                    Scheduler.explain(clusterSnapshot, id, SyntheticCluster.START).orElseThrow();
            if (round >= 0) {
                nanos.add(System.nanoTime() - start);
                starts += explanation.start().isPresent() ? 1 : 0;
            }
        }
        Samples samples = Samples.of(nanos);
        place.say(
                "p50 %.1f ms, p99 %.1f ms, with a start %d of %d",
                samples.seconds(0.5) * 1e3, samples.seconds(0.99) * 1e3, starts, rounds);
        double p99 = samples.seconds(0.99) * 1e3;
        return new Result(
                "explain",
                new Result.Headline(p99, "ms (p99)", "< 200"),
                new Result.Anchor("the goal: no other scheduler offers it", p99 / LONGEST_MS),
                p99 < LONGEST_MS && starts > rounds / 2,
                Map.of(
                        "p50_ms",
                        samples.seconds(0.5) * 1e3,
                        "waiting",
                        waiting.size(),
                        "with_start",
                        starts));
    }
}
