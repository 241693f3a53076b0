package slipway.plan.request;

import java.util.Optional;
import slipway.plan.money.OfferFilter;
import slipway.plan.reliability.CheckpointOptimizerBytes.CheckpointSize;

/**
 * A demand for accelerators that goes up and down, read and checked.
 *
 * @param baseline accelerators that are always in use
 * @param bursts accelerators that are in use besides, at times
 * @param burstShare the share of the time in which the bursts are in use
 * @param discount what a commitment takes off; empty for the commitments of the catalog
 * @param spotAvailability the share of the time in which spot machines are available
 */
public record BurstDemand(
        CheckpointSize checkpoint,
        String type,
        int baseline,
        int bursts,
        double burstShare,
        Optional<Double> discount,
        double spotAvailability,
        OfferFilter offers) {}
