package slipway.plan;

import java.nio.file.Path;
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
import slipway.plan.request.TrainingRequest;
import slipway.plan.request.TrainingRequestParser;
import slipway.plan.training.TrainingAccelerators;
import slipway.plan.training.TrainingModel;
import slipway.plan.training.TrainingModel.Prospect;
import slipway.plan.training.TrainingTask;
import slipway.spec.workload.TrainingSpec;

/** Reckons what a job takes on accelerators that are given, by the same model that chooses them where they are not. */
final class JobEstimator {

    /** Up to so many times as many are tried, to say how many would do. */
    private static final int MOST_TIMES = 64;

    /** Two hundred years. */
    private static final double MOST_SECONDS = 6.3e9;

    /** Of a step where samples or adapters are trained. */
    private static final String FEW_SEQUENCES = "64";

    private static final String MACHINES = "512";

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
                || trainingAccelerators.of(type.get(), 1, 1, Optional.empty()).isEmpty()) {
            return new JobEstimate.Unknown(
                    "Nothing is known of how fast %s trains.".formatted(acceleratorSet.type()));
        }
        TrainingTask trainingTask;
        try {
            trainingTask = task(trainingSpec);
        } catch (Problem problem) {
            return new JobEstimate.Unknown(said(problem));
        }
        var known =
                new AcceleratorSet(type.get(), acceleratorSet.perNode(), acceleratorSet.nodes());
        return best(trainingTask, known)
                .map(prospect -> takes(trainingTask, known, prospect))
                .orElseGet(() -> tooSmall(trainingTask, trainingSpec, known));
    }

    /** How long its steps take together, as if nothing ever happened; empty where nothing can be said. */
    Optional<Duration> works(TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        try {
            return type(acceleratorSet.type())
                    .map(
                            type ->
                                    new AcceleratorSet(
                                            type, acceleratorSet.perNode(), acceleratorSet.nodes()))
                    .flatMap(known -> works(task(trainingSpec), known));
        } catch (Problem problem) {
            return Optional.empty();
        }
    }

    private Optional<Duration> works(TrainingTask trainingTask, AcceleratorSet acceleratorSet) {
        return best(trainingTask, acceleratorSet)
                .map(
                        prospect ->
                                trainingTask.steps()
                                        * trainingTask.tokensOfStep()
                                        / acceleratorSet.accelerators()
                                        / prospect.rate().value().perSecond())
                .filter(seconds -> seconds > 0 && seconds < MOST_SECONDS)
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
                        MACHINES);
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
                        trainingSpec.seq().map(Object::toString),
                        trainingSpec.step().map(Object::toString),
                        Optional.of(FEW_SEQUENCES).filter(_ -> tuning),
                        word(trainingSpec.precision()),
                        word(trainingSpec.method()),
                        limits);
        // No file is read: the spec refuses the name of one. No price is asked, so no day counts.
        return new TrainingRequestParser(catalog, Path.of(""), trainingRequest)
                .read(Instant.EPOCH)
                .task();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String said(Problem problem) {
        return problem.mistakes().isEmpty()
                ? problem.what() + " " + problem.why()
                : problem.mistakes().stream().map(Mistake::text).collect(Collectors.joining(" "));
    }

    private Optional<Prospect> best(TrainingTask trainingTask, AcceleratorSet acceleratorSet) {
        Optional<Delivered> delivered = delivered(acceleratorSet);
        return trainingAccelerators
                .of(
                        acceleratorSet.type(),
                        acceleratorSet.accelerators(),
                        acceleratorSet.perNode(),
                        delivered.flatMap(Delivered::network))
                .map(
                        site ->
                                delivered
                                        .map(it -> site.delivering(it.products(), it.memory()))
                                        .orElse(site))
                .map(
                        site ->
                                trainingModel.search(
                                        trainingTask.shared(acceleratorSet.accelerators()), site))
                .map(trainingModel::prospects)
                .flatMap(found -> found.stream().findFirst())
                .map(
                        it ->
                                new Prospect(
                                        it.setUp(),
                                        measuredCorrections.here(
                                                acceleratorSet.type(), it.rate())));
    }

    /** A job runs on what is here. */
    private Optional<Delivered> delivered(AcceleratorSet acceleratorSet) {
        return measuredCorrections.delivered(catalog, Measurements.OWN, acceleratorSet.type());
    }

    private JobEstimate takes(
            TrainingTask trainingTask, AcceleratorSet acceleratorSet, Prospect prospect) {
        var place =
                new RunDuration.Place(
                        acceleratorSet.type(),
                        acceleratorSet.accelerators(),
                        acceleratorSet.perNode(),
                        false,
                        Optional.empty());
        TrainingTask shared = trainingTask.shared(acceleratorSet.accelerators());
        Estimate<Duration> time = runDuration.of(shared, place, prospect).time();
        return new JobEstimate.Takes(
                delivered(acceleratorSet).map(it -> time.withGround(it.ground())).orElse(time),
                prospect.configuration().verdict(),
                prospect.configuration().words(),
                new JobEstimate.Pace(acceleratorSet.type(), shared.steps(), step(prospect)));
    }

    private static Estimate<Double> step(Prospect prospect) {
        double tokens = prospect.configuration().tokensOfStep();
        Estimate<TokenRate> rate = prospect.rate();
        return new Estimate<>(
                tokens / rate.value().perSecond(),
                tokens / rate.high().perSecond(),
                tokens / rate.low().perSecond(),
                rate.grounds());
    }

    private JobEstimate tooSmall(
            TrainingTask trainingTask, TrainingSpec trainingSpec, AcceleratorSet acceleratorSet) {
        String because =
                "No set-up of %s is found that fits into the memory of %s."
                        .formatted(
                                trainingSpec.model(),
                                Format.accelerators(
                                        acceleratorSet.accelerators(), acceleratorSet.type()));
        OptionalInt enough = enough(trainingTask, acceleratorSet);
        return new JobEstimate.DoesNotFit(
                because,
                enough.isPresent()
                        ? "It would fit on %s, with nodes: %d."
                                .formatted(
                                        Format.accelerators(
                                                enough.getAsInt() * acceleratorSet.perNode(),
                                                acceleratorSet.type()),
                                        enough.getAsInt())
                        : "Shorten the sequence, or train adapters: method: lora.");
    }

    /** How many nodes would do, of those that are twice as many, four times and so on. */
    private OptionalInt enough(TrainingTask trainingTask, AcceleratorSet acceleratorSet) {
        for (int times = 2; times <= MOST_TIMES; times *= 2) {
            int nodes = acceleratorSet.nodes() * times;
            var more = new AcceleratorSet(acceleratorSet.type(), acceleratorSet.perNode(), nodes);
            if (best(trainingTask, more).isPresent()) {
                return OptionalInt.of(nodes);
            }
        }
        return OptionalInt.empty();
    }
}
