package slipway.plan;

import java.time.Duration;
import slipway.base.Estimate;
import slipway.plan.training.MemoryVerdict;

/** The estimate of a job that states what it trains, on given accelerators. */
public sealed interface JobEstimate {

    /**
     * The prediction for the best set-up that the search finds.
     *
     * @param memory memory of one accelerator
     * @param setUp the set-up, as text
     */
    record Predicted(Estimate<Duration> time, MemoryVerdict memory, String setUp, StepPace pace)
            implements JobEstimate {}

    /**
     * The pace without interruptions.
     *
     * @param type accelerator type, by the catalog's name
     * @param steps total number of steps
     * @param step seconds of one step
     */
    record StepPace(String type, double steps, Estimate<Double> step) {}

    /**
     * No set-up fits into memory.
     *
     * @param reason a sentence
     * @param next a sentence on what to change
     */
    record DoesNotFit(String reason, String next) implements JobEstimate {}

    /** No estimate is possible, for a reason. */
    record Unknown(String reason) implements JobEstimate {}
}
