package slipway.run.attempt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The recorded steps of an attempt in the order of time: every change in its first minutes, later one a minute. It
 * outlives the server and the attempt, so the pace of an ended attempt is known too.
 */
public record StepHistory(List<StepRecord> records) {

    public static final StepHistory NONE = new StepHistory(List.of());

    /** Two months with one line a minute. */
    static final int MAX_BYTES = 4 << 20;

    public StepHistory {
        records = List.copyOf(records);
    }

    /** Skips records that go back in time: the clock was set, or the job wrote them. */
    static StepHistory read(String text) {
        List<StepRecord> records = new ArrayList<>();
        text.lines()
                .flatMap(line -> StepRecord.read(line).stream())
                .filter(
                        stepRecord ->
                                records.isEmpty()
                                        || !stepRecord.at().isBefore(records.getLast().at()))
                .forEach(records::add);
        return new StepHistory(records);
    }

    public boolean isEmpty() {
        return records.isEmpty();
    }

    /** The newest record. */
    public Optional<StepRecord> last() {
        return records.isEmpty() ? Optional.empty() : Optional.of(records.getLast());
    }

    /**
     * The duration of a step and the amount of data behind it.
     *
     * @param step the median duration, which saves and evaluations between steps do not affect
     * @param steps number of observed steps
     * @param time total duration of these steps
     */
    public record Pace(Duration step, long steps, Duration time) {}

    /** The median step after the first tenth of the steps (warm-up); empty if fewer than two steps remain. */
    public Optional<Pace> pace() {
        if (records.size() < 3) {
            return Optional.empty();
        }
        long begin = records.getFirst().step();
        long warm = begin + (records.getLast().step() - begin) / 10;
        List<StepRecord> settled =
                records.stream().filter(stepRecord -> stepRecord.step() >= warm).toList();
        List<Pace> paces = new ArrayList<>();
        for (int next = 1; next < settled.size(); next++) {
            StepRecord from = settled.get(next - 1);
            StepRecord to = settled.get(next);
            Duration time = Duration.between(from.at(), to.at());
            long steps = to.step() - from.step();
            if (steps > 0 && time.isPositive()) {
                paces.add(new Pace(time.dividedBy(steps), steps, time));
            }
        }
        long steps = paces.stream().mapToLong(Pace::steps).sum();
        return steps < 2 ? Optional.empty() : Optional.of(median(paces, steps));
    }

    private static Pace median(List<Pace> paces, long steps) {
        Duration time = paces.stream().map(Pace::time).reduce(Duration.ZERO, Duration::plus);
        long seen = 0;
        for (Pace pace : paces.stream().sorted(Comparator.comparing(Pace::step)).toList()) {
            seen += pace.steps();
            if (2 * seen >= steps) {
                return new Pace(pace.step(), steps, time);
            }
        }
        throw new IllegalStateException("There is no median of " + paces);
    }
}
