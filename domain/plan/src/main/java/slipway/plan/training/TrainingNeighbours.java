package slipway.plan.training;

import java.util.ArrayList;
import java.util.List;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/**
 * The measured configurations, as a Gaussian process on the logarithm of measured over computed. The shift is one pass
 * over the table; the deviation needs the triangular factor of the covariance of all of them, which is made once.
 */
final class TrainingNeighbours {

    /** From this share of the greatest likeness on, a row counts as a neighbour. */
    private static final double MUCH = 0.8;

    private final TrainingCovariance trainingCovariance;
    private final List<Row> rows = new ArrayList<>();
    private final double[][] factor;

    /**
     * @param residual the logarithm of measured over computed
     * @param noise the variance that measuring it adds
     * @param weight what it adds to a shift, for each unit of likeness
     */
    private record Row(TrainingFeatures point, double residual, double noise, double weight) {}

    TrainingNeighbours(FitSource fitSource) {
        this.trainingCovariance = new TrainingCovariance(fitSource);
        for (BundledTable.Line line : fitSource.table("neighbours.tsv")) {
            var trainingFeatures = TrainingFeatures.of(line);
            rows.add(
                    new Row(
                            trainingFeatures,
                            line.number("residual"),
                            trainingCovariance.noise(trainingFeatures) * line.number("noise"),
                            line.number("weight")));
        }
        this.factor = factor();
    }

    /** Whether any of them ran on this generation. */
    boolean hasSeen(String generation) {
        return rows.stream().anyMatch(row -> row.point.generation().equals(generation));
    }

    /** The newest release of a family that was measured on this generation; else on any; in years since 2020. */
    double newest(FrameworkFamily frameworkFamily, String generation) {
        List<Row> known =
                rows.stream().filter(row -> row.point.family() == frameworkFamily).toList();
        return known.stream()
                .filter(row -> row.point.generation().equals(generation))
                .mapToDouble(row -> row.point.release())
                .max()
                .orElseGet(
                        () ->
                                known.stream()
                                        .mapToDouble(row -> row.point.release())
                                        .max()
                                        .orElse(0));
    }

    /** So many deviations hold nine of ten of those that were kept out of the fit. */
    double width(TrainingConfiguration trainingConfiguration) {
        return trainingCovariance.width(TrainingFeatures.of(trainingConfiguration));
    }

    Correction of(TrainingConfiguration trainingConfiguration) {
        var trainingFeatures = TrainingFeatures.of(trainingConfiguration);
        double[] like = new double[rows.size()];
        double shift = 0;
        int neighbours = 0;
        for (int at = 0; at < like.length; at++) {
            Row row = rows.get(at);
            like[at] = trainingCovariance.of(trainingFeatures, row.point);
            shift += like[at] * row.weight;
            neighbours += like[at] >= MUCH * trainingCovariance.whole() ? 1 : 0;
        }
        double own = trainingCovariance.whole() + trainingCovariance.noise(trainingFeatures);
        return new Correction(shift, Math.sqrt(Math.max(0, own - known(like))), neighbours);
    }

    /** Whether this very measurement is one of them: the same configuration, and the same result. */
    boolean holds(TrainingConfiguration trainingConfiguration, double residual) {
        var trainingFeatures = TrainingFeatures.of(trainingConfiguration);
        return rows.stream()
                .anyMatch(
                        row ->
                                row.point.same(trainingFeatures)
                                        && Math.abs(row.residual - residual) < 1e-3);
    }

    /** How much of the variance the table explains: the squared length of factor⁻¹ x like. */
    private double known(double[] like) {
        double[] half = new double[like.length];
        double sum = 0;
        for (int row = 0; row < half.length; row++) {
            double rest = like[row];
            for (int column = 0; column < row; column++) {
                rest -= factor[row][column] * half[column];
            }
            half[row] = rest / factor[row][row];
            sum += half[row] * half[row];
        }
        return sum;
    }

    /** Cholesky's lower triangle of likeness plus noise. */
    private double[][] factor() {
        int size = rows.size();
        double[][] lower = new double[size][];
        for (int row = 0; row < size; row++) {
            lower[row] = new double[row + 1];
            for (int column = 0; column <= row; column++) {
                double rest = trainingCovariance.of(rows.get(row).point, rows.get(column).point);
                for (int at = 0; at < column; at++) {
                    rest -= lower[row][at] * lower[column][at];
                }
                lower[row][column] =
                        row == column
                                ? Math.sqrt(rest + rows.get(row).noise)
                                : rest / lower[column][column];
            }
        }
        return lower;
    }
}
