package slipway.plan.request;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import slipway.base.Money;
import slipway.plan.money.OfferFilter;
import slipway.plan.training.TrainingTask;

/**
 * What somebody wants trained, and within which bounds.
 *
 * @param deadline from now
 * @param now when it is asked: prices have an age
 */
public record TrainingGoal(
        TrainingTask task,
        Optional<Duration> deadline,
        Optional<Money> budget,
        Where where,
        Instant now) {

    /**
     * On what it may run.
     *
     * @param types of accelerators; empty for any that is offered
     * @param accelerators exactly so many, if somebody said so
     * @param machines at most so many
     */
    public record Where(
            OfferFilter choice, List<String> types, OptionalInt accelerators, int machines) {

        public Where {
            types = List.copyOf(types);
            if (machines < 1) {
                throw new IllegalArgumentException("It runs somewhere: " + machines);
            }
        }
    }
}
