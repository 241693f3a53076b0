package slipway.plan.training;

import java.util.ArrayList;
import java.util.List;
import slipway.plan.gp.GaussianProcess;
import slipway.plan.gp.ResidualCorrection;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/**
 * Corrects the physical model by measured neighbors, and widens the interval in extrapolation, where little was
 * measured: a Gaussian process on the logarithm of measured over computed rate. The shift takes one pass over the
 * table; the deviation needs the Cholesky factor of all covariances, which is computed once.
 */
final class TrainingNeighbors {

    /** A row with at least this share of the greatest covariance counts as a neighbor. */
    private static final double NEIGHBOR_SHARE = 0.8;

    private final TrainingCovariance trainingCovariance;
    private final List<Row> rows = new ArrayList<>();
    private final GaussianProcess gaussianProcess;

    /**
     * @param residual the logarithm of measured over computed
     * @param noise the variance of measuring this row
     * @param weight the weight of its covariance in a shift
     */
    private record Row(TrainingFeatures point, double residual, double noise, double weight) {}

    TrainingNeighbors(FitSource fitSource) {
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
        this.gaussianProcess =
                new GaussianProcess(
                        rows.size(),
                        (one, other) ->
                                trainingCovariance.of(rows.get(one).point, rows.get(other).point),
                        row -> rows.get(row).noise);
    }

    /** Whether any measurement ran on this generation. */
    boolean hasMeasurementsOn(String generation) {
        return rows.stream().anyMatch(row -> row.point.generation().equals(generation));
    }

    /** The newest measured release of a family on this generation, else on any; in years since 2020. */
    double newestRelease(FrameworkFamily frameworkFamily, String generation) {
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

    /** The number of deviations that hold 90 % of the rows excluded from the fit. */
    double width(TrainingConfiguration trainingConfiguration) {
        return trainingCovariance.width(TrainingFeatures.of(trainingConfiguration));
    }

    ResidualCorrection correction(TrainingConfiguration trainingConfiguration) {
        var trainingFeatures = TrainingFeatures.of(trainingConfiguration);
        double[] like = new double[rows.size()];
        double shift = 0;
        int neighbors = 0;
        for (int at = 0; at < like.length; at++) {
            Row row = rows.get(at);
            like[at] = trainingCovariance.of(trainingFeatures, row.point);
            shift += like[at] * row.weight;
            neighbors += like[at] >= NEIGHBOR_SHARE * trainingCovariance.whole() ? 1 : 0;
        }
        double own = trainingCovariance.whole() + trainingCovariance.noise(trainingFeatures);
        double[] whitened = gaussianProcess.whiten(like);
        double deviation = Math.sqrt(Math.max(0, own - GaussianProcess.dot(whitened, whitened)));
        return new ResidualCorrection(
                shift, trainingCovariance.width(trainingFeatures) * deviation, neighbors);
    }

    /** Whether the table contains this very measurement: the same configuration with the same result. */
    boolean contains(TrainingConfiguration trainingConfiguration, double residual) {
        var trainingFeatures = TrainingFeatures.of(trainingConfiguration);
        return rows.stream()
                .anyMatch(
                        row ->
                                row.point.isSameAs(trainingFeatures)
                                        && Math.abs(row.residual - residual) < 1e-3);
    }
}
