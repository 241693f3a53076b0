package slipway.plan.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import slipway.base.text.UntrustedText;
import slipway.plan.table.StatedValues;

/** Makes a situation of what a measured table states. */
final class ServingRowParser {

    /** A disaggregated row says only in its note how large its two sides are. */
    private static final Pattern SIDES = Pattern.compile("(?:w|\\btp)=(\\d*)");

    /** Offline requests come without bound. */
    private static final Pattern NUMBER =
            Pattern.compile("\\+?(?:[0-9]+\\.?[0-9]*(?:[eE][+-]?[0-9]{1,2})?|(?i:inf|infinity))");

    private final ServedModels servedModels;
    private final ServingAccelerators servingAccelerators;

    ServingRowParser(ServedModels servedModels, ServingAccelerators servingAccelerators) {
        this.servedModels = servedModels;
        this.servingAccelerators = servingAccelerators;
    }

    ServingRow of(StatedValues statedValues) {
        String model = statedValues.text("model");
        Optional<ServedModel> body = servedModels.named(model);
        Optional<ServingAccelerator> card =
                servingAccelerators.named(statedValues.text("accelerator"));
        Optional<BatchingMode> mode = BatchingMode.named(statedValues.text("mode"));
        Optional<RequestLoad.Kind> kind = RequestLoad.Kind.named(statedValues.text("load_type"));
        if (body.isEmpty()) {
            return not("the architecture of %s is not known", model);
        }
        if (card.isEmpty()) {
            return not("accelerator %s is not in the catalog", statedValues.text("accelerator"));
        }
        if (mode.isEmpty()) {
            return not(
                    "mode %s is not one of agg, static-batch, disagg", statedValues.text("mode"));
        }
        if (kind.isEmpty()) {
            return not("load_type %s is not known", statedValues.text("load_type"));
        }
        String loaded = statedValues.text("load_value");
        if (!loaded.isEmpty() && !NUMBER.matcher(loaded).matches()) {
            return not("load_value: %s is not a number", loaded);
        }
        var weightFormat = WeightFormat.measured(statedValues.text("precision"), model);
        var requestLoad =
                new RequestLoad(kind.get(), statedValues.number("load_value", Double.NaN));
        var sides = Sides.of(statedValues, mode.get());
        var servingDeployment =
                new ServingDeployment(
                        statedValues.text("framework"),
                        body.get(),
                        card.get(),
                        weightFormat,
                        mode.get(),
                        sides.cards,
                        sides.first,
                        sides.apart);
        boolean assumed =
                !statedValues.says("precision")
                        || (!statedValues.says("tp") && !statedValues.says("n_acc"));
        return new ServingRow.Whole(
                new ServingScenario(
                        servingDeployment,
                        statedValues.number("isl", 0),
                        statedValues.number("osl", 0),
                        requestLoad),
                assumed);
    }

    private static ServingRow not(String reason, String what) {
        return new ServingRow.Not(reason.formatted(UntrustedText.quoted(what)));
    }

    /** How many accelerators do what. */
    private record Sides(double cards, double first, double apart) {

        static Sides of(StatedValues statedValues, BatchingMode batchingMode) {
            boolean split = batchingMode == BatchingMode.DISAGGREGATED;
            List<Double> noted = split ? noted(statedValues.text("notes")) : List.of();
            double tensor = statedValues.number("tp", noted.isEmpty() ? 1 : noted.getLast());
            double cards = split ? tensor : Math.max(statedValues.number("n_acc", tensor), tensor);
            double first = noted.size() > 1 ? noted.get(1) : tensor;
            double apart = statedValues.number("attn_dp", 1);
            double experts = statedValues.number("ep", 0);
            // Written as experts x experts by whoever made the table: it was one group of them.
            boolean squared =
                    batchingMode == BatchingMode.AGGREGATED
                            && experts > 1
                            && cards == experts * experts;
            return squared
                    ? new Sides(experts, first, Math.min(apart, experts))
                    : new Sides(cards, first, apart);
        }

        private static List<Double> noted(String notes) {
            List<Double> found = new ArrayList<>();
            var matcher = SIDES.matcher(notes);
            while (matcher.find()) {
                found.add(matcher.group(1).isEmpty() ? 1.0 : Double.parseDouble(matcher.group(1)));
            }
            return found;
        }
    }
}
