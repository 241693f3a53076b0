package slipway.bench.schedule;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.simulate.PackingResult;
import slipway.simulate.PackingStudy;
import slipway.simulate.Simulation;
import slipway.simulate.SimulationResult;
import slipway.simulate.Study;
import slipway.simulate.trace.TraceWindow;

/**
 * Public traces, replayed through the real scheduler by {@code slipway simulate}'s own code. They are next to the
 * checkout, not in it; a missing trace is reported.
 */
public final class TraceBench implements Bench {

    private static final TraceWindow TWO_MONTHS =
            TraceWindow.of(LocalDate.of(2017, 10, 1), LocalDate.of(2017, 11, 30));
    private static final Duration REWORK = Duration.ofSeconds(62);

    private final String name;
    private final String what;
    private final Measure measure;

    private interface Measure {
        slipway.bench.kit.Result run(BenchContext place);
    }

    private TraceBench(String name, String what, Measure measure) {
        this.name = name;
        this.what = what;
        this.measure = measure;
    }

    public static List<Bench> all() {
        return List.of(
                new TraceBench(
                        "openb",
                        "share of Alibaba's accelerators given away when as many are asked for",
                        TraceBench::openb),
                new TraceBench(
                        "philly",
                        "mean completion time of two months of Philly on a quarter of its nodes",
                        TraceBench::philly),
                new TraceBench(
                        "replay", "time to replay the whole Philly trace", TraceBench::replay));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return what;
    }

    @Override
    public slipway.bench.kit.Result run(BenchContext place) {
        return measure.run(place);
    }

    private static Path trace(BenchContext place, String path) {
        Path file = place.checkout().resolve("../shared/data/traces").resolve(path).normalize();
        if (!Files.exists(file)) {
            throw BenchContext.notMeasured(
                    "The trace " + path + " is missing.",
                    "The public traces are too large to be a part of this checkout.",
                    "Put them into ../shared/data/traces beside it.");
        }
        return file;
    }

    private static slipway.bench.kit.Result openb(BenchContext place) {
        PackingStudy packingStudy =
                PackingStudy.of(
                        trace(place, "openb/openb_node_list_gpu_node.csv.gz"),
                        trace(place, "openb/openb_pod_list_default.csv.gz"));
        long start = System.nanoTime();
        PackingResult packingResult = packingStudy.run(1, place.quick() ? 3 : 10, _ -> {});
        double seconds = (System.nanoTime() - start) / 1e9;
        double still = 100 * packingResult.mean(PackingResult.Run::inPlace);
        double moved = 100 * packingResult.mean(PackingResult.Run::consolidated);
        place.say(
                "%d seeds: %.2f %% placed on arrival, %.2f %% with consolidation; %.0f s",
                packingResult.runs().size(), still, moved, seconds);
        return new slipway.bench.kit.Result(
                "openb",
                new slipway.bench.kit.Result.Headline(still, "%", ">= 95.3"),
                new slipway.bench.kit.Result.Anchor(
                        "published FGD 95.23 % (best fit 92.86, random 86.30)", still / 95.23),
                still >= 95.3 && moved >= still,
                Map.of(
                        "consolidated_percent",
                        moved,
                        "worst_seed_percent",
                        100 * packingResult.least(PackingResult.Run::inPlace),
                        "seeds",
                        packingResult.runs().size(),
                        "seconds_taken",
                        seconds));
    }

    private static SimulationResult replayed(
            BenchContext place, double shrink, TraceWindow traceWindow) {
        Study study =
                new Study.Philly(
                        trace(place, "philly/philly.csv.gz"),
                        Optional.empty(),
                        shrink,
                        traceWindow);
        return Simulation.of(study, new Study.Parameters(REWORK, 1)).run(_ -> {});
    }

    private static slipway.bench.kit.Result philly(BenchContext place) {
        long start = System.nanoTime();
        SimulationResult simulationResult = replayed(place, 0.25, TWO_MONTHS);
        double seconds = (System.nanoTime() - start) / 1e9;
        double jct = simulationResult.jct().mean();
        double preempted =
                simulationResult.events().preemptions()
                        / (double) simulationResult.jobs().finished();
        place.say(
                "%,d jobs: mean completion %,.0f s, %,d preemptions (%.3f per job), %,d migrations; %.0f s",
                simulationResult.jobs().finished(),
                jct,
                simulationResult.events().preemptions(),
                preempted,
                simulationResult.events().migrations(),
                seconds);
        return new slipway.bench.kit.Result(
                "philly",
                new slipway.bench.kit.Result.Headline(jct, "s (mean JCT)", "<= 34,800"),
                new slipway.bench.kit.Result.Anchor(
                        "a Gittins index learnt per queue and size, 34,756 s", jct / 34_756),
                jct <= 34_800 && preempted <= 0.2,
                Map.of(
                        "jobs",
                        simulationResult.jobs().finished(),
                        "preemptions",
                        simulationResult.events().preemptions(),
                        "preemptions_per_job",
                        preempted,
                        "migrations",
                        simulationResult.events().migrations(),
                        "against_oracle_sjf",
                        jct / 29_081,
                        "seconds_taken",
                        seconds));
    }

    private static slipway.bench.kit.Result replay(BenchContext place) {
        double best = Double.POSITIVE_INFINITY;
        int jobs = 0;
        for (int round = 0; round < (place.quick() ? 1 : 3); round++) {
            long start = System.nanoTime();
            SimulationResult simulationResult = replayed(place, 1, TraceWindow.ALL);
            double seconds = (System.nanoTime() - start) / 1e9;
            jobs = simulationResult.jobs().finished();
            place.say("%,d jobs in %.1f s", jobs, seconds);
            best = Math.min(best, seconds);
        }
        return new slipway.bench.kit.Result(
                "replay",
                new slipway.bench.kit.Result.Headline(best, "s", "< 20"),
                new slipway.bench.kit.Result.Anchor("the goal", best / 20),
                best < 20,
                Map.of("jobs", jobs, "jobs_per_second", jobs / best));
    }
}
