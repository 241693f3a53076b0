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
 * @param remarks sentences about anomalies
 */
public record PilotResult(
        Duration start,
        Steps steps,
        StepTimes stepTimes,
        Optional<Activity> save,
        Optional<Activity> evaluation,
        Optional<Bytes> checkpoint,
        PilotTrace.Peak peak,
        List<String> remarks) {

    public PilotResult {
        remarks = List.copyOf(remarks);
    }

    /**
     * The reported steps.
     *
     * @param first the first reported step
     * @param count number of steps after the first
     * @param total total number of steps that it reported
     */
    public record Steps(long first, long count, Optional<Long> total) {}

    /**
     * The time of a step.
     *
     * @param mean mean time of a step after warm-up, without saves and evaluations
     * @param median median of the same
     * @param dataWaitShare share of the time spent waiting for data; empty where it is not reported
     */
    public record StepTimes(
            WarmUp warmUp,
            Estimate<Duration> mean,
            Duration median,
            Optional<Double> dataWaitShare) {}

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
        var changed =
                new StepTimes(stepTimes.warmUp, other, other.value(), stepTimes.dataWaitShare);
        return new PilotResult(start, steps, changed, save, evaluation, checkpoint, peak, remarks);
    }

    public static Outcome of(PilotTrace pilotTrace) {
        return new PilotAnalysis(pilotTrace).analyze();
    }
}
