package slipway.plan;

import java.time.Duration;
import java.util.List;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.Bill;
import slipway.plan.money.Offer;
import slipway.plan.reliability.Advice;
import slipway.plan.training.Step;
import slipway.plan.training.Training.Prospect;

/**
 * The answer to an aim.
 *
 * @param because why this way was chosen, as a clause
 * @param ofPeak the share of the peak that goes into the model itself
 * @param front all ways that no other beats in time and cost, the cheapest first
 * @param beside a few others that are worth a look, the cheapest first
 * @param considered set-ups that were reckoned
 */
public record TrainingPlan(
        Aim aim,
        Way chosen,
        String because,
        boolean withinBounds,
        Step step,
        double ofPeak,
        List<Way> front,
        List<Way> beside,
        long considered) {

    public TrainingPlan {
        front = List.copyOf(front);
        beside = List.copyOf(beside);
    }

    /**
     * One way to reach an aim: so many accelerators of an offer in one set-up, and what that takes.
     *
     * @param advice how often it is to save, and what failures cost it
     * @param time from the first step to the last, with what is lost to failures
     */
    public record Way(
            Offer offer,
            int accelerators,
            Prospect prospect,
            Advice advice,
            Estimate<Duration> time,
            Bill bill) {

        public Estimate<Money> cost() {
            return bill.total();
        }

        /** Whether it is surely as good in both and better in one. */
        boolean beats(Way other) {
            int sooner = time.value().compareTo(other.time.value());
            int cheaper = cost().value().compareTo(other.cost().value());
            return sooner <= 0 && cheaper <= 0 && sooner + cheaper < 0;
        }

        /** {@code 16 H100 at nebius, on demand}. */
        public String name() {
            return "%d %s at %s".formatted(accelerators, offer.type(), offer.name());
        }
    }
}
