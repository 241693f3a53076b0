package slipway.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import slipway.catalog.Calibration;
import slipway.catalog.CalibrationFactor;
import slipway.evidence.CalibrationProposal.Errors;
import slipway.evidence.CalibrationProposal.OfType;

/**
 * Fits a calibration: the factor by which steps take longer here than the model predicts, for each accelerator type.
 *
 * <p>The factor is the median of the observations, shrunk toward 1 as if one more workload had met its estimate
 * exactly: an outlier has no effect, and few jobs have little. Leave-one-out cross-validation decides whether it helps:
 * each workload is compared with the factor of all others. A type is corrected only when that is better on average and
 * the factor is significant, so applying a calibration does not make estimates worse.
 */
final class CalibrationFit {

    /** With fewer, leave-one-out validation means nothing. */
    static final int MIN_WORKLOADS = 3;

    /** The newest observations of each type that count, because machines change. */
    static final int MAX_WORKLOADS = 200;

    /** The minimum improvement of the mean error: one percent. */
    private static final double MIN_GAIN = 0.01;

    /** The natural deviation of the step time of equal jobs. */
    private static final double MIN_DEVIATION = 0.02;

    /** Standard deviation over median absolute deviation, for a normal distribution. */
    private static final double MEDIAN_DEVIATION_FACTOR = 1.4826;

    /** Standard deviation over mean absolute deviation without the largest tenth, for a normal distribution. */
    private static final double TRIMMED_MEAN_DEVIATION_FACTOR = 1.52;

    /** Standard error of the median over that of the mean, for a normal distribution. */
    private static final double MEDIAN_ERROR_FACTOR = 1.2533;

    /** The number of standard errors by which a factor must differ from the current one. */
    private static final double SIGNIFICANCE = 5;

    private final Calibration inForce;

    /**
     * @param inForce the calibration that corrects estimates now
     */
    public CalibrationFit(Calibration inForce) {
        this.inForce = inForce;
    }

    public CalibrationProposal propose(List<StepObservation> observations) {
        Map<String, List<StepObservation>> byType =
                observations.stream()
                        .collect(
                                Collectors.groupingBy(
                                        StepObservation::type, TreeMap::new, Collectors.toList()));
        List<TypeResult> results = byType.values().stream().map(this::evaluate).toList();
        List<Comparison> all = results.stream().flatMap(it -> it.comparisons.stream()).toList();
        return new CalibrationProposal(
                new Calibration(results.stream().flatMap(it -> it.type.factor().stream()).toList()),
                results.stream().map(TypeResult::type).toList(),
                errors(all, Comparison::current),
                errors(all, Comparison::crossValidated));
    }

    /** A workload with its current estimate and with the estimate of a fit that excludes this workload. */
    private record Comparison(
            StepObservation observation, Prediction current, Prediction crossValidated) {}

    /**
     * @param logFactor logarithm of the factor over the uncalibrated model
     * @param halfInterval half of the interval, as a logarithm
     */
    private record Prediction(double logFactor, double halfInterval) {

        double error(StepObservation observation) {
            return Math.abs(Math.exp(logFactor - observation.logRatio()) - 1);
        }

        boolean contains(StepObservation observation) {
            return Math.abs(logFactor - observation.logRatio()) <= halfInterval;
        }
    }

    private record TypeResult(OfType type, List<Comparison> comparisons) {}

    private TypeResult evaluate(List<StepObservation> ofType) {
        List<StepObservation> newest =
                ofType.stream()
                        .sorted(Comparator.comparing(StepObservation::at).reversed())
                        .limit(MAX_WORKLOADS)
                        .toList();
        String type = newest.getFirst().type();
        if (newest.size() < MIN_WORKLOADS) {
            List<Comparison> comparisons =
                    newest.stream()
                            .map(
                                    it ->
                                            new Comparison(
                                                    it,
                                                    currentPrediction(it),
                                                    currentPrediction(it)))
                            .toList();
            return result(
                    type,
                    comparisons,
                    inForce.factor(type),
                    "at least %d finished workloads are needed".formatted(MIN_WORKLOADS));
        }
        List<Comparison> comparisons =
                IntStream.range(0, newest.size())
                        .mapToObj(
                                i ->
                                        new Comparison(
                                                newest.get(i),
                                                currentPrediction(newest.get(i)),
                                                leaveOneOut(newest, i)))
                        .toList();
        CalibrationFactor calibrationFactor = factor(type, newest);
        if (!helps(type, calibrationFactor, comparisons)) {
            List<Comparison> unchanged =
                    comparisons.stream()
                            .map(it -> new Comparison(it.observation, it.current, it.current))
                            .toList();
            return result(
                    type,
                    unchanged,
                    inForce.factor(type),
                    "a correction would not reduce the error");
        }
        return result(
                type, comparisons, Optional.of(calibrationFactor), calibrationFactor.description());
    }

    private TypeResult result(
            String type,
            List<Comparison> comparisons,
            Optional<CalibrationFactor> factor,
            String because) {
        return new TypeResult(
                new OfType(
                        type,
                        comparisons.size(),
                        factor,
                        errors(comparisons, Comparison::current),
                        errors(comparisons, Comparison::crossValidated),
                        because),
                comparisons);
    }

    private Prediction currentPrediction(StepObservation observation) {
        return inForce.factor(observation.type())
                .map(it -> prediction(it, observation))
                .orElseGet(() -> new Prediction(0, Math.log(observation.spread())));
    }

    private static Prediction prediction(
            CalibrationFactor calibrationFactor, StepObservation observation) {
        double span =
                calibrationFactor.workloads() >= 5
                        ? CalibrationFactor.Z_90_PERCENT * calibrationFactor.deviation()
                        : Math.log(observation.spread());
        return new Prediction(Math.log(calibrationFactor.longer()), span);
    }

    private static Prediction leaveOneOut(List<StepObservation> all, int index) {
        List<StepObservation> others = new ArrayList<>(all);
        StepObservation observation = others.remove(index);
        return prediction(factor(observation.type(), others), observation);
    }

    private static CalibrationFactor factor(String type, List<StepObservation> observation) {
        int count = observation.size();
        double middle = median(observation.stream().map(StepObservation::logRatio).toList());
        double spread =
                MEDIAN_DEVIATION_FACTOR
                        * median(
                                observation.stream()
                                        .map(it -> Math.abs(it.logRatio() - middle))
                                        .toList());
        // A small sample underestimates its spread, and the median has its own error.
        double deviation = Math.max(MIN_DEVIATION, spread) * (1 + 2.0 / count);
        double shrunk = Math.clamp(middle * count / (count + 1), -Math.log(9.9), Math.log(9.9));
        return new CalibrationFactor(type, Math.exp(shrunk), deviation, count);
    }

    /**
     * Whether the improvement is large enough and significant: the median must differ from the current estimate by
     * several standard errors, more of them for few workloads.
     */
    private boolean helps(String type, CalibrationFactor found, List<Comparison> comparisons) {
        double gain =
                comparisons.stream()
                        .mapToDouble(
                                it ->
                                        it.current.error(it.observation)
                                                - it.crossValidated.error(it.observation))
                        .average()
                        .orElse(0);
        int count = comparisons.size();
        double distance = Math.abs(Math.log(found.longer() / inForce.slowdown(type)));
        double chance =
                MEDIAN_ERROR_FACTOR
                        * Math.max(found.deviation(), spread(comparisons))
                        / Math.sqrt(count);
        return gain > MIN_GAIN && distance > SIGNIFICANCE * (1 + 3.0 / count) * chance;
    }

    /**
     * The standard deviation from the trimmed mean absolute deviation: with few workloads, the median absolute
     * deviation is often far too small, and chance looks significant.
     */
    private static double spread(List<Comparison> comparisons) {
        double middle = median(comparisons.stream().map(it -> it.observation.logRatio()).toList());
        return TRIMMED_MEAN_DEVIATION_FACTOR
                * comparisons.stream()
                        .mapToDouble(it -> Math.abs(it.observation.logRatio() - middle))
                        .sorted()
                        .limit(Math.max(1, comparisons.size() * 9L / 10))
                        .average()
                        .orElse(0);
    }

    private static Errors errors(
            List<Comparison> comparisons, Function<Comparison, Prediction> by) {
        if (comparisons.isEmpty()) {
            return Errors.NONE;
        }
        ToDoubleFunction<Comparison> error = it -> by.apply(it).error(it.observation);
        double mean = comparisons.stream().mapToDouble(error).average().orElseThrow();
        long within =
                comparisons.stream().filter(it -> by.apply(it).contains(it.observation)).count();
        return new Errors(Optional.of(mean), Optional.of((double) within / comparisons.size()));
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
