package slipway.plan.serving;

import java.util.List;
import slipway.plan.table.BundledTable;

/**
 * How alike two situations are, in units of the noise of measuring. It is a sum of parts, each a strength for something
 * that both have in common.
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

    private final double[] strengths = new double[STRENGTHS.size()];
    private final double[] lengths = new double[ServingFeatures.NUMBERS.length];
    private final double whole;

    /**
     * @param column of serve_likeness.tsv: {@code first} for the first token, {@code rest} for all else
     */
    ServingCovariance(String column) {
        List<BundledTable.Line> lines = BundledTable.table("serve_likeness.tsv");
        double sum = 0;
        for (int at = 0; at < strengths.length; at++) {
            strengths[at] = square(value(lines, "strength", STRENGTHS.get(at), column));
            sum += strengths[at];
        }
        for (int at = 0; at < lengths.length; at++) {
            lengths[at] = 1 / square(value(lines, "length", ServingFeatures.NUMBERS[at], column));
        }
        this.whole = sum;
    }

    /** Of a situation with itself: the greatest there is. */
    double whole() {
        return whole;
    }

    /** Names are interned, so that equal ones are told by identity: some thousand are compared for one estimate. */
    double of(ServingFeatures one, ServingFeatures other) {
        double near = Math.exp(-far(one.numbers(), other.numbers()) / 2);
        double sum = strengths[6] * near;
        if (one.version().equals(other.version())) {
            sum += strengths[4] * near;
        }
        if (!one.family().equals(other.family())) {
            return sum;
        }
        boolean machine = one.machine().equals(other.machine());
        boolean shape = one.shape().equals(other.shape());
        return sum
                + strengths[0]
                + (machine ? strengths[1] : 0)
                + (shape ? strengths[2] : 0)
                + near * (strengths[3] + (machine && shape ? strengths[5] : 0));
    }

    private double far(double[] one, double[] other) {
        double far = 0;
        for (int at = 0; at < lengths.length; at++) {
            far += square(one[at] - other[at]) * lengths[at];
        }
        return far;
    }

    private static double value(
            List<BundledTable.Line> lines, String kind, String name, String column) {
        return lines.stream()
                .filter(line -> line.text("kind").equals(kind) && line.text("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("serve_likeness.tsv: " + name))
                .number(column);
    }

    private static double square(double number) {
        return number * number;
    }
}
