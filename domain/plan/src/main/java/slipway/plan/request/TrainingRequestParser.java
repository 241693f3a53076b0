package slipway.plan.request;

import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import slipway.catalog.Architecture;
import slipway.catalog.Catalog;
import slipway.plan.money.OfferFilter;
import slipway.plan.money.PricingTerms;
import slipway.plan.training.GemmDtype;
import slipway.plan.training.TrainingTask;

/** Parses and checks a training request; all mistakes are one problem. */
final class TrainingRequestParser {

    private static final int MAX_MACHINES = 512;

    /** Default sequence lengths of pretraining and of fine-tuning. */
    private static final double PRETRAINING_SEQUENCE = 8_192;

    private static final double TUNING_SEQUENCE = 2_048;
    private static final double TUNING_BATCH = 64;

    private final Catalog catalog;
    private final Path folder;
    private final TrainingRequest trainingRequest;
    private final RequestValues requestValues;

    /**
     * @param folder the folder of a named file
     */
    TrainingRequestParser(Catalog catalog, Path folder, TrainingRequest trainingRequest) {
        this.catalog = catalog;
        this.folder = folder;
        this.trainingRequest = trainingRequest;
        this.requestValues = new RequestValues(trainingRequest.command());
    }

    TrainingGoal read(Instant now) {
        Optional<Architecture> model =
                requestValues.model(catalog, folder, trainingRequest.model());
        double seq =
                requestValues.sequence(
                        trainingRequest.batch().seq(),
                        model,
                        isTuning() ? TUNING_SEQUENCE : PRETRAINING_SEQUENCE);
        double tokens = tokens(seq);
        Optional<Double> globalBatch = globalBatch(seq);
        GemmDtype gemmDtype = requestValues.precision(trainingRequest.precision());
        Optional<TrainingTask.Tuning> tuning =
                requestValues.enumValue(
                        "--method", trainingRequest.method(), TrainingTask.Tuning.class);
        var deadline = requestValues.duration("--deadline", trainingRequest.limits().deadline());
        var budget = requestValues.money("--budget", trainingRequest.limits().budget());
        TrainingGoal.Where where = where();
        requestValues.check();
        Architecture it = model.orElseThrow();
        var amount =
                new TrainingTask.Amount(
                        tokens, seq, globalBatch.orElseGet(() -> defaultGlobalBatch(it, seq)));
        TrainingTask trainingTask = TrainingTask.of(it, amount, gemmDtype, tuning.orElseThrow());
        return new TrainingGoal(trainingTask, deadline, budget, where, now);
    }

    private boolean isTuning() {
        return trainingRequest.samples().isPresent()
                || trainingRequest.batch().sequences().isPresent();
    }

    private double tokens(double seq) {
        if (trainingRequest.tokens().isPresent() == trainingRequest.samples().isPresent()) {
            requestValues.mistake("--tokens", "Say either --tokens or --samples.");
        }
        Optional<Double> tokens =
                trainingRequest.tokens().map(it -> requestValues.count("--tokens", it));
        Optional<Double> samples = trainingRequest.samples().map(it -> samples(it) * seq);
        return tokens.or(() -> samples).orElse(1.0);
    }

    private double samples(TrainingRequest.Samples samples) {
        return requestValues.count("--samples", samples.count())
                * requestValues.count("--epochs", samples.epochs());
    }

    /** Global batch: sequences of a step, if stated. */
    private Optional<Double> globalBatch(double seq) {
        return trainingRequest
                .batch()
                .step()
                .map(it -> Math.max(1, Math.rint(requestValues.count("--step", it) / seq)))
                .or(
                        () ->
                                trainingRequest
                                        .batch()
                                        .sequences()
                                        .map(it -> Math.rint(requestValues.count("--batch", it))));
    }

    /** The default global batch: larger models train with more tokens per step. */
    private double defaultGlobalBatch(Architecture model, double seq) {
        if (isTuning()) {
            return TUNING_BATCH;
        }
        double billions = model.activeParameters() / 1e9;
        double tokens =
                billions < 1 ? 1 << 19 : billions < 3 ? 1 << 20 : billions < 7 ? 1 << 21 : 1 << 22;
        return Math.max(1, Math.rint(tokens / seq));
    }

    private TrainingGoal.Where where() {
        TrainingRequest.Limits limits = trainingRequest.limits();
        Set<PricingTerms> allowed = EnumSet.noneOf(PricingTerms.class);
        limits.terms()
                .forEach(
                        it ->
                                requestValues
                                        .enumValue("--terms", it, PricingTerms.class)
                                        .ifPresent(allowed::add));
        RequestValues.Accelerators wanted =
                requestValues.accelerators(catalog, limits.accelerators());
        requestValues.providers(catalog, limits.providers());
        int most =
                (int)
                        Math.min(
                                MAX_MACHINES,
                                requestValues.count("--max-machines", limits.machines()));
        return new TrainingGoal.Where(
                new OfferFilter(
                        new HashSet<>(limits.providers()),
                        new HashSet<>(limits.regions()),
                        allowed),
                wanted.types(),
                wanted.count() > 0 ? OptionalInt.of(wanted.count()) : OptionalInt.empty(),
                wanted.count() > 0 ? MAX_MACHINES : most);
    }
}
