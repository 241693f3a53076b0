package slipway.plan;

import java.time.Duration;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.Offer;
import slipway.plan.training.Prospect;

/**
 * One way to reach an aim: so many accelerators of an offer in one set-up, and what that takes.
 *
 * @param time from the first step to the last, with what is lost to failures
 */
public record Way(
        Offer offer,
        int accelerators,
        Prospect prospect,
        Estimate<Duration> time,
        Estimate<Money> cost) {

    /** Whether it is surely as good in both and better in one. */
    boolean beats(Way other) {
        int sooner = time.value().compareTo(other.time.value());
        int cheaper = cost.value().compareTo(other.cost.value());
        return sooner <= 0 && cheaper <= 0 && sooner + cheaper < 0;
    }

    /** {@code 16 H100 at nebius, on demand}. */
    public String name() {
        return "%d %s at %s".formatted(accelerators, offer.type(), offer.name());
    }
}
