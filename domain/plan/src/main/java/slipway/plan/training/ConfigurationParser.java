package slipway.plan.training;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import slipway.catalog.Catalog;
import slipway.plan.table.StatedValues;

/**
 * Completes a stated configuration, or gives the reason why it cannot. docs/planning-model.md, section 1, lists the
 * defaults.
 */
public final class ConfigurationParser {

    /** A complete configuration, or the reason why there is none. */
    public sealed interface Parsed {
        record Complete(TrainingConfiguration configuration) implements Parsed {}

        /**
         * @param reason a clause without a point
         */
        record Incomplete(String reason) implements Parsed {}
    }

    private static final Pattern VERSION = Pattern.compile("\\b(2[3-6])\\.([0-9]{2})");
    private static final Pattern DATE = Pattern.compile("20([0-9]{2})(?:-([0-9]{2}))?");
    private static final double[] MICRO_BATCHES = {16, 8, 4, 2, 1};
    private static final double LONG_SEQUENCE = 8_192;

    /** With adapters, the weights may take this share of the memory; beyond it tensor parallelism grows. */
    private static final double MAX_WEIGHTS_SHARE = 0.55;

    /** The most ranks over which experts are distributed where the layout is not stated. */
    private static final int MAX_DEFAULT_EP = 64;

    private final AcceleratorNames acceleratorNames;
    private final ModelShapes modelShapes;

    public ConfigurationParser(Catalog catalog) {
        this.acceleratorNames = new AcceleratorNames(catalog);
        this.modelShapes = new ModelShapes(catalog);
    }

    public Parsed parse(StatedValues statedValues) {
        Optional<AcceleratorRates> rates = acceleratorNames.find(statedValues.text("accelerator"));
        if (rates.isEmpty()) {
            return new Parsed.Incomplete(
                    "accelerator %s is not in the catalog"
                            .formatted(statedValues.text("accelerator")));
        }
        Optional<ModelShape> shape = modelShapes.of(statedValues);
        if (shape.isEmpty()) {
            return new Parsed.Incomplete(
                    "the architecture of %s is not known".formatted(statedValues.text("model")));
        }
        if (statedValues.text("notes").contains("techniques: baseline;")) {
            return new Parsed.Incomplete(
                    "samples are not packed and their mean length is not given");
        }
        if (statedValues.number("n_acc", 0) < 1) {
            return new Parsed.Incomplete("the number of accelerators is not given");
        }
        TrainingMethod trainingMethod = TrainingMethod.of(statedValues, rates.get());
        double seq =
                statedValues.number(
                        "seq", statedValues.text("model").contains("gpt3") ? 2_048 : LONG_SEQUENCE);
        ParallelLayout parallelLayout =
                layout(statedValues, rates.get(), shape.get(), trainingMethod, seq)
                        .withDataParallel(statedValues.number("gbs", 0));
        Optional<String> mistake = LayoutCheck.mistake(shape.get(), parallelLayout);
        return mistake.isPresent()
                ? new Parsed.Incomplete(mistake.get())
                : new Parsed.Complete(
                        configuration(
                                statedValues,
                                new TrainingMemory(
                                        shape.get(),
                                        rates.get(),
                                        trainingMethod,
                                        parallelLayout,
                                        seq)));
    }

    private static TrainingConfiguration configuration(
            StatedValues statedValues, TrainingMemory whole) {
        boolean chosen =
                TrainingBatch.Recompute.of(statedValues.text("act_ckpt"))
                        == TrainingBatch.Recompute.SELECTIVE;
        TrainingMemory trainingMemory = chosen ? whole.withSelectiveRecompute() : whole;
        return new TrainingConfiguration(
                whole.shape(),
                whole.rates(),
                whole.method(),
                whole.layout(),
                batch(statedValues, trainingMemory, statedValues.number("gbs", 0)),
                release(statedValues),
                Stream.of("mbs", "act_ckpt").filter(it -> !statedValues.has(it)).toList());
    }

    private static ParallelLayout layout(
            StatedValues statedValues,
            AcceleratorRates acceleratorRates,
            ModelShape modelShape,
            TrainingMethod trainingMethod,
            double seq) {
        ParallelLayout parallelLayout =
                new ParallelLayout(
                        statedValues.number("n_acc", 1),
                        statedValues.number("tp", 0),
                        atLeastOne(statedValues, "pp"),
                        atLeastOne(statedValues, "vp"),
                        atLeastOne(statedValues, "cp"),
                        new ParallelLayout.ExpertLayout(
                                atLeastOne(statedValues, "ep"), atLeastOne(statedValues, "etp")),
                        1,
                        domain(statedValues, acceleratorRates));
        if (parallelLayout.tp() > 0) {
            return parallelLayout;
        }
        ParallelLayout widened =
                modelShape.hasExperts()
                        ? parallelLayout.withEp(
                                LayoutCheck.largestEp(
                                        modelShape,
                                        parallelLayout.accelerators() / parallelLayout.pp(),
                                        MAX_DEFAULT_EP))
                        : parallelLayout;
        boolean splitsWeights =
                trainingMethod.adapters().trained() && !trainingMethod.shardsWeights();
        return widened.withTp(
                splitsWeights
                        ? fewestTensorParts(modelShape, acceleratorRates, trainingMethod, seq)
                        : 1);
    }

    /** The smallest tensor-parallel size at which the weights leave space for the rest. */
    private static double fewestTensorParts(
            ModelShape modelShape,
            AcceleratorRates acceleratorRates,
            TrainingMethod trainingMethod,
            double seq) {
        double size =
                LayerFlops.of(modelShape, seq).parameters(modelShape)
                        * (trainingMethod.dtype() == GemmDtype.BFLOAT16 ? 2 : 1);
        double parts = 1;
        while (size / parts > MAX_WEIGHTS_SHARE * acceleratorRates.memory() * 1e9
                && parts < 8
                && modelShape.attention().heads() % (2 * parts) == 0) {
            parts *= 2;
        }
        return parts;
    }

    private static double atLeastOne(StatedValues statedValues, String name) {
        return Math.max(1, statedValues.number(name, 1));
    }

    private static double domain(StatedValues statedValues, AcceleratorRates acceleratorRates) {
        double node = statedValues.number("acc_per_node", 8);
        return Math.max(
                1,
                acceleratorRates.links().scaleUpDomain() <= 8
                        ? Math.min(acceleratorRates.links().scaleUpDomain(), node)
                        : acceleratorRates.links().scaleUpDomain());
    }

    private static TrainingBatch batch(
            StatedValues statedValues, TrainingMemory trainingMemory, double global) {
        double given = statedValues.number("mbs", 0);
        double micro = given > 0 ? given : microBatch(trainingMemory, global);
        TrainingBatch.Recompute recompute =
                TrainingBatch.Recompute.of(statedValues.text("act_ckpt"));
        double recomputeFraction =
                switch (recompute) {
                    case FULL -> 1;
                    case NONE, SELECTIVE -> 0;
                    case UNSTATED -> recomputeFraction(trainingMemory, global, micro);
                };
        return new TrainingBatch(
                trainingMemory.seq(),
                micro,
                global > 0 ? global : micro * trainingMemory.layout().dp(),
                recompute,
                recomputeFraction,
                trainingMemory.fill(
                        micro, recomputeFraction, microBatches(trainingMemory, global, micro)));
    }

    /** The largest micro-batch that fits, with no fewer micro-batches than pipeline stages. */
    private static double microBatch(TrainingMemory trainingMemory, double global) {
        double most = trainingMemory.seq() >= LONG_SEQUENCE ? 1 : 4;
        if (global > 0) {
            most = Math.max(1, global / trainingMemory.layout().dp());
        }
        double within = Math.max(1, most / trainingMemory.layout().pp());
        List<Double> sizes =
                DoubleStream.of(MICRO_BATCHES).filter(it -> it <= within).boxed().toList();
        Optional<Double> free =
                sizes.stream()
                        .filter(it -> recomputeFraction(trainingMemory, global, it) == 0)
                        .findFirst();
        if (free.isPresent() && !trainingMemory.method().shardsWeights()) {
            return free.get();
        }
        return sizes.stream()
                .filter(it -> recomputeFraction(trainingMemory, global, it) < 1)
                .findFirst()
                .orElse(1.0);
    }

    private static double recomputeFraction(
            TrainingMemory trainingMemory, double global, double micro) {
        return trainingMemory.leastRecomputeFraction(
                micro, microBatches(trainingMemory, global, micro));
    }

    /** Micro-batches of a step (gradient accumulation steps); 1 where the global batch is unknown. */
    private static double microBatches(TrainingMemory trainingMemory, double global, double micro) {
        return Math.max(1, Math.rint(global / (trainingMemory.layout().dp() * micro)));
    }

    /**
     * The release of the software in years since 2020: from the version in the framework's name, else from the date of
     * the source.
     */
    private static double release(StatedValues statedValues) {
        Matcher version = VERSION.matcher(statedValues.text("framework"));
        if (version.find()) {
            return yearsSince2020(version.group(1), version.group(2));
        }
        Matcher date = DATE.matcher(statedValues.text("date"));
        if (!date.find()) {
            return 3;
        }
        return yearsSince2020(date.group(1), date.group(2) == null ? "6" : date.group(2));
    }

    private static double yearsSince2020(String year, String month) {
        return Integer.parseInt(year) + Integer.parseInt(month) / 12.0 - 20;
    }
}
