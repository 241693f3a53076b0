package slipway.plan.serving;

/** The features by which neighbors are compared: four names and ten numbers. */
final class ServingFeatures {

    /** Names of the numbers; serve_likeness.tsv has their length scales. */
    static final String[] NUMBERS = {
        "load", "isl", "osl", "gpus", "first", "dp", "size", "active", "bandwidth", "load each"
    };

    private static final double LEAST = 1e-9;

    private final String family;
    private final String machine;
    private final String shape;
    private final String version;
    private final double[] numbers;

    private ServingFeatures(ServingScenario it, double[] numbers) {
        ServingDeployment by = it.deployment();
        this.family = by.family().intern();
        this.machine = by.accelerator().name().intern();
        this.shape = by.model().key().intern();
        this.version = by.framework().intern();
        this.numbers = numbers;
    }

    String family() {
        return family;
    }

    /** The accelerator. */
    String machine() {
        return machine;
    }

    /** The model. */
    String shape() {
        return shape;
    }

    /** The framework with its version. */
    String version() {
        return version;
    }

    double[] numbers() {
        return numbers;
    }

    static ServingFeatures of(ServingScenario it) {
        ServingDeployment by = it.deployment();
        double load = (it.load().isStated() ? it.load().value() : 0) + 1;
        return new ServingFeatures(
                it,
                new double[] {
                    log2(load),
                    log2(it.input()),
                    log2(it.output()),
                    log2(by.accelerators()),
                    log2(by.layout().statedPrefill()),
                    log2(by.layout().attentionDp()),
                    log2(by.formats().weights().bytes()),
                    log2(by.model().parameters().active()) / 2,
                    log2(by.accelerator().bytesPerSecond()),
                    log2(load / by.accelerators())
                });
    }

    boolean isSameAs(ServingFeatures other) {
        return shape.equals(other.shape)
                && machine.equals(other.machine)
                && version.equals(other.version)
                && close(other);
    }

    /** Whether the numbers are equal up to the six digits of the table. */
    private boolean close(ServingFeatures other) {
        for (int at = 0; at < numbers.length; at++) {
            if (Math.abs(numbers[at] - other.numbers[at]) > 1e-4) {
                return false;
            }
        }
        return true;
    }

    private static double log2(double number) {
        return Math.log(Math.max(number, LEAST)) / Math.log(2);
    }
}
