package slipway.plan.pilot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.GpuPrice;
import slipway.base.Mistake;
import slipway.base.Mistakes;
import slipway.base.SourceLocation;
import slipway.base.text.Format;
import slipway.catalog.AcceleratorSet;
import slipway.plan.JobEstimate;
import slipway.plan.Planner;
import slipway.spec.BlockSchema;
import slipway.spec.workload.TrainingSpec;

/**
 * Estimates the run in other sizes: the measurement times the ratio that the model predicts between both. The model may
 * be wrong by a third for a set-up without measurements; most of that cancels in a ratio, and the rest grows with the
 * distance of both sizes.
 */
public final class PilotScaling {

    private static final Pattern TIMES = Pattern.compile("([0-9]{1,4})x");
    private static final Pattern TYPE =
            Pattern.compile("([A-Za-z][A-Za-z0-9._-]{0,60}):([0-9]{1,6})");
    private static final Pattern SEQUENCE = Pattern.compile("seq=([0-9]{1,9})");
    private static final Pattern MODEL = Pattern.compile("model=(\\S{1,1000})");
    private static final String SIZE_FORMS = "2x, H200:16, seq=16384 or model=llama-3-70b";

    /** The least relative error of a ratio, and its growth per doubling. */
    private static final double MIN_RATIO_ERROR = 0.08;

    private static final double ERROR_PER_DOUBLING = 0.05;

    private final Planner planner;
    private final TrainingSpec trainingSpec;
    private final AcceleratorSet acceleratorSet;
    private final Function<String, Optional<GpuPrice>> prices;

    public PilotScaling(
            Planner planner,
            TrainingSpec trainingSpec,
            AcceleratorSet acceleratorSet,
            Function<String, Optional<GpuPrice>> prices) {
        this.planner = planner;
        this.trainingSpec = trainingSpec;
        this.acceleratorSet = acceleratorSet;
        this.prices = prices;
    }

    /**
     * The estimate for one size.
     *
     * @param label the size, as text
     * @param estimate empty where the model has no figure
     * @param reason the reason why not, or the change of the step time
     */
    public record Sized(String label, Optional<FullRunEstimate> estimate, String reason) {}

    private record Size(String label, TrainingSpec spec, AcceleratorSet accelerators) {}

    /** Estimates all sizes; all malformed sizes are one problem. */
    public List<Sized> of(PilotResult pilotResult, FullRunGoal fullRunGoal, List<String> written) {
        List<Mistake> wrong =
                written.stream()
                        .filter(text -> parse(text).isEmpty())
                        .map(
                                text ->
                                        new Mistake(
                                                new SourceLocation("--sizes", 0, 0),
                                                text,
                                                "is no size. Write %s.".formatted(SIZE_FORMS)))
                        .toList();
        if (!wrong.isEmpty()) {
            throw Mistakes.problem(
                    BlockSchema.INVALID_DOCUMENT, "sizes", wrong, "Nothing was planned.");
        }
        return written.stream()
                .flatMap(text -> parse(text).stream())
                .map(size -> estimate(pilotResult, fullRunGoal, size))
                .toList();
    }

    private Optional<Size> parse(String text) {
        Matcher times = TIMES.matcher(text);
        if (times.matches() && Integer.parseInt(times.group(1)) > 0) {
            int many = Integer.parseInt(times.group(1));
            var more =
                    new AcceleratorSet(
                            acceleratorSet.type(),
                            acceleratorSet.perNode(),
                            acceleratorSet.nodes() * many);
            return Optional.of(
                    new Size(
                            Format.accelerators(more.accelerators(), acceleratorSet.type()),
                            trainingSpec,
                            more));
        }
        Matcher type = TYPE.matcher(text);
        if (type.matches() && Integer.parseInt(type.group(2)) > 0) {
            int all = Integer.parseInt(type.group(2));
            int each = all % acceleratorSet.perNode() == 0 ? acceleratorSet.perNode() : all;
            var other = new AcceleratorSet(type.group(1), each, all / each);
            return Optional.of(
                    new Size(Format.accelerators(all, type.group(1)), trainingSpec, other));
        }
        Matcher sequence = SEQUENCE.matcher(text);
        if (sequence.matches() && Long.parseLong(sequence.group(1)) > 0) {
            long tokens = Long.parseLong(sequence.group(1));
            return Optional.of(
                    new Size(
                            "sequences of " + Format.count(tokens),
                            withModel(trainingSpec.model(), Optional.of(tokens)),
                            acceleratorSet));
        }
        Matcher model = MODEL.matcher(text);
        return model.matches()
                ? Optional.of(
                        new Size(
                                model.group(1),
                                withModel(model.group(1), trainingSpec.seq()),
                                acceleratorSet))
                : Optional.empty();
    }

    private TrainingSpec withModel(String model, Optional<Long> seq) {
        return new TrainingSpec(
                model,
                trainingSpec.tokens(),
                trainingSpec.samples(),
                trainingSpec.epochs(),
                seq,
                trainingSpec.step(),
                trainingSpec.precision(),
                trainingSpec.method());
    }

    private Sized estimate(PilotResult pilotResult, FullRunGoal fullRunGoal, Size size) {
        Optional<Duration> measuredSize =
                planner.uninterruptedDuration(trainingSpec, acceleratorSet);
        Optional<Duration> otherSize = planner.uninterruptedDuration(size.spec, size.accelerators);
        if (measuredSize.isEmpty() || otherSize.isEmpty()) {
            return new Sized(
                    size.label,
                    Optional.empty(),
                    reasonUnknown(
                            measuredSize.isEmpty() ? trainingSpec : size.spec,
                            measuredSize.isEmpty() ? acceleratorSet : size.accelerators));
        }
        double ratio =
                PilotAnalysis.seconds(otherSize.get()) / PilotAnalysis.seconds(measuredSize.get());
        FullRunEstimate fullRunEstimate =
                FullRunEstimate.of(
                        scaled(pilotResult, ratio, size),
                        goalAt(fullRunGoal, size),
                        planner.reliability());
        return new Sized(
                size.label,
                Optional.of(fullRunEstimate),
                "a step takes %s times as long, as the model expects"
                        .formatted(Format.number(ratio)));
    }

    private String reasonUnknown(TrainingSpec what, AcceleratorSet where) {
        return switch (planner.estimate(what, where)) {
            case JobEstimate.DoesNotFit(var because, var next) -> because + " " + next;
            case JobEstimate.Unknown(var because) -> because;
            case JobEstimate.Predicted _ -> "The model has no figure for it.";
        };
    }

    private PilotResult scaled(PilotResult pilotResult, double ratio, Size size) {
        double doublings =
                Math.abs(
                                Math.log(
                                        (double) size.accelerators.accelerators()
                                                / acceleratorSet.accelerators()))
                        / Math.log(2);
        double off =
                MIN_RATIO_ERROR
                        + ERROR_PER_DOUBLING
                                * (doublings + Math.abs(Math.log(ratio) / Math.log(2)));
        Estimate<Duration> step = pilotResult.stepTimes().mean();
        double value = PilotAnalysis.seconds(step.value()) * ratio;
        double below = Math.hypot(1 - relative(step.low(), step.value()), off);
        double above = Math.hypot(relative(step.high(), step.value()) - 1, off);
        var wider =
                new Estimate<>(
                                PilotAnalysis.duration(value),
                                PilotAnalysis.duration(value * Math.max(0, 1 - below)),
                                PilotAnalysis.duration(value * (1 + above)),
                                step.grounds())
                        .withGround(new Ground(Source.COMPUTED, "the model's ratio of both sizes"));
        return pilotResult.withStep(wider);
    }

    private static double relative(Duration one, Duration other) {
        return PilotAnalysis.seconds(one) / PilotAnalysis.seconds(other);
    }

    private FullRunGoal goalAt(FullRunGoal fullRunGoal, Size size) {
        var place =
                new FullRunGoal.Place(
                        size.accelerators.type(),
                        size.accelerators.accelerators() * 1_000,
                        size.accelerators.nodes(),
                        fullRunGoal.place().spot());
        return new FullRunGoal(
                fullRunGoal.steps(),
                fullRunGoal.stepsPerEpoch(),
                fullRunGoal.cadence(),
                place,
                prices.apply(size.accelerators.type()));
    }
}
