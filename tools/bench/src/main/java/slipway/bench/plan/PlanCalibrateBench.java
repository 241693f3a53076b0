package slipway.bench.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.Calibration;
import slipway.evidence.CalibrationProposal;
import slipway.evidence.StepObservation;
import slipway.plan.JobEstimate;
import slipway.plan.Planner;
import slipway.spec.workload.TrainingSpec;

/**
 * Measures the error of estimates after twenty finished jobs on machines that differ from their datasheets. The
 * fleets are synthetic: each model has its own error, and each job a random one. Later jobs are the test set, and
 * fleets that match the catalog must not become worse.
 */
public final class PlanCalibrateBench implements Bench {

    private static final int JOBS = 20;
    private static final int LATER = 200;
    private static final double SLOWER = 1.2;

    /** Deviations of a model and of a job. */
    private static final double OF_MODEL = 0.03;

    private static final double OF_JOB = 0.03;
    private static final String TYPE = "H100";
    private static final List<String> MODELS =
            List.of("llama-3-8b", "llama-2-7b", "llama-2-13b", "gpt-2-xl");
    private static final int[] NODES = {1, 2, 4};

    private final Planner planner = Planner.bundled();

    @Override
    public String name() {
        return "plan-calibrate";
    }

    @Override
    public String summary() {
        return "error of estimates after 20 finished jobs on machines that are a fifth slower than the catalog says";
    }

    /** A configuration and the step time that the model alone expects. */
    private record Kind(String model, double expected, double spread) {}

    /** Mean errors on jobs that came later. */
    private record Evaluated(double before, double after) {}

    @Override
    public Result run(BenchContext place) {
        List<Kind> kinds = kinds();
        int fleets = place.quick() ? 100 : 1_000;
        place.say(
                "%-34s %9s %9s %9s %9s",
                "fleets of " + TYPE, "before %", "after %", "worst %", "worse");
        Comparison slower = compare(place, kinds, fleets, "a fifth slower", SLOWER);
        Comparison faster = compare(place, kinds, fleets, "a tenth faster", 0.9);
        Comparison alike = compare(place, kinds, fleets, "as the catalog says", 1);
        var goals = new GoalCheck(place);
        goals.atMost("error after 20 jobs, a fifth slower, %", slower.after, 5);
        goals.atMost("largest of any such fleet, %", slower.worst, 10);
        int worse = slower.worse + faster.worse + alike.worse;
        goals.atMost("fleets whose later jobs are further off than before", worse, 0);
        return new Result(
                name(),
                new Result.Headline(slower.after, "% error after 20 jobs", "<= 5"),
                new Result.Anchor(
                        "the same estimates before, same jobs", slower.after / slower.before),
                goals.allReached(),
                Map.of(
                        "before",
                        slower.before,
                        "worst_after",
                        slower.worst,
                        "alike_before",
                        alike.before,
                        "alike_after",
                        alike.after,
                        "worse_fleets",
                        worse,
                        "fleets",
                        3 * fleets));
    }

    private record Comparison(double before, double after, double worst, int worse) {}

    private static Comparison compare(
            BenchContext place, List<Kind> kinds, int fleets, String name, double slower) {
        double before = 0;
        double after = 0;
        double worst = 0;
        int worse = 0;
        for (int seed = 1; seed <= fleets; seed++) {
            Evaluated it = evaluated(kinds, slower, new Random(seed));
            before += it.before / fleets;
            after += it.after / fleets;
            worst = Math.max(worst, it.after);
            worse += it.after > it.before + 1e-9 ? 1 : 0;
        }
        place.say(
                "%-34s %9.2f %9.2f %9.2f %9d",
                "%,d %s".formatted(fleets, name), before, after, worst, worse);
        return new Comparison(before, after, worst, worse);
    }

    private static Evaluated evaluated(List<Kind> kinds, double slower, Random random) {
        double[] own =
                kinds.stream()
                        .mapToDouble(_ -> Math.exp(random.nextGaussian() * OF_MODEL))
                        .toArray();
        List<StepObservation> first = jobs(kinds, own, slower, JOBS, random);
        List<StepObservation> later = jobs(kinds, own, slower, LATER, random);
        Calibration found = CalibrationProposal.of(Calibration.NONE, first).calibration();
        return new Evaluated(error(later, 1), error(later, found.slowdown(TYPE)));
    }

    private static List<StepObservation> jobs(
            List<Kind> kinds, double[] own, double slower, int many, Random random) {
        List<StepObservation> jobs = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            int which = random.nextInt(kinds.size());
            Kind kind = kinds.get(which);
            double took =
                    kind.expected * slower * own[which] * Math.exp(random.nextGaussian() * OF_JOB);
            jobs.add(
                    new StepObservation(
                            TYPE, kind.expected, kind.spread, took, Instant.ofEpochSecond(i)));
        }
        return jobs;
    }

    /** In percent of the measured time. */
    private static double error(List<StepObservation> jobs, double longer) {
        return 100
                * jobs.stream()
                        .mapToDouble(it -> Math.abs(it.expected() * longer / it.measured() - 1))
                        .average()
                        .orElseThrow();
    }

    private List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (String model : MODELS) {
            for (int nodes : NODES) {
                kind(model, nodes).ifPresent(kinds::add);
            }
        }
        if (kinds.size() < MODELS.size()) {
            throw new IllegalStateException("Few of the configurations can be estimated: " + kinds);
        }
        return kinds;
    }

    private Optional<Kind> kind(String model, int nodes) {
        var trainingSpec =
                new TrainingSpec(
                        model,
                        Optional.of(15_000_000_000L),
                        Optional.empty(),
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        TrainingSpec.Precision.BF16,
                        TrainingSpec.Method.FULL);
        return planner.estimate(trainingSpec, new AcceleratorSet(TYPE, 8, nodes))
                        instanceof JobEstimate.Predicted(_, _, _, var pace)
                ? Optional.of(
                        new Kind(
                                model,
                                pace.step().value(),
                                Math.max(1, pace.step().high() / pace.step().value())))
                : Optional.empty();
    }
}
