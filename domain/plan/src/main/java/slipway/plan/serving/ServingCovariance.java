package slipway.plan.serving;

import java.util.List;
import slipway.plan.gp.KernelParameters;
import slipway.plan.table.BundledTable;

/**
 * The covariance kernel of serving: how similar the physical model's errors are in two scenarios, in units of the
 * measurement noise. It is a sum of components, one for each property that both share.
 */
final class ServingCovariance {

    private static final List<String> STRENGTHS =
            List.of(
                    "family",
                    "family x machine",
                    "family x shape",
                    "near family",
                    "near version",
                    "near machine x shape",
                    "near");

    private final KernelParameters parameters;

    /**
     * @param column column of serve_likeness.tsv: {@code first} for TTFT, {@code rest} for the others
     */
    ServingCovariance(String column) {
        List<BundledTable.Line> lines = BundledTable.table("serve_likeness.tsv");
        this.parameters =
                new KernelParameters(
                        STRENGTHS,
                        List.of(ServingFeatures.NUMBERS),
                        (kind, name) -> value(lines, kind, name, column));
    }

    /** The covariance of a scenario with itself: the greatest there is. */
    double whole() {
        return parameters.totalVariance();
    }

    /** Names are interned, so that equals compares identities first: one estimate compares some thousand rows. */
    double of(ServingFeatures one, ServingFeatures other) {
        double near = Math.exp(-parameters.squaredDistance(one.numbers(), other.numbers()) / 2);
        double sum = parameters.variance(6) * near;
        if (one.version().equals(other.version())) {
            sum += parameters.variance(4) * near;
        }
        if (!one.family().equals(other.family())) {
            return sum;
        }
        boolean machine = one.machine().equals(other.machine());
        boolean shape = one.shape().equals(other.shape());
        return sum
                + parameters.variance(0)
                + (machine ? parameters.variance(1) : 0)
                + (shape ? parameters.variance(2) : 0)
                + near * (parameters.variance(3) + (machine && shape ? parameters.variance(5) : 0));
    }

    private static double value(
            List<BundledTable.Line> lines, String kind, String name, String column) {
        return lines.stream()
                .filter(line -> line.text("kind").equals(kind) && line.text("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("serve_likeness.tsv: " + name))
                .number(column);
    }
}
