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
 * A checked training goal with its bounds.
 *
 * @param deadline time until the deadline
 * @param now the time of the request, since prices have an age
 */
public record TrainingGoal(
        TrainingTask task,
        Optional<Duration> deadline,
        Optional<Money> budget,
        Where where,
        Instant now) {

    /**
     * Where the run may take place.
     *
     * @param types accelerator types; empty for all that are offered
     * @param accelerators exact number of accelerators, if stated
     * @param machines most machines
     */
    public record Where(
            OfferFilter offers, List<String> types, OptionalInt accelerators, int machines) {

        public Where {
            types = List.copyOf(types);
            if (machines < 1) {
                throw new IllegalArgumentException("A run needs at least one machine: " + machines);
            }
        }
    }
}
