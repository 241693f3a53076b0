package slipway.plan.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.text.UntrustedText;
import slipway.plan.table.StatedValues;

/** Parses the scenario of a measured row. */
final class ServingRowParser {

    /** The sizes of both sides of a disaggregated row, which are only in its notes. */
    private static final Pattern SIDES = Pattern.compile("(?:w|\\btp)=(\\d*)");

    /** Numbers, with infinity: offline requests have an unlimited rate. */
    private static final Pattern NUMBER =
            Pattern.compile("\\+?(?:[0-9]+\\.?[0-9]*(?:[eE][+-]?[0-9]{1,2})?|(?i:inf|infinity))");

    /** Accelerators of one machine. */
    private static final double ONE_MACHINE = 8;

    private final ServedModels servedModels;
    private final ServingAccelerators servingAccelerators;

    ServingRowParser(ServedModels servedModels, ServingAccelerators servingAccelerators) {
        this.servedModels = servedModels;
        this.servingAccelerators = servingAccelerators;
    }

    ServingRow parse(StatedValues statedValues) {
        String model = statedValues.text("model");
        Optional<ServedModel> servedModel = servedModels.find(model);
        Optional<ServingAccelerator> accelerator =
                servingAccelerators.find(statedValues.text("accelerator"));
        Optional<BatchingMode> mode = BatchingMode.find(statedValues.text("mode"));
        Optional<RequestLoad.Kind> kind = RequestLoad.Kind.find(statedValues.text("load_type"));
        if (servedModel.isEmpty()) {
            return incomplete("the architecture of %s is not known", model);
        }
        if (accelerator.isEmpty()) {
            return incomplete(
                    "accelerator %s is not in the catalog", statedValues.text("accelerator"));
        }
        if (mode.isEmpty()) {
            return incomplete(
                    "mode %s is not one of agg, static-batch, disagg", statedValues.text("mode"));
        }
        if (kind.isEmpty()) {
            return incomplete("load_type %s is not known", statedValues.text("load_type"));
        }
        String loaded = statedValues.text("load_value");
        if (!loaded.isEmpty() && !NUMBER.matcher(loaded).matches()) {
            return incomplete("load_value: %s is not a number", loaded);
        }
        var weightFormat = WeightFormat.measured(statedValues.text("precision"), model);
        var requestLoad =
                new RequestLoad(kind.get(), statedValues.number("load_value", Double.NaN));
        var servingDeployment =
                new ServingDeployment(
                        statedValues.text("framework"),
                        servedModel.get(),
                        accelerator.get(),
                        formats(statedValues, weightFormat),
                        mode.get(),
                        layout(
                                statedValues,
                                mode.get(),
                                servedModel.get().attention().kvHeads() == 1));
        boolean assumed =
                !statedValues.has("precision")
                        || (!statedValues.has("tp") && !statedValues.has("n_acc"));
        return new ServingRow.Complete(
                new ServingScenario(
                        servingDeployment,
                        statedValues.number("isl", 0),
                        statedValues.number("osl", 0),
                        requestLoad),
                assumed);
    }

    private static ServingRow incomplete(String reason, String what) {
        return new ServingRow.Incomplete(reason.formatted(UntrustedText.quoted(what)));
    }

    /** InferenceX asks for a cache of 8 bits with quantized weights; other rows have the framework's default. */
    private static NumberFormats formats(StatedValues statedValues, WeightFormat weights) {
        return weights != WeightFormat.SIXTEEN && statedValues.text("source").contains("InferenceX")
                ? new NumberFormats(weights, KvCacheFormat.EIGHT)
                : NumberFormats.ofFramework(statedValues.text("framework"), weights);
    }

    /**
     * @param oneKvHead whether all heads share one cache. Attention is then data parallel where its ranks are not
     *     stated, or are said to be one group on several machines: such a group would repeat the cache on each.
     */
    private static ServingDeployment.ServingLayout layout(
            StatedValues statedValues, BatchingMode batchingMode, boolean oneKvHead) {
        boolean split = batchingMode == BatchingMode.DISAGGREGATED;
        List<Double> fromNotes = split ? fromNotes(statedValues.text("notes")) : List.of();
        double tensor = statedValues.number("tp", fromNotes.isEmpty() ? 1 : fromNotes.getLast());
        double stated = split ? tensor : Math.max(statedValues.number("n_acc", tensor), tensor);
        double first = fromNotes.size() > 1 ? fromNotes.get(1) : tensor;
        double experts = statedValues.number("ep", 0);
        // The table lists experts x experts for one group of expert-parallel accelerators.
        boolean squared =
                batchingMode == BatchingMode.AGGREGATED
                        && experts > 1
                        && stated == experts * experts;
        double accelerators = squared ? experts : stated;
        double apart = statedValues.number("attn_dp", 1);
        double groups = squared ? Math.min(apart, experts) : apart;
        boolean dataParallel =
                oneKvHead
                        && (!statedValues.has("attn_dp")
                                || (batchingMode == BatchingMode.AGGREGATED
                                        && accelerators > ONE_MACHINE));
        return new ServingDeployment.ServingLayout(
                accelerators, first, groups, dataParallel ? 1 : Math.max(1, accelerators / groups));
    }

    private static List<Double> fromNotes(String notes) {
        List<Double> found = new ArrayList<>();
        var matcher = SIDES.matcher(notes);
        while (matcher.find()) {
            found.add(matcher.group(1).isEmpty() ? 1.0 : Double.parseDouble(matcher.group(1)));
        }
        return found;
    }
}
