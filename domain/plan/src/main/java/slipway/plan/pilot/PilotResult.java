package slipway.plan.pilot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Bytes;
import slipway.base.Estimate;

/**
 * The result of a pilot.
 *
 * @param start time from its start until the first reported step
 * @param firstStep the first reported step
 * @param steps number of steps after the first
 * @param total total number of steps that it reported
 * @param step mean time of a step after warm-up, without saves and evaluations
 * @param median median of the same
 * @param dataWaitShare share of the time spent waiting for data; empty where it is not reported
 * @param remarks sentences about anomalies
 */
public record PilotResult(
        Duration start,
        long firstStep,
        long steps,
        Optional<Long> total,
        WarmUp warmUp,
        Estimate<Duration> step,
        Duration median,
        Optional<Activity> save,
        Optional<Activity> evaluation,
        Optional<Double> dataWaitShare,
        Optional<Bytes> checkpoint,
        PilotTrace.Peak peak,
        List<String> remarks) {

    public PilotResult {
        remarks = List.copyOf(remarks);
    }

    /**
     * An activity beside the steps: saving or evaluating.
     *
     * @param count how often it was observed
     * @param each mean duration
     * @param stepsBetween steps between two; empty where fewer than two were observed
     * @param reported whether the job reported it; otherwise checkpoints revealed it
     */
    public record Activity(
            long count, Duration each, Optional<Long> stepsBetween, boolean reported) {}

    /** The outcome of a pilot. */
    public sealed interface Outcome {}

    public record Measured(PilotResult result) implements Outcome {}

    /** The trace is insufficient, with the reason and the next step. */
    public record Insufficient(String reason, String next) implements Outcome {}

    /** The same result with another step time. */
    PilotResult withStep(Estimate<Duration> other) {
        return new PilotResult(
                start,
                firstStep,
                steps,
                total,
                warmUp,
                other,
                other.value(),
                save,
                evaluation,
                dataWaitShare,
                checkpoint,
                peak,
                remarks);
    }

    public static Outcome of(PilotTrace pilotTrace) {
        return new PilotAnalysis(pilotTrace).analyze();
    }
}
