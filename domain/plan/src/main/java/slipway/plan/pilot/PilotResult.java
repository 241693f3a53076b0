package slipway.plan.pilot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;

/**
 * What a pilot shows.
 *
 * @param start from its start until the first step that it told
 * @param first that step
 * @param steps so many were seen after it
 * @param total of how many steps it spoke
 * @param step the mean of one of those that count, without saves and evaluations
 * @param median of the same
 * @param waits the share of the time in which it waited for data; empty where it does not say
 * @param remarks what is odd about it, in sentences
 */
public record PilotResult(
        Duration start,
        long first,
        long steps,
        Optional<Long> total,
        WarmUp settling,
        Estimate<Duration> step,
        Duration median,
        Optional<Part> save,
        Optional<Part> evaluation,
        Optional<Double> waits,
        Optional<Bytes> checkpoint,
        PilotTrace.Peak peak,
        List<String> remarks) {

    public PilotResult {
        remarks = List.copyOf(remarks);
    }

    /**
     * What it does beside its steps.
     *
     * @param times so often it was seen
     * @param each the mean
     * @param apart steps from one to the next, where two were seen
     * @param told whether it said so itself; else it was seen by its checkpoints
     */
    public record Part(long times, Duration each, Optional<Long> apart, boolean told) {}

    /** What came of a pilot. */
    public sealed interface Found {}

    public record Shown(PilotResult piloted) implements Found {}

    /** Nothing can be said, for a reason; and what to do. */
    public record Nothing(String because, String next) implements Found {}

    /** The same with another step. */
    PilotResult stepping(Estimate<Duration> other) {
        return new PilotResult(
                start,
                first,
                steps,
                total,
                settling,
                other,
                other.value(),
                save,
                evaluation,
                waits,
                checkpoint,
                peak,
                remarks);
    }

    public static Found of(PilotTrace pilotTrace) {
        return new PilotAnalysis(pilotTrace).read();
    }
}
