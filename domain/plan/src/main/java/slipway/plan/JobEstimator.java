package slipway.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import slipway.base.Estimate;
import slipway.base.Mistake;
import slipway.base.Problem;
import slipway.base.text.Format;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.AcceleratorType;
import slipway.catalog.Catalog;
import slipway.catalog.TokenRate;
import slipway.plan.acceptance.Measurements;
import slipway.plan.acceptance.Measurements.Delivered;
import slipway.plan.request.ConfigFiles;
import slipway.plan.request.TrainingRequest;
import slipway.plan.training.TrainingAccelerators;
import slipway.plan.training.TrainingModel;
import slipway.plan.training.TrainingModel.Prospect;
import slipway.plan.training.TrainingTask;
import slipway.spec.workload.TrainingSpec;

/** Estimates a job on given accelerators with the model that also chooses accelerators. */
final class JobEstimator {

    /** Up to this many times the nodes are tried, to say how many would fit. */
    private static final int MAX_NODE_FACTOR = 64;

    /** A limit above any plan: 200 years. */
    private static final double MAX_SECONDS = 6.3e9;

    /** The default global batch of fine-tuning. */
    private static final String TUNING_BATCH = "64";

    private static final String MAX_MACHINES = "512";

    private final Catalog catalog;
    private final TrainingModel trainingModel;
    private final MeasuredCorrections measuredCorrections;
    private final TrainingAccelerators trainingAccelerators;
    private final RunDuration runDuration;

    JobEstimator(
            Catalog catalog, TrainingModel trainingModel, MeasuredCorrections measuredCorrections) {
        this.catalog = catalog;
        this.trainingModel = trainingModel;
        this.measuredCorrections = measuredCorrections;
        this.trainingAccelerators = new TrainingAccelerators(catalog);
        this.runDuration = new RunDuration(catalog);
    }

    JobEstimate of(TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        Optional<String> type = type(acceleratorSet.type());
        if (type.isEmpty()
                || trainingAccelerators.site(type.get(), 1, 1, Optional.empty()).isEmpty()) {
            return new JobEstimate.Unknown(
                    "Nothing is known of how fast %s trains.".formatted(acceleratorSet.type()));
        }
        TrainingTask trainingTask;
        try {
            trainingTask = task(trainingSpec);
        } catch (Problem problem) {
            return new JobEstimate.Unknown(describe(problem));
        }
        var known =
                new AcceleratorSet(type.get(), acceleratorSet.perNode(), acceleratorSet.nodes());
        return bestSetUp(trainingTask, known)
                .map(prospect -> predicted(trainingTask, known, prospect))
                .orElseGet(() -> tooSmall(trainingTask, trainingSpec, known));
    }

    /** The duration of its steps without interruptions; empty where it is unknown. */
    Optional<Duration> uninterruptedDuration(
            TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        try {
            return type(acceleratorSet.type())
                    .map(
                            type ->
                                    new AcceleratorSet(
                                            type, acceleratorSet.perNode(), acceleratorSet.nodes()))
                    .flatMap(known -> uninterruptedDuration(task(trainingSpec), known));
        } catch (Problem problem) {
            return Optional.empty();
        }
    }

    private Optional<Duration> uninterruptedDuration(
            TrainingTask trainingTask, AcceleratorSet acceleratorSet) {
        return bestSetUp(trainingTask, acceleratorSet)
                .map(
                        prospect ->
                                trainingTask.steps()
                                        * trainingTask.tokensPerStep()
                                        / acceleratorSet.accelerators()
                                        / prospect.rate().value().perSecond())
                .filter(seconds -> seconds > 0 && seconds < MAX_SECONDS)
                .map(seconds -> Duration.ofNanos(Math.round(seconds * 1e9)));
    }

    private Optional<String> type(String name) {
        return catalog.type(name)
                .or(() -> catalog.typesFor(name).stream().findFirst())
                .map(AcceleratorType::type);
    }

    private TrainingTask task(TrainingSpec trainingSpec) {
        boolean tuning =
                trainingSpec.samples().isPresent()
                        || trainingSpec.method() != TrainingSpec.Method.FULL;
        var limits =
                new TrainingRequest.Limits(
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        MAX_MACHINES);
        var trainingRequest =
                new TrainingRequest(
                        "plan",
                        trainingSpec.model(),
                        trainingSpec.tokens().map(Object::toString),
                        trainingSpec
                                .samples()
                                .map(
                                        many ->
                                                new TrainingRequest.Samples(
                                                        many.toString(),
                                                        Integer.toString(trainingSpec.epochs()))),
                        new TrainingRequest.StatedBatch(
                                trainingSpec.seq().map(Object::toString),
                                trainingSpec.step().map(Object::toString),
                                Optional.of(TUNING_BATCH).filter(_ -> tuning)),
                        optionValue(trainingSpec.precision()),
                        optionValue(trainingSpec.method()),
                        limits);
        // The spec refuses file names, so no file is read. No price is needed, so the day does not
        // matter.
        return trainingRequest.parse(catalog, ConfigFiles.FORBIDDEN, Instant.EPOCH).task();
    }

    private static String optionValue(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String describe(Problem problem) {
        return problem.mistakes().isEmpty()
                ? problem.what() + " " + problem.why()
                : problem.mistakes().stream().map(Mistake::text).collect(Collectors.joining(" "));
    }

    private Optional<Prospect> bestSetUp(TrainingTask trainingTask, AcceleratorSet acceleratorSet) {
        Optional<Delivered> measured = measured(acceleratorSet);
        return trainingAccelerators
                .site(
                        acceleratorSet.type(),
                        acceleratorSet.accelerators(),
                        acceleratorSet.perNode(),
                        measured.flatMap(Delivered::network))
                .map(
                        site ->
                                measured.map(
                                                it ->
                                                        site.scaledBy(
                                                                it.matmulRatio(), it.memoryRatio()))
                                        .orElse(site))
                .map(
                        site ->
                                trainingModel.search(
                                        trainingTask.withEvenBatch(acceleratorSet.accelerators()),
                                        site))
                .map(trainingModel::prospects)
                .flatMap(found -> found.stream().findFirst())
                .map(
                        it ->
                                new Prospect(
                                        it.setUp(),
                                        measuredCorrections.calibrated(
                                                acceleratorSet.type(), it.rate())));
    }

    /** Measured rates of the team's own machines, on which jobs run. */
    private Optional<Delivered> measured(AcceleratorSet acceleratorSet) {
        return measuredCorrections.delivered(catalog, Measurements.OWN, acceleratorSet.type());
    }

    private JobEstimate predicted(
            TrainingTask trainingTask, AcceleratorSet acceleratorSet, Prospect prospect) {
        var place =
                new RunDuration.Placement(
                        acceleratorSet.type(),
                        acceleratorSet.accelerators(),
                        acceleratorSet.perNode(),
                        false,
                        Optional.empty());
        TrainingTask shared = trainingTask.withEvenBatch(acceleratorSet.accelerators());
        Estimate<Duration> time = runDuration.of(shared, place, prospect).time();
        return new JobEstimate.Predicted(
                measured(acceleratorSet).map(it -> time.withGround(it.ground())).orElse(time),
                prospect.configuration().verdict(),
                prospect.configuration().describe(),
                new JobEstimate.StepPace(
                        acceleratorSet.type(), shared.steps(), stepSeconds(prospect)));
    }

    private static Estimate<Double> stepSeconds(Prospect prospect) {
        double tokens = prospect.configuration().tokensPerStep();
        Estimate<TokenRate> rate = prospect.rate();
        return new Estimate<>(
                tokens / rate.value().perSecond(),
                tokens / rate.high().perSecond(),
                tokens / rate.low().perSecond(),
                rate.grounds());
    }

    private JobEstimate tooSmall(
            TrainingTask trainingTask, TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        String reason =
                "No set-up of %s is found that fits into the memory of %s."
                        .formatted(
                                trainingSpec.model(),
                                Format.accelerators(
                                        acceleratorSet.accelerators(), acceleratorSet.type()));
        OptionalInt enough = enoughNodes(trainingTask, acceleratorSet);
        return new JobEstimate.DoesNotFit(
                reason,
                enough.isPresent()
                        ? "It would fit on %s, with nodes: %d."
                                .formatted(
                                        Format.accelerators(
                                                enough.getAsInt() * acceleratorSet.perNode(),
                                                acceleratorSet.type()),
                                        enough.getAsInt())
                        : "Shorten the sequence, or train adapters: method: lora.");
    }

    /** The number of nodes that would fit, among twice as many, four times and so on. */
    private OptionalInt enoughNodes(TrainingTask trainingTask, AcceleratorSet acceleratorSet) {
        for (int times = 2; times <= MAX_NODE_FACTOR; times *= 2) {
            int nodes = acceleratorSet.nodes() * times;
            var more = new AcceleratorSet(acceleratorSet.type(), acceleratorSet.perNode(), nodes);
            if (bestSetUp(trainingTask, more).isPresent()) {
                return OptionalInt.of(nodes);
            }
        }
        return OptionalInt.empty();
    }
}
