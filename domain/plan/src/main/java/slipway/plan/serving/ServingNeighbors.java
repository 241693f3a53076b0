package slipway.plan.serving;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import slipway.plan.gp.GaussianProcess;
import slipway.plan.gp.ResidualCorrection;
import slipway.plan.gp.TopK;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/**
 * Corrects the physical model by measured neighbors: a Gaussian process on the logarithm of measured over computed
 * latency. Only the {@link #NEAREST} rows of the same batching mode take part: the Cholesky factor of some thousand
 * rows would take seconds, and distant rows add nothing. In extrapolation the interval widens.
 */
final class ServingNeighbors {

    private static final int NEAREST = 64;

    /** A row with at least this share of the greatest covariance counts as a neighbor. */
    private static final double NEIGHBOR_SHARE = 0.8;

    private static final double MIN_VARIANCE = 0.5;

    private final List<ServingCovariance> covariances =
            List.of(new ServingCovariance("first"), new ServingCovariance("rest"));
    private final Map<BatchingMode, List<MeasuredServing>> rows = new EnumMap<>(BatchingMode.class);
    private final Map<BatchingMode, double[]> widths = new EnumMap<>(BatchingMode.class);

    /**
     * @param included which rows it may use
     */
    ServingNeighbors(
            ServedModels servedModels,
            ServingAccelerators servingAccelerators,
            FitSource fitSource,
            Predicate<MeasuredServing> included) {
        fitSource.table("serve_rows.tsv").stream()
                .map(line -> MeasuredServing.of(line, servedModels, servingAccelerators))
                .filter(included)
                .forEach(
                        row ->
                                rows.computeIfAbsent(
                                                row.scenario().deployment().mode(),
                                                _ -> new ArrayList<>())
                                        .add(row));
        for (BundledTable.Line line : fitSource.table("serve_width.tsv")) {
            double[] width = {line.number("first"), line.number("each"), line.number("whole")};
            widths.put(BatchingMode.find(line.text("mode")).orElseThrow(), width);
        }
    }

    List<MeasuredServing> rows() {
        return rows.values().stream().flatMap(List::stream).toList();
    }

    /** Whether this very scenario was measured. */
    boolean contains(ServingScenario servingScenario) {
        ServingFeatures servingFeatures = ServingFeatures.of(servingScenario);
        return correction(servingScenario.deployment().mode()).stream()
                .anyMatch(
                        row ->
                                row.features().isSameAs(servingFeatures)
                                        && row.scenario().load().kind()
                                                == servingScenario.load().kind());
    }

    private List<MeasuredServing> correction(BatchingMode batchingMode) {
        return rows.getOrDefault(batchingMode, List.of());
    }

    /** The correction of one latency target; cheaper than all of them. */
    ResidualCorrection correction(ServingScenario servingScenario, LatencyTarget latencyTarget) {
        BatchingMode batchingMode = servingScenario.deployment().mode();
        ServingCovariance by = covariances.get(latencyTarget.covarianceIndex());
        return correction(
                covariances(by, ServingFeatures.of(servingScenario), correction(batchingMode)),
                batchingMode,
                latencyTarget);
    }

    LatencyCorrections correction(ServingScenario servingScenario) {
        ServingFeatures servingFeatures = ServingFeatures.of(servingScenario);
        BatchingMode batchingMode = servingScenario.deployment().mode();
        List<double[]> likes =
                covariances.stream()
                        .map(by -> covariances(by, servingFeatures, correction(batchingMode)))
                        .toList();
        return new LatencyCorrections(
                correction(
                        likes.get(LatencyTarget.TTFT.covarianceIndex()),
                        batchingMode,
                        LatencyTarget.TTFT),
                correction(
                        likes.get(LatencyTarget.TPOT.covarianceIndex()),
                        batchingMode,
                        LatencyTarget.TPOT),
                correction(
                        likes.get(LatencyTarget.END_TO_END.covarianceIndex()),
                        batchingMode,
                        LatencyTarget.END_TO_END));
    }

    private static double[] covariances(
            ServingCovariance by, ServingFeatures servingFeatures, List<MeasuredServing> known) {
        return known.stream().mapToDouble(row -> by.of(servingFeatures, row.features())).toArray();
    }

    private ResidualCorrection correction(
            double[] likes, BatchingMode batchingMode, LatencyTarget latencyTarget) {
        List<MeasuredServing> known = correction(batchingMode);
        double width = Objects.requireNonNull(widths.get(batchingMode))[latencyTarget.index()];
        ServingCovariance by = covariances.get(latencyTarget.covarianceIndex());
        var topK = new TopK(NEAREST);
        int neighbors = 0;
        for (int at = 0; at < likes.length; at++) {
            if (!Double.isNaN(known.get(at).residual(latencyTarget))) {
                topK.offer(at, likes[at]);
                neighbors += likes[at] >= NEIGHBOR_SHARE * by.whole() ? 1 : 0;
            }
        }
        int[] places = topK.indexes();
        double[] like = new double[places.length];
        double[] residual = new double[places.length];
        ServingFeatures[] points = new ServingFeatures[places.length];
        for (int at = 0; at < places.length; at++) {
            like[at] = likes[places[at]];
            residual[at] = known.get(places[at]).residual(latencyTarget);
            points[at] = known.get(places[at]).features();
        }
        var gaussianProcess =
                new GaussianProcess(
                        points.length, (one, other) -> by.of(points[one], points[other]), _ -> 1);
        double[] half = gaussianProcess.whiten(like);
        double explained = GaussianProcess.dot(half, half);
        double variance = Math.max(1 + by.whole() - explained, MIN_VARIANCE);
        return new ResidualCorrection(
                GaussianProcess.dot(half, gaussianProcess.whiten(residual)),
                width * Math.sqrt(variance),
                neighbors);
    }
}
