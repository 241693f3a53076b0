package slipway.run.estimate;

import java.time.Duration;
import java.util.Optional;
import slipway.base.Estimate;

/**
 * The estimate of a workload from its plan.
 *
 * @param time the runtime; empty where it cannot be estimated
 * @param memory what one accelerator holds, in words; empty where it cannot be estimated
 * @param warning what the owner should know, and what to change
 */
public record WorkloadEstimate(
        Optional<Estimate<Duration>> time, String memory, Optional<String> warning) {

    static final WorkloadEstimate WITHOUT_ACCELERATORS =
            unknown(
                    "Its plan is for whole accelerators, and it asks for none. Ask for some, for example"
                            + " --gpus H100:8.");

    /** A longer estimate is useless, and this bound keeps sums of money in range. */
    private static final Duration LONGEST = Duration.ofDays(730);

    public static WorkloadEstimate ofTime(Estimate<Duration> time, String memory) {
        return time.high().compareTo(LONGEST) > 0
                ? unknown(
                        "By its plan it may take more than two years. Ask for more accelerators, or look at the"
                                + " numbers of its plan.")
                : new WorkloadEstimate(Optional.of(time), memory, Optional.empty());
    }

    /** There is no estimate, for this reason. */
    public static WorkloadEstimate unknown(String because) {
        return new WorkloadEstimate(Optional.empty(), "", Optional.of(because));
    }
}
