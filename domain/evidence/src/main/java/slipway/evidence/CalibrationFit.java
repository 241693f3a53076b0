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
    static final int FEWEST = 3;

    /** Machines change; of each type only so many of the newest count. */
    static final int NEWEST = 200;

    /** A percent nearer, on average. */
    private static final double WORTH_IT = 0.01;

    /** Steps of equal jobs differ by this much anyway. */
    private static final double LEAST_DEVIATION = 0.02;

    /** The deviation of a normal distribution is so many times its median deviation from the median. */
    private static final double OF_MEDIAN = 1.4826;

    /** The same of its mean deviation, without the furthest tenth. */
    private static final double OF_MEAN = 1.52;

    /** The middle of many varies so many times as much as their mean. */
    private static final double OF_MIDDLE = 1.2533;

    /** So many times further than chance would put it. */
    private static final double PLAINLY = 5;

    private final Calibration inForce;

    /**
     * @param inForce by what estimates are corrected now
     */
    public CalibrationFit(Calibration inForce) {
        this.inForce = inForce;
    }

    public CalibrationProposal of(List<StepObservation> observations) {
        Map<String, List<StepObservation>> byType =
                observations.stream()
                        .collect(
                                Collectors.groupingBy(
                                        StepObservation::type, TreeMap::new, Collectors.toList()));
        List<Judged> judged = byType.values().stream().map(this::judge).toList();
        List<Held> all = judged.stream().flatMap(it -> it.held.stream()).toList();
        return new CalibrationProposal(
                new Calibration(judged.stream().flatMap(it -> it.said.factor().stream()).toList()),
                judged.stream().map(Judged::said).toList(),
                errors(all, Held::now),
                errors(all, Held::then));
    }

    /** A workload held against the estimate as it is now, and as it would be without this workload's own word. */
    private record Held(StepObservation seen, Guess now, Guess then) {}

    /**
     * @param longer than the model alone says, as a logarithm
     * @param span half of the interval, as a logarithm
     */
    private record Guess(double longer, double span) {

        double error(StepObservation seen) {
            return Math.abs(Math.exp(longer - seen.off()) - 1);
        }

        boolean holds(StepObservation seen) {
            return Math.abs(longer - seen.off()) <= span;
        }
    }

    private record Judged(OfType said, List<Held> held) {}

    private Judged judge(List<StepObservation> ofType) {
        List<StepObservation> newest =
                ofType.stream()
                        .sorted(Comparator.comparing(StepObservation::at).reversed())
                        .limit(NEWEST)
                        .toList();
        String type = newest.getFirst().type();
        if (newest.size() < FEWEST) {
            List<Held> held = newest.stream().map(it -> new Held(it, now(it), now(it))).toList();
            return judged(
                    type,
                    held,
                    inForce.of(type),
                    "at least %d finished workloads are needed".formatted(FEWEST));
        }
        List<Held> held =
                IntStream.range(0, newest.size())
                        .mapToObj(
                                i ->
                                        new Held(
                                                newest.get(i),
                                                now(newest.get(i)),
                                                without(newest, i)))
                        .toList();
        CalibrationFactor calibrationFactor = factor(type, newest);
        if (!helps(type, calibrationFactor, held)) {
            List<Held> asNow = held.stream().map(it -> new Held(it.seen, it.now, it.now)).toList();
            return judged(type, asNow, inForce.of(type), "a correction would not have been nearer");
        }
        return judged(type, held, Optional.of(calibrationFactor), calibrationFactor.change());
    }

    private Judged judged(
            String type, List<Held> held, Optional<CalibrationFactor> factor, String because) {
        return new Judged(
                new OfType(
                        type,
                        held.size(),
                        factor,
                        errors(held, Held::now),
                        errors(held, Held::then),
                        because),
                held);
    }

    private Guess now(StepObservation seen) {
        return inForce.of(seen.type())
                .map(it -> guess(it, seen))
                .orElseGet(() -> new Guess(0, Math.log(seen.spread())));
    }

    private static Guess guess(CalibrationFactor calibrationFactor, StepObservation seen) {
        double span =
                calibrationFactor.workloads() >= 5
                        ? CalibrationFactor.NINETY * calibrationFactor.deviation()
                        : Math.log(seen.spread());
        return new Guess(Math.log(calibrationFactor.longer()), span);
    }

    private static Guess without(List<StepObservation> all, int left) {
        List<StepObservation> others = new ArrayList<>(all);
        StepObservation seen = others.remove(left);
        return guess(factor(seen.type(), others), seen);
    }

    private static CalibrationFactor factor(String type, List<StepObservation> seen) {
        int many = seen.size();
        double middle = median(seen.stream().map(StepObservation::off).toList());
        double spread =
                OF_MEDIAN * median(seen.stream().map(it -> Math.abs(it.off() - middle)).toList());
        // Few say little about their own spread, and nothing about the middle's own error.
        double deviation = Math.max(LEAST_DEVIATION, spread) * (1 + 2.0 / many);
        double drawn = Math.clamp(middle * many / (many + 1), -Math.log(9.9), Math.log(9.9));
        return new CalibrationFactor(type, Math.exp(drawn), deviation, many);
    }

    /**
     * Nearer by enough to be worth a change, and no matter of chance: what workloads have in common lies further from
     * what is expected now than their own spread would put it. Few workloads must show it more plainly.
     */
    private boolean helps(String type, CalibrationFactor found, List<Held> held) {
        double gain =
                held.stream()
                        .mapToDouble(it -> it.now.error(it.seen) - it.then.error(it.seen))
                        .average()
                        .orElse(0);
        int many = held.size();
        double apart = Math.abs(Math.log(found.longer() / inForce.longer(type)));
        double chance = OF_MIDDLE * Math.max(found.deviation(), spread(held)) / Math.sqrt(many);
        return gain > WORTH_IT && apart > PLAINLY * (1 + 3.0 / many) * chance;
    }

    /**
     * By the mean deviation of all but the strangest tenth: of few workloads the median one is often far too small, and
     * chance looks like a cause.
     */
    private static double spread(List<Held> held) {
        double middle = median(held.stream().map(it -> it.seen.off()).toList());
        return OF_MEAN
                * held.stream()
                        .mapToDouble(it -> Math.abs(it.seen.off() - middle))
                        .sorted()
                        .limit(Math.max(1, held.size() * 9L / 10))
                        .average()
                        .orElse(0);
    }

    private static Errors errors(List<Held> held, Function<Held, Guess> by) {
        if (held.isEmpty()) {
            return Errors.NONE;
        }
        ToDoubleFunction<Held> error = it -> by.apply(it).error(it.seen);
        double mean = held.stream().mapToDouble(error).average().orElseThrow();
        long within = held.stream().filter(it -> by.apply(it).holds(it.seen)).count();
        return new Errors(Optional.of(mean), Optional.of((double) within / held.size()));
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(half)
                : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
