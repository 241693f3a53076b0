package slipway.plan.training;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import slipway.catalog.Catalog;
import slipway.plan.table.StatedValues;

/** Makes a configuration of what was stated, or says why it cannot. */
public final class ConfigurationParser {

    /** What comes of it. */
    public sealed interface Completed {
        record Whole(TrainingConfiguration configuration) implements Completed {}

        /**
         * @param reason a clause without a point
         */
        record Not(String reason) implements Completed {}
    }

    private static final Pattern VERSION = Pattern.compile("\\b(2[3-6])\\.([0-9]{2})");
    private static final Pattern DATE = Pattern.compile("20([0-9]{2})(?:-([0-9]{2}))?");
    private static final double[] MICRO_BATCHES = {16, 8, 4, 2, 1};
    private static final double LONG = 8_192;

    /** Weights of a model whose adapters are trained may take this much of the memory. */
    private static final double WEIGHTS = 0.55;

    private final AcceleratorNames acceleratorNames;
    private final ModelShapes modelShapes;

    public ConfigurationParser(Catalog catalog) {
        this.acceleratorNames = new AcceleratorNames(catalog);
        this.modelShapes = new ModelShapes(catalog);
    }

    public Completed of(StatedValues statedValues) {
        Optional<AcceleratorRates> rates = acceleratorNames.named(statedValues.text("accelerator"));
        if (rates.isEmpty()) {
            return new Completed.Not(
                    "accelerator %s is not in the catalog"
                            .formatted(statedValues.text("accelerator")));
        }
        Optional<ModelShape> shape = modelShapes.of(statedValues);
        if (shape.isEmpty()) {
            return new Completed.Not(
                    "the architecture of %s is not known".formatted(statedValues.text("model")));
        }
        if (statedValues.text("notes").contains("techniques: baseline;")) {
            return new Completed.Not("samples are not packed and their mean length is not given");
        }
        if (statedValues.number("n_acc", 0) < 1) {
            return new Completed.Not("the number of accelerators is not given");
        }
        return new Completed.Whole(whole(statedValues, rates.get(), shape.get()));
    }

    private static TrainingConfiguration whole(
            StatedValues statedValues, AcceleratorRates acceleratorRates, ModelShape modelShape) {
        TrainingMethod trainingMethod = TrainingMethod.of(statedValues, acceleratorRates);
        double seq =
                statedValues.number(
                        "seq", statedValues.text("model").contains("gpt3") ? 2_048 : LONG);
        double global = statedValues.number("gbs", 0);
        ParallelLayout parallelLayout =
                layout(statedValues, acceleratorRates, modelShape, trainingMethod, seq)
                        .spread(global);
        var whole =
                new TrainingMemory(
                        modelShape, acceleratorRates, trainingMethod, parallelLayout, seq);
        boolean chosen =
                TrainingBatch.Recompute.of(statedValues.text("act_ckpt"))
                        == TrainingBatch.Recompute.SELECTIVE;
        TrainingMemory trainingMemory = chosen ? whole.choosing() : whole;
        return new TrainingConfiguration(
                modelShape,
                acceleratorRates,
                trainingMethod,
                parallelLayout,
                batch(statedValues, trainingMemory, global),
                release(statedValues),
                Stream.of("mbs", "act_ckpt").filter(it -> !statedValues.says(it)).toList());
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
                        atLeastOne(statedValues, "ep"),
                        1,
                        domain(statedValues, acceleratorRates));
        if (parallelLayout.tensor() > 0) {
            return parallelLayout;
        }
        ParallelLayout spread =
                modelShape.hasExperts()
                        ? parallelLayout.withExpert(Math.min(64, parallelLayout.all()))
                        : parallelLayout;
        boolean cut = trainingMethod.adapters() && !trainingMethod.sharded();
        return spread.withTensor(
                cut ? parts(modelShape, acceleratorRates, trainingMethod, seq) : 1);
    }

    /** The fewest parts in which the weights leave room. */
    private static double parts(
            ModelShape modelShape,
            AcceleratorRates acceleratorRates,
            TrainingMethod trainingMethod,
            double seq) {
        double size =
                LayerFlops.of(modelShape, seq).parameters(modelShape)
                        * (trainingMethod.dtype() == GemmDtype.BFLOAT16 ? 2 : 1);
        double parts = 1;
        while (size / parts > WEIGHTS * acceleratorRates.memory() * 1e9 && parts < 8) {
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
                acceleratorRates.domain() <= 8
                        ? Math.min(acceleratorRates.domain(), node)
                        : acceleratorRates.domain());
    }

    private static TrainingBatch batch(
            StatedValues statedValues, TrainingMemory trainingMemory, double global) {
        double given = statedValues.number("mbs", 0);
        double micro = given > 0 ? given : micro(trainingMemory, global);
        TrainingBatch.Recompute recompute =
                TrainingBatch.Recompute.of(statedValues.text("act_ckpt"));
        double again =
                switch (recompute) {
                    case FULL -> 1;
                    case NONE, SELECTIVE -> 0;
                    case UNSAID -> recomputed(trainingMemory, global, micro);
                };
        return new TrainingBatch(
                trainingMemory.seq(),
                micro,
                global > 0 ? global : micro * trainingMemory.layout().data(),
                recompute,
                again,
                trainingMemory.full(micro, again, micros(trainingMemory, global, micro)));
    }

    /** The largest that fits; but no fewer micro-batches than stages. */
    private static double micro(TrainingMemory trainingMemory, double global) {
        double most = trainingMemory.seq() >= LONG ? 1 : 4;
        if (global > 0) {
            most = Math.max(1, global / trainingMemory.layout().data());
        }
        double within = Math.max(1, most / trainingMemory.layout().pipeline());
        List<Double> sizes =
                DoubleStream.of(MICRO_BATCHES).filter(it -> it <= within).boxed().toList();
        Optional<Double> free =
                sizes.stream()
                        .filter(it -> recomputed(trainingMemory, global, it) == 0)
                        .findFirst();
        if (free.isPresent() && !trainingMemory.manner().sharded()) {
            return free.get();
        }
        return sizes.stream()
                .filter(it -> recomputed(trainingMemory, global, it) < 1)
                .findFirst()
                .orElse(1.0);
    }

    private static double recomputed(TrainingMemory trainingMemory, double global, double micro) {
        return trainingMemory.recomputed(micro, micros(trainingMemory, global, micro));
    }

    /** Micro-batches of a step, as far as one knows. */
    private static double micros(TrainingMemory trainingMemory, double global, double micro) {
        return Math.max(1, Math.rint(global / (trainingMemory.layout().data() * micro)));
    }

    /** The version in the framework's name, else the date of the source. */
    private static double release(StatedValues statedValues) {
        Matcher version = VERSION.matcher(statedValues.text("framework"));
        if (version.find()) {
            return years(version.group(1), version.group(2));
        }
        Matcher date = DATE.matcher(statedValues.text("date"));
        if (!date.find()) {
            return 3;
        }
        return years(date.group(1), date.group(2) == null ? "6" : date.group(2));
    }

    private static double years(String year, String month) {
        return Integer.parseInt(year) + Integer.parseInt(month) / 12.0 - 20;
    }
}
