package slipway.plan;

import java.time.Duration;
import slipway.base.Estimate;
import slipway.plan.training.MemoryVerdict;

/** What is to be expected of a job that says what it trains, on accelerators that somebody has. */
public sealed interface JobEstimate {

    /**
     * In the set-up that the search finds best there.
     *
     * @param memory of one accelerator
     * @param setUp in words
     */
    record Takes(Estimate<Duration> time, MemoryVerdict memory, String setUp, Pace pace)
            implements JobEstimate {}

    /**
     * How it gets on while nothing happens.
     *
     * @param type of the accelerators, by the catalog's name
     * @param steps in all
     * @param step seconds of one
     */
    record Pace(String type, double steps, Estimate<Double> step) {}

    /**
     * No set-up fits into memory.
     *
     * @param because in a sentence
     * @param next what to change, in a sentence
     */
    record DoesNotFit(String because, String next) implements JobEstimate {}

    /** Nothing can be said, for a reason. */
    record Unknown(String because) implements JobEstimate {}
}
