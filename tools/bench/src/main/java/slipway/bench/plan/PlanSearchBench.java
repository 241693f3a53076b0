package slipway.bench.plan;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.catalog.Catalog;
import slipway.plan.training.GemmDtype;
import slipway.plan.training.SetUpSearch.FoundSetUps;
import slipway.plan.training.TrainingAccelerators;
import slipway.plan.training.TrainingAccelerators.Site;
import slipway.plan.training.TrainingModel;
import slipway.plan.training.TrainingTask;

/**
 * Measures the search for a set-up of GPT-3 on 1,024 accelerators. Plan searches the set-ups that frameworks accept,
 * some thousand. Others search some million, with every divisor; this bench also searches a space as wide. Both are
 * searched exhaustively and with pruning; the results must be the same.
 */
public final class PlanSearchBench implements Bench {

    private static final double ENOUGH = 100_000;
    private static final double LONGEST_S = 60;

    /** The published rate per second of a processor, and the number of set-ups. */
    private static final double CALCULON = 100;

    private static final double CALCULONS = 11_700_000;

    private static final double NANO = 1e9;
    private static final double SHORT = 0.2;

    private final TrainingModel trainingModel = new TrainingModel();
    private final Catalog catalog = Catalog.bundled();

    @Override
    public String name() {
        return "plan-search";
    }

    @Override
    public String summary() {
        return "set-ups of GPT-3 on 1,024 accelerators evaluated per second of a core";
    }

    /** The cost of a search; processor time includes all threads, compilation and collection. */
    private record Taken(FoundSetUps found, double seconds, double processor) {

        double best() {
            return found.shortest().getFirst().seconds();
        }

        double perCoreSecond() {
            return found.considered() / processor;
        }

        /** Processor time is counted in hundredths, too coarse for a short search. */
        String rate() {
            return processor < SHORT ? "-" : BenchContext.format("%,.0f", perCoreSecond());
        }
    }

    @Override
    public Result run(BenchContext place) {
        Site site =
                new TrainingAccelerators(catalog)
                        .site("A100", 1_024, 8, Optional.empty())
                        .orElseThrow();
        TrainingTask trainingTask =
                TrainingTask.of(
                        catalog.models().named("gpt-3-175b"),
                        new TrainingTask.Amount(3e11, 2_048, 1_536),
                        GemmDtype.BFLOAT16,
                        TrainingTask.Tuning.FULL);
        place.say(
                "%-30s %12s %12s %9s %11s %12s %9s",
                "GPT-3 175B, 1,024 A100",
                "candidates",
                "reckoned",
                "seconds",
                "core-s",
                "per core-s",
                "best s");
        // The first time it is compiled; the last round counts.
        int rounds = place.quick() ? 2 : 4;
        Map<String, Taken> taken = new TreeMap<>();
        for (int round = 0; round < rounds; round++) {
            measure(
                    place,
                    taken,
                    "as frameworks take, pruned",
                    () -> trainingModel.search(trainingTask, site));
            measure(
                    place,
                    taken,
                    "as frameworks take, all",
                    () -> trainingModel.searchAll(trainingTask, site));
            measure(
                    place,
                    taken,
                    "wide, pruned",
                    () -> trainingModel.searchWide(trainingTask, site));
            measure(
                    place,
                    taken,
                    "wide, all",
                    () -> trainingModel.searchAllWide(trainingTask, site));
        }
        return result(place, taken);
    }

    private static void measure(
            BenchContext place,
            Map<String, Taken> taken,
            String name,
            Supplier<FoundSetUps> search) {
        long before = processor();
        long start = System.nanoTime();
        FoundSetUps found = search.get();
        double seconds = (System.nanoTime() - start) / NANO;
        var it = new Taken(found, seconds, (processor() - before) / NANO);
        taken.put(name, it);
        place.say(
                "%-30s %,12d %,12d %9.3f %11.2f %12s %9.4f",
                name,
                found.candidates(),
                found.considered(),
                seconds,
                it.processor,
                it.rate(),
                it.best());
    }

    private static long processor() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            return system.getProcessCpuTime();
        }
        throw new IllegalStateException("This Java does not count its processor time");
    }

    /** Whether all kept set-ups, not only the best, have the same time. */
    private static boolean same(FoundSetUps one, FoundSetUps other) {
        if (one.shortest().size() != other.shortest().size()) {
            return false;
        }
        for (int at = 0; at < one.shortest().size(); at++) {
            double here = one.shortest().get(at).seconds();
            if (Math.abs(here / other.shortest().get(at).seconds() - 1) > 1e-12) {
                return false;
            }
        }
        return true;
    }

    private static Taken of(Map<String, Taken> taken, String name) {
        return Optional.ofNullable(taken.get(name)).orElseThrow();
    }

    private static Result result(BenchContext place, Map<String, Taken> taken) {
        Taken wide = of(taken, "wide, all");
        Taken pruned = of(taken, "wide, pruned");
        Taken usual = of(taken, "as frameworks take, all");
        Taken planned = of(taken, "as frameworks take, pruned");
        boolean same = same(wide.found, pruned.found) && same(usual.found, planned.found);
        var goals = new GoalCheck(place);
        goals.atLeast("reckoned in a second of a core", wide.perCoreSecond(), ENOUGH);
        goals.atMost("all of the wide space, s", wide.seconds, LONGEST_S);
        goals.atLeast("candidates there", (double) wide.found.candidates(), CALCULONS);
        goals.atLeast("pruned finds the same as all (1: yes)", same ? 1 : 0, 1);
        return new Result(
                "plan-search",
                new Result.Headline(wide.perCoreSecond(), "set-ups per core-second", ">= 100,000"),
                new Result.Anchor(
                        "calculon, published, 100 per second of a processor",
                        wide.perCoreSecond() / CALCULON),
                goals.allReached(),
                Map.of(
                        "wide_candidates",
                        wide.found.candidates(),
                        "wide_reckoned",
                        wide.found.considered(),
                        "wide_seconds",
                        wide.seconds,
                        "one_thread_per_second",
                        pruned.found.considered() / pruned.seconds,
                        "wide_pruned_seconds",
                        pruned.seconds,
                        "wide_pruned_reckoned",
                        pruned.found.considered(),
                        "planned_candidates",
                        planned.found.candidates(),
                        "planned_milliseconds",
                        1e3 * planned.seconds,
                        "pruned_finds_the_same",
                        same,
                        "missed",
                        goals.missed()));
    }
}
