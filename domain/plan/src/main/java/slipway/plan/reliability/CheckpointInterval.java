package slipway.plan.reliability;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Chooses among round intervals, minutes or hours or steps, the one that loses least. Below ten minutes it takes the
 * longest that loses hardly more, since each save costs writes.
 */
final class CheckpointInterval {

    /** The longest interval that is advised: a day, in seconds. */
    static final double MAX_SECONDS = 86_400;

    /** Ten minutes, in seconds. */
    private static final double SHORT_SECONDS = 600;

    /** A negligible share of the time. */
    private static final double NEGLIGIBLE_LOSS = 0.001;

    private static final List<Integer> MINUTES =
            List.of(1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1_440);

    private CheckpointInterval() {}

    /** The chosen interval in seconds. */
    static double choose(CheckpointScenario checkpointScenario, Goodput goodput) {
        double least = Math.max(0, goodput.durableDelay() - goodput.blocking());
        List<Double> possible =
                writableIntervals(checkpointScenario)
                        .filter(it -> it >= least && it <= MAX_SECONDS)
                        .toList();
        double best =
                possible.stream()
                        .max(Comparator.comparingDouble(goodput::goodput))
                        .orElseGet(
                                () ->
                                        Math.max(
                                                least,
                                                Math.min(MAX_SECONDS, goodput.bestInterval())));
        return possible.stream()
                .filter(it -> it > best && it <= SHORT_SECONDS)
                .filter(it -> goodput.goodput(it) >= goodput.goodput(best) - NEGLIGIBLE_LOSS)
                .max(Comparator.naturalOrder())
                .orElse(best);
    }

    static long steps(Duration step, double interval) {
        return Math.max(1, Math.round(interval / Seconds.of(step)));
    }

    private static Stream<Double> writableIntervals(CheckpointScenario checkpointScenario) {
        return checkpointScenario
                .step()
                .map(step -> roundSteps().map(steps -> steps * Seconds.of(step)))
                .orElseGet(() -> MINUTES.stream().map(minutes -> minutes * 60.0));
    }

    /** 1, 2, 5, 10, 20, 50 and so on. */
    private static Stream<Double> roundSteps() {
        return Stream.iterate(1.0, it -> it < 1e9, it -> it * 10)
                .flatMap(it -> Stream.of(it, 2 * it, 5 * it));
    }
}
