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
 * Works out by how much steps take longer here than the model says, for each type of accelerator.
 *
 * <p>The factor is the median of what was seen, drawn towards 1 as if one more workload had come out exactly as
 * expected: one strange job moves nothing, and few jobs move little. Whether it helps is asked of workloads that it did
 * not see: each is held against the factor of all others. Only where that is better on average, and the factor no
 * matter of chance, the type is corrected; so a calibration does not make estimates worse for being applied.
 */
public final class CalibrationFit {

    /** With fewer nothing can be kept out. */
    static final int MIN_WORKLOADS = 3;

    /** Machines change; of each type only so many of the newest count. */
    static final int MAX_WORKLOADS = 200;

    /** A percent nearer, on average. */
    private static final double MIN_GAIN = 0.01;

    /** Steps of equal jobs differ by this much anyway. */
    private static final double MIN_DEVIATION = 0.02;

    /** The deviation of a normal distribution is so many times its median deviation from the median. */
    private static final double MEDIAN_DEVIATION_FACTOR = 1.4826;

    /** The same of its mean deviation, without the furthest tenth. */
    private static final double TRIMMED_MEAN_DEVIATION_FACTOR = 1.52;

    /** The middle of many varies so many times as much as their mean. */
    private static final double MEDIAN_ERROR_FACTOR = 1.2533;

    /** So many times further than chance would put it. */
    private static final double SIGNIFICANCE = 5;

    private final Calibration inForce;

    /**
     * @param inForce by what estimates are corrected now
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

    /** A workload held against the estimate as it is now, and as it would be without this workload's own word. */
    private record Comparison(
            StepObservation observation, Prediction current, Prediction crossValidated) {}

    /**
     * @param logFactor than the model alone says, as a logarithm
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
                    "a correction would not have been nearer");
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
        // Few say little about their own spread, and nothing about the middle's own error.
        double deviation = Math.max(MIN_DEVIATION, spread) * (1 + 2.0 / count);
        double shrunk = Math.clamp(middle * count / (count + 1), -Math.log(9.9), Math.log(9.9));
        return new CalibrationFactor(type, Math.exp(shrunk), deviation, count);
    }

    /**
     * Nearer by enough to be worth a change, and no matter of chance: what workloads have in common lies further from
     * what is expected now than their own spread would put it. Few workloads must show it more plainly.
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
     * By the mean deviation of all but the strangest tenth: of few workloads the median one is often far too small, and
     * chance looks like a cause.
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
