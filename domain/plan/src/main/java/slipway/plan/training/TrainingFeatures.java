package slipway.plan.training;

import java.util.List;
import java.util.Locale;
import slipway.plan.table.BundledTable;

/**
 * A configuration as neighbours are compared: four names and eleven numbers, most of them in doublings.
 */
final class TrainingFeatures {

    /** As the tables name the numbers. */
    static final List<String> NUMBERS =
            List.of(
                    "hidden", "seq", "tokens", "n", "tp", "pp", "ep", "again", "micros", "full",
                    "release");

    private static final String EXPERTS = "e";

    private final FrameworkFamily frameworkFamily;
    private final String generation;
    private final String dtype;

    /** The shape, with a {@code t} behind it where only adapters are trained, an {@code e} where there are experts. */
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
            log2(it.tokens()),
            log2(parallelLayout.all()) / 2,
            log2(parallelLayout.tensor()),
            log2(parallelLayout.pipeline()),
            log2(parallelLayout.expert()),
            3 * trainingBatch.again() + trainingBatch.stated().number(),
            log2(it.micros()) / 2,
            3 * Math.min(trainingBatch.full(), 1.2),
            it.release()
        };
        return new TrainingFeatures(
                it.manner().family(),
                it.rates().generation(),
                it.manner().dtype().word(),
                it.shape().key()
                        + (it.manner().adapters() ? "t" : "")
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
     * What scatters alike has one class. How experts are reached changes with every release, so that such rows
     * scatter three times as much as others of their family.
     */
    String noise() {
        return model.endsWith(EXPERTS) ? "experts" : frameworkFamily.noise();
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

    double at(int which) {
        return numbers[which];
    }

    /** Whether it is the same but for the digits that a table drops. */
    boolean same(TrainingFeatures other) {
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
