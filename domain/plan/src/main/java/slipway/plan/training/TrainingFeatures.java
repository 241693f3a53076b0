package slipway.plan.training;

import java.util.List;
import java.util.Locale;
import slipway.plan.table.BundledTable;

/** The features by which neighbors are compared: four names and eleven numbers, most of them as binary logarithms. */
final class TrainingFeatures {

    /** Names of the numbers in the tables. */
    static final List<String> NUMBERS =
            List.of(
                    "hidden", "seq", "tokens", "n", "tp", "pp", "ep", "again", "micros", "full",
                    "release");

    private static final String EXPERTS = "e";

    private final FrameworkFamily frameworkFamily;
    private final String generation;
    private final String dtype;

    /** The shape, with the suffix {@code t} for adapters and {@code e} for experts. */
    private final String model;

    private final double[] numbers;

    private TrainingFeatures(
            FrameworkFamily frameworkFamily,
            String generation,
            String dtype,
            String model,
            double... numbers) {
        this.frameworkFamily = frameworkFamily;
        this.generation = generation;
        this.dtype = dtype;
        this.model = model;
        this.numbers = numbers;
    }

    static TrainingFeatures of(TrainingConfiguration it) {
        ParallelLayout parallelLayout = it.layout();
        TrainingBatch trainingBatch = it.batch();
        double[] numbers = {
            log2(it.shape().hidden()),
            log2(trainingBatch.seq()),
            log2(it.tokensPerMicroBatch()),
            log2(parallelLayout.accelerators()) / 2,
            log2(parallelLayout.tp()),
            log2(parallelLayout.pp()),
            log2(parallelLayout.ep()),
            3 * trainingBatch.recomputeFraction() + trainingBatch.recompute().featureValue(),
            log2(it.microBatches()) / 2,
            3 * Math.min(trainingBatch.memoryFill(), 1.2),
            it.release()
        };
        return new TrainingFeatures(
                it.method().family(),
                it.rates().generation(),
                it.method().dtype().label(),
                it.shape().key()
                        + (it.method().adapters().trained() ? "t" : "")
                        + (it.shape().hasExperts() ? EXPERTS : ""),
                numbers);
    }

    static TrainingFeatures of(BundledTable.Line line) {
        return new TrainingFeatures(
                FrameworkFamily.valueOf(line.text("framework").toUpperCase(Locale.ROOT)),
                line.text("generation"),
                line.text("dtype"),
                line.text("model"),
                NUMBERS.stream().mapToDouble(line::number).toArray());
    }

    FrameworkFamily family() {
        return frameworkFamily;
    }

    /**
     * The noise class. Rows with experts scatter three times as much as others of their family, since expert kernels
     * change with every release.
     */
    String noiseClass() {
        return model.endsWith(EXPERTS) ? "experts" : frameworkFamily.noiseClass();
    }

    String generation() {
        return generation;
    }

    String dtype() {
        return dtype;
    }

    String model() {
        return model;
    }

    double release() {
        return numbers[NUMBERS.indexOf("release")];
    }

    double[] numbers() {
        return numbers;
    }

    /** Whether both are equal up to the digits that a table drops. */
    boolean isSameAs(TrainingFeatures other) {
        if (frameworkFamily != other.frameworkFamily
                || !generation.equals(other.generation)
                || !dtype.equals(other.dtype)
                || !model.equals(other.model)) {
            return false;
        }
        for (int at = 0; at < numbers.length; at++) {
            if (Math.abs(numbers[at] - other.numbers[at]) > 1e-3) {
                return false;
            }
        }
        return true;
    }

    private static double log2(double number) {
        return Math.log(Math.max(number, 1)) / Math.log(2);
    }
}
