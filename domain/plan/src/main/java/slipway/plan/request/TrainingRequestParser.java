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
public final class TrainingRequestParser {

    private static final int MAX_MACHINES = 512;

    /** Default sequence lengths of pretraining and of fine-tuning. */
    private static final double PRETRAINING_SEQUENCE = 8_192;

    private static final double TUNING_SEQUENCE = 2_048;
    private static final double TUNING_BATCH = 64;

    private final Catalog catalog;
    private final Path folder;
    private final TrainingRequest trainingRequest;
    private final RequestReader requestReader;

    /**
     * @param folder the folder of a named file
     */
    public TrainingRequestParser(Catalog catalog, Path folder, TrainingRequest trainingRequest) {
        this.catalog = catalog;
        this.folder = folder;
        this.trainingRequest = trainingRequest;
        this.requestReader = new RequestReader(trainingRequest.command());
    }

    public TrainingGoal read(Instant now) {
        Optional<Architecture> model =
                requestReader.model(catalog, folder, trainingRequest.model());
        double seq =
                requestReader.sequence(
                        trainingRequest.seq(),
                        model,
                        isTuning() ? TUNING_SEQUENCE : PRETRAINING_SEQUENCE);
        double tokens = tokens(seq);
        Optional<Double> globalBatch = globalBatch(seq);
        GemmDtype gemmDtype = requestReader.precision(trainingRequest.precision());
        Optional<TrainingTask.Tuning> tuning =
                requestReader.enumValue(
                        "--method", trainingRequest.method(), TrainingTask.Tuning.class);
        var deadline = requestReader.duration("--deadline", trainingRequest.limits().deadline());
        var budget = requestReader.money("--budget", trainingRequest.limits().budget());
        TrainingGoal.Where where = where();
        requestReader.check();
        Architecture it = model.orElseThrow();
        var amount =
                new TrainingTask.Amount(
                        tokens, seq, globalBatch.orElseGet(() -> defaultGlobalBatch(it, seq)));
        TrainingTask trainingTask = TrainingTask.of(it, amount, gemmDtype, tuning.orElseThrow());
        return new TrainingGoal(trainingTask, deadline, budget, where, now);
    }

    private boolean isTuning() {
        return trainingRequest.samples().isPresent() || trainingRequest.batch().isPresent();
    }

    private double tokens(double seq) {
        if (trainingRequest.tokens().isPresent() == trainingRequest.samples().isPresent()) {
            requestReader.mistake("--tokens", "Say either --tokens or --samples.");
        }
        Optional<Double> tokens =
                trainingRequest.tokens().map(it -> requestReader.count("--tokens", it));
        Optional<Double> samples = trainingRequest.samples().map(it -> samples(it) * seq);
        return tokens.or(() -> samples).orElse(1.0);
    }

    private double samples(TrainingRequest.Samples samples) {
        return requestReader.count("--samples", samples.count())
                * requestReader.count("--epochs", samples.epochs());
    }

    /** Global batch: sequences of a step, if stated. */
    private Optional<Double> globalBatch(double seq) {
        return trainingRequest
                .step()
                .map(it -> Math.max(1, Math.rint(requestReader.count("--step", it) / seq)))
                .or(
                        () ->
                                trainingRequest
                                        .batch()
                                        .map(it -> Math.rint(requestReader.count("--batch", it))));
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
                                requestReader
                                        .enumValue("--terms", it, PricingTerms.class)
                                        .ifPresent(allowed::add));
        RequestReader.Accelerators wanted =
                requestReader.accelerators(catalog, limits.accelerators());
        requestReader.providers(catalog, limits.providers());
        int most =
                (int)
                        Math.min(
                                MAX_MACHINES,
                                requestReader.count("--max-machines", limits.machines()));
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
