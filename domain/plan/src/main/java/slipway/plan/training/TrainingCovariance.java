package slipway.plan.training;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/**
 * How alike two configurations are: the covariance of the physical model's errors at both. It is a sum of parts, each
 * a strength for something that both have in common.
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
    private final double[] strengths = new double[STRENGTHS.size()];
    private final double[] lengths = new double[TrainingFeatures.NUMBERS.size()];
    private final double close;
    private final double whole;

    TrainingCovariance(FitSource fitSource) {
        for (BundledTable.Line line : fitSource.table("likeness.tsv")) {
            values.put(line.text("kind") + " " + line.text("name"), line.number("value"));
        }
        double sum = 0;
        for (int at = 0; at < strengths.length; at++) {
            strengths[at] = square(value("strength", STRENGTHS.get(at)));
            sum += strengths[at];
        }
        for (int at = 0; at < lengths.length; at++) {
            lengths[at] = square(value("length", TrainingFeatures.NUMBERS.get(at)));
        }
        this.close = square(value("close", "factor"));
        this.whole = sum;
    }

    /** Of a configuration with itself: the greatest there is. */
    double whole() {
        return whole;
    }

    /** The variance that measuring it adds. */
    double noise(TrainingFeatures trainingFeatures) {
        return square(value("noise", trainingFeatures.noise()));
    }

    /** So many deviations hold nine of ten. */
    double width(TrainingFeatures trainingFeatures) {
        return value("width", trainingFeatures.noise());
    }

    double of(TrainingFeatures one, TrainingFeatures other) {
        boolean generation = one.generation().equals(other.generation());
        boolean machine = generation && one.dtype().equals(other.dtype());
        boolean model = one.model().equals(other.model());
        double sum = machine ? strengths[1] : 0;
        if (model) {
            sum += strengths[3] + (generation ? strengths[4] : 0);
        }
        if (one.family() != other.family()) {
            return sum;
        }
        double far = far(one, other);
        sum += strengths[0] + (machine ? strengths[2] : 0) + strengths[5] * Math.exp(-far / 2);
        return model ? sum + strengths[6] * Math.exp(-far / 2 / close) : sum;
    }

    private double far(TrainingFeatures one, TrainingFeatures other) {
        double far = 0;
        for (int at = 0; at < lengths.length; at++) {
            far += square(one.at(at) - other.at(at)) / lengths[at];
        }
        return far;
    }

    private double value(String kind, String name) {
        Double value = values.get(kind + " " + name);
        if (value == null) {
            throw new IllegalStateException("likeness.tsv has no " + kind + " " + name);
        }
        return value;
    }

    private static double square(double number) {
        return number * number;
    }
}
