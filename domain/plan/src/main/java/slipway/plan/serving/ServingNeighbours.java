package slipway.plan.serving;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import slipway.plan.gp.ResidualCorrection;
import slipway.plan.gp.TopK;
import slipway.plan.table.BundledTable;
import slipway.plan.table.FitSource;

/**
 * The measured situations, as a Gaussian process on the logarithm of measured over computed. Only the {@link #NEAREST}
 * of the same mode are asked: some thousand rows would take seconds to factor, and what is far away adds nothing.
 */
final class ServingNeighbours {

    private static final int NEAREST = 64;

    /** From this share of the greatest likeness on, a row counts as a neighbour. */
    private static final double MUCH = 0.8;

    private static final double LEAST_VARIANCE = 0.5;

    private final List<ServingCovariance> likeness =
            List.of(new ServingCovariance("first"), new ServingCovariance("rest"));
    private final Map<BatchingMode, List<MeasuredServing>> rows = new EnumMap<>(BatchingMode.class);
    private final Map<BatchingMode, double[]> widths = new EnumMap<>(BatchingMode.class);

    /**
     * @param kept which rows it may know
     */
    ServingNeighbours(
            ServedModels servedModels,
            ServingAccelerators servingAccelerators,
            FitSource fitSource,
            Predicate<MeasuredServing> kept) {
        fitSource.table("serve_rows.tsv").stream()
                .map(line -> MeasuredServing.of(line, servedModels, servingAccelerators))
                .filter(kept)
                .forEach(
                        row ->
                                rows.computeIfAbsent(
                                                row.situation().deployment().mode(),
                                                _ -> new ArrayList<>())
                                        .add(row));
        for (BundledTable.Line line : fitSource.table("serve_width.tsv")) {
            double[] width = {line.number("first"), line.number("each"), line.number("whole")};
            widths.put(BatchingMode.named(line.text("mode")).orElseThrow(), width);
        }
    }

    List<MeasuredServing> rows() {
        return rows.values().stream().flatMap(List::stream).toList();
    }

    /** Whether it was measured at this very place. */
    boolean knows(ServingScenario servingScenario) {
        ServingFeatures servingFeatures = ServingFeatures.of(servingScenario);
        return of(servingScenario.deployment().mode()).stream()
                .anyMatch(
                        row ->
                                row.spot().same(servingFeatures)
                                        && row.situation().load().kind()
                                                == servingScenario.load().kind());
    }

    private List<MeasuredServing> of(BatchingMode batchingMode) {
        return rows.getOrDefault(batchingMode, List.of());
    }

    /** Of one target: who needs no other saves the time for it. */
    ResidualCorrection of(ServingScenario servingScenario, LatencyTarget latencyTarget) {
        BatchingMode batchingMode = servingScenario.deployment().mode();
        ServingCovariance by = likeness.get(latencyTarget.kind());
        return of(
                likes(by, ServingFeatures.of(servingScenario), of(batchingMode)),
                batchingMode,
                latencyTarget);
    }

    LatencyCorrections of(ServingScenario servingScenario) {
        ServingFeatures servingFeatures = ServingFeatures.of(servingScenario);
        BatchingMode batchingMode = servingScenario.deployment().mode();
        List<double[]> likes =
                likeness.stream().map(by -> likes(by, servingFeatures, of(batchingMode))).toList();
        return new LatencyCorrections(
                of(likes.get(LatencyTarget.FIRST.kind()), batchingMode, LatencyTarget.FIRST),
                of(likes.get(LatencyTarget.EACH.kind()), batchingMode, LatencyTarget.EACH),
                of(likes.get(LatencyTarget.WHOLE.kind()), batchingMode, LatencyTarget.WHOLE));
    }

    private static double[] likes(
            ServingCovariance by, ServingFeatures servingFeatures, List<MeasuredServing> known) {
        return known.stream().mapToDouble(row -> by.of(servingFeatures, row.spot())).toArray();
    }

    private ResidualCorrection of(
            double[] likes, BatchingMode batchingMode, LatencyTarget latencyTarget) {
        List<MeasuredServing> known = of(batchingMode);
        double width = Objects.requireNonNull(widths.get(batchingMode))[latencyTarget.place()];
        ServingCovariance by = likeness.get(latencyTarget.kind());
        var topK = new TopK(NEAREST);
        int neighbours = 0;
        for (int at = 0; at < likes.length; at++) {
            if (!Double.isNaN(known.get(at).residual(latencyTarget))) {
                topK.offer(at, likes[at]);
                neighbours += likes[at] >= MUCH * by.whole() ? 1 : 0;
            }
        }
        int[] places = topK.places();
        double[] like = new double[places.length];
        double[] residual = new double[places.length];
        ServingFeatures[] spots = new ServingFeatures[places.length];
        for (int at = 0; at < places.length; at++) {
            like[at] = likes[places[at]];
            residual[at] = known.get(places[at]).residual(latencyTarget);
            spots[at] = known.get(places[at]).spot();
        }
        double[][] factor = factor(by, spots);
        double[] half = solved(factor, like);
        double explained = dot(half, half);
        double variance = Math.max(1 + by.whole() - explained, LEAST_VARIANCE);
        return new ResidualCorrection(
                dot(half, solved(factor, residual)), width * Math.sqrt(variance), neighbours);
    }

    /** Cholesky's lower triangle of likeness plus noise. */
    private static double[][] factor(ServingCovariance by, ServingFeatures[] spots) {
        double[][] lower = new double[spots.length][];
        for (int row = 0; row < spots.length; row++) {
            lower[row] = new double[row + 1];
            for (int column = 0; column <= row; column++) {
                double rest = by.of(spots[row], spots[column]);
                for (int at = 0; at < column; at++) {
                    rest -= lower[row][at] * lower[column][at];
                }
                lower[row][column] =
                        row == column ? Math.sqrt(rest + 1) : rest / lower[column][column];
            }
        }
        return lower;
    }

    /** factor⁻¹ x right. */
    private static double[] solved(double[][] factor, double[] right) {
        double[] half = new double[right.length];
        for (int row = 0; row < half.length; row++) {
            double rest = right[row];
            for (int column = 0; column < row; column++) {
                rest -= factor[row][column] * half[column];
            }
            half[row] = rest / factor[row][row];
        }
        return half;
    }

    private static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int at = 0; at < one.length; at++) {
            sum += one[at] * other[at];
        }
        return sum;
    }
}
