package slipway.plan.training;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import slipway.plan.gp.KernelParameters;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/**
 * The covariance kernel of training: how similar the physical model's errors are at two configurations. It is a sum of
 * components, one for each property that both share.
 */
final class TrainingCovariance {

    private static final List<String> STRENGTHS =
            List.of(
                    "framework",
                    "machine",
                    "framework x machine",
                    "model",
                    "model x machine",
                    "near",
                    "same model near");

    private final Map<String, Double> values = new HashMap<>();
    private final KernelParameters parameters;
    private final double close;

    TrainingCovariance(FitSource fitSource) {
        for (BundledTable.Line line : fitSource.table("likeness.tsv")) {
            values.put(line.text("kind") + " " + line.text("name"), line.number("value"));
        }
        this.parameters = new KernelParameters(STRENGTHS, TrainingFeatures.NUMBERS, this::value);
        this.close = KernelParameters.square(value("close", "factor"));
    }

    /** The covariance of a configuration with itself: the greatest there is. */
    double whole() {
        return parameters.totalVariance();
    }

    /** The variance of measuring this configuration. */
    double noise(TrainingFeatures trainingFeatures) {
        return KernelParameters.square(value("noise", trainingFeatures.noiseClass()));
    }

    /** The number of deviations that hold 90 % of measurements. */
    double width(TrainingFeatures trainingFeatures) {
        return value("width", trainingFeatures.noiseClass());
    }

    double of(TrainingFeatures one, TrainingFeatures other) {
        boolean generation = one.generation().equals(other.generation());
        boolean machine = generation && one.dtype().equals(other.dtype());
        boolean model = one.model().equals(other.model());
        double sum = machine ? parameters.variance(1) : 0;
        if (model) {
            sum += parameters.variance(3) + (generation ? parameters.variance(4) : 0);
        }
        if (one.family() != other.family()) {
            return sum;
        }
        double far = parameters.squaredDistance(one.numbers(), other.numbers());
        sum +=
                parameters.variance(0)
                        + (machine ? parameters.variance(2) : 0)
                        + parameters.variance(5) * Math.exp(-far / 2);
        return model ? sum + parameters.variance(6) * Math.exp(-far / 2 / close) : sum;
    }

    private double value(String kind, String name) {
        Double value = values.get(kind + " " + name);
        if (value == null) {
            throw new IllegalStateException("likeness.tsv has no " + kind + " " + name);
        }
        return value;
    }
}
