package slipway.plan.pilot;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.GpuTime;
import slipway.base.Money;
import slipway.plan.reliability.InterruptionRate;
import slipway.plan.reliability.ReliabilityModel;

/**
 * The estimate of a full run, extrapolated from its pilot.
 *
 * @param time duration of the full run
 * @param parts parts of the duration, which add up to it
 * @param interruptions interruptions per day, by cause
 * @param gpuTime accelerator time, or processor time without accelerators
 * @param gpuTimePerEpoch the same for one epoch, where its number of steps is known
 * @param cost cost; empty where no price is configured
 * @param remarks sentences about what the estimate lacks
 */
public record FullRunEstimate(
        Estimate<Duration> time,
        Parts parts,
        Pauses pauses,
        InterruptionRate interruptions,
        Estimate<GpuTime> gpuTime,
        Optional<GpuTime> gpuTimePerEpoch,
        Optional<Estimate<Money>> cost,
        List<String> remarks) {

    public FullRunEstimate {
        remarks = List.copyOf(remarks);
    }

    /**
     * @param failures time lost to failures: waiting for machines, restarting, repeating steps
     */
    public record Parts(
            Duration starting,
            Duration training,
            Duration saving,
            Duration evaluating,
            Duration failures) {

        public Duration total() {
            return starting.plus(training).plus(saving).plus(evaluating).plus(failures);
        }
    }

    /**
     * Pauses of training for checkpoints and evaluations.
     *
     * @param saves number of checkpoints
     * @param evaluations number of evaluations
     * @param bestSaveInterval the best interval between saves; empty where the time of a save is unknown
     */
    public record Pauses(long saves, long evaluations, Optional<Duration> bestSaveInterval) {}

    public static FullRunEstimate of(
            PilotResult pilotResult, FullRunGoal fullRunGoal, ReliabilityModel reliabilityModel) {
        return new RunExtrapolation(pilotResult, fullRunGoal, reliabilityModel).estimate();
    }
}
