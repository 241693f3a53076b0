package slipway.schedule.decision;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.WorkloadId;
import slipway.base.text.TimeFormat;
import slipway.schedule.snapshot.Placement;

/**
 * When workloads will start, by running the scheduler forward.
 *
 * @param horizon how far the forecast reaches: other workloads start later
 */
public record Forecast(Map<WorkloadId, Window> starts, Instant horizon) {

    public Forecast {
        starts = Map.copyOf(starts);
    }

    public Optional<Window> of(WorkloadId id) {
        return Optional.ofNullable(starts.get(id));
    }

    /** As in "17:35 (17:20 to 17:50), on h100-b1"; else the earliest possible time. */
    public String describe(WorkloadId id, TimeFormat timeFormat) {
        return of(id).map(window -> window.describe(timeFormat))
                .orElseGet(() -> "after " + timeFormat.time(horizon));
    }

    /**
     * The range of starts in three runs.
     *
     * @param at the start if every workload takes the middle of its estimate
     * @param latest empty if it did not start within the horizon
     */
    public record Window(
            Instant at, Instant earliest, Optional<Instant> latest, Placement placement) {

        public String describe(TimeFormat timeFormat) {
            String until = latest.map(timeFormat::time).orElse("open");
            String exact = timeFormat.time(at);
            boolean sure = earliest.equals(at) && latest.equals(Optional.of(at));
            String range = sure ? "" : " (%s to %s)".formatted(timeFormat.time(earliest), until);
            return exact + range + ", on " + placement.describe();
        }
    }

    /** Combines the three runs: the middle, the earliest and the latest start. */
    public static Forecast of(Run low, Run middle, Run high) {
        Map<WorkloadId, Window> windows = new TreeMap<>();
        middle.starts()
                .forEach(
                        (id, start) -> {
                            Optional<Instant> one = low.at(id);
                            Optional<Instant> other = high.at(id);
                            Instant earliest = earlier(earlier(start.at(), one), other);
                            Optional<Instant> latest =
                                    one.isPresent() && other.isPresent()
                                            ? Optional.of(
                                                    later(
                                                            start.at(),
                                                            later(one.get(), other.get())))
                                            : Optional.empty();
                            windows.put(
                                    id,
                                    new Window(start.at(), earliest, latest, start.placement()));
                        });
        return new Forecast(windows, middle.horizon());
    }

    private static Instant earlier(Instant one, Optional<Instant> other) {
        return other.filter(at -> at.isBefore(one)).orElse(one);
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** One of the three runs. */
    public record Run(Map<WorkloadId, Start> starts, Instant horizon) {

        Optional<Instant> at(WorkloadId id) {
            return Optional.ofNullable(starts.get(id)).map(Start::at);
        }
    }

    public record Start(Instant at, Placement placement) {}
}
