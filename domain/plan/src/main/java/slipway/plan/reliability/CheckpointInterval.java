package slipway.plan.reliability;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Of what people write, so many minutes or hours or so many steps, the cadence that loses least. Nobody saves every
 * minute, though: below ten minutes it is the rarest that loses hardly more, since each time is written and paid for.
 */
final class CheckpointInterval {

    /** A day, in seconds: nobody who saves at all saves more rarely. */
    static final double LONGEST = 86_400;

    /** Ten minutes, in seconds. */
    private static final double OFTEN = 600;

    /** A share of the time. */
    private static final double HARDLY = 0.001;

    private static final List<Integer> MINUTES =
            List.of(1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 360, 480, 720, 1_440);

    private CheckpointInterval() {}

    /** In seconds. */
    static double of(CheckpointScenario checkpointScenario, Goodput goodput) {
        double least = Math.max(0, goodput.durable() - goodput.blocks());
        List<Double> possible =
                written(checkpointScenario).filter(it -> it >= least && it <= LONGEST).toList();
        double best =
                possible.stream()
                        .max(Comparator.comparingDouble(goodput::at))
                        .orElseGet(() -> Math.max(least, Math.min(LONGEST, goodput.best())));
        return possible.stream()
                .filter(it -> it > best && it <= OFTEN)
                .filter(it -> goodput.at(it) >= goodput.at(best) - HARDLY)
                .max(Comparator.naturalOrder())
                .orElse(best);
    }

    static long steps(Duration step, double every) {
        return Math.max(1, Math.round(every / Seconds.of(step)));
    }

    private static Stream<Double> written(CheckpointScenario checkpointScenario) {
        return checkpointScenario
                .step()
                .map(step -> round().map(steps -> steps * Seconds.of(step)))
                .orElseGet(() -> MINUTES.stream().map(minutes -> minutes * 60.0));
    }

    /** 1, 2, 5, 10, 20, 50 and so on. */
    private static Stream<Double> round() {
        return Stream.iterate(1.0, it -> it < 1e9, it -> it * 10)
                .flatMap(it -> Stream.of(it, 2 * it, 5 * it));
    }
}
