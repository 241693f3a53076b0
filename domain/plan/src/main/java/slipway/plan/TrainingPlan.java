package slipway.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Estimate;
import slipway.base.Money;
import slipway.plan.money.Bill;
import slipway.plan.money.Offer;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.reliability.CheckpointAdvice;
import slipway.plan.request.TrainingGoal;
import slipway.plan.training.NetworkDemand;
import slipway.plan.training.StepBreakdown;
import slipway.plan.training.TrainingModel.Prospect;

/**
 * The answer to an aim.
 *
 * @param because why this way was chosen, as a clause
 * @param ofPeak the share of the peak that goes into the model itself
 * @param network what a step needs between machines
 * @param mixed spot with on demand behind it, where there is a deadline and both may be taken
 * @param owning buying against renting, where the price of buying is known
 * @param front all ways that no other beats in time and cost, the cheapest first
 * @param beside a few others that are worth a look, the cheapest first
 * @param refused the cheapest ways that were not taken, and why
 * @param considered set-ups that were reckoned
 */
public record TrainingPlan(
        TrainingGoal aim,
        Way chosen,
        String because,
        boolean withinBounds,
        StepBreakdown step,
        double ofPeak,
        NetworkDemand network,
        Optional<Mixed> mixed,
        List<BuyOrRent> owning,
        List<Way> front,
        List<Way> beside,
        List<Refused> refused,
        long considered) {

    public TrainingPlan {
        owning = List.copyOf(owning);
        front = List.copyOf(front);
        beside = List.copyOf(beside);
        refused = List.copyOf(refused);
    }

    /** What a step takes with what it waits for, the longest first. */
    public List<StepBreakdown.Part> parts() {
        var parts = new ArrayList<>(step.parts());
        parts.add(new StepBreakdown.Part("waiting for data", chosen.feeding.waits()));
        CheckpointAdvice.Shares shares = chosen.advice.shares();
        double moving = step.seconds() + chosen.feeding.waits();
        parts.add(
                new StepBreakdown.Part(
                        "saving checkpoints", moving * shares.saving() / shares.useful()));
        return parts.stream()
                .filter(it -> it.seconds() > 0)
                .sorted(Comparator.comparingDouble(StepBreakdown.Part::seconds).reversed())
                .toList();
    }

    /** Of a step, saving included: the time of the run is made of these, of failures, and of its start. */
    public double seconds() {
        return parts().stream().mapToDouble(StepBreakdown.Part::seconds).sum();
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
            CheckpointAdvice advice,
            DataLoading feeding,
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

        /** {@code 16 H100 at aws p5.48xlarge, on demand}; {@code 16 own H100, hall}. */
        public String name() {
            return isOwn()
                    ? offer.machine().map(it -> place() + ", " + it).orElse(place())
                    : "%d %s at %s".formatted(accelerators, offer.type(), offer.name());
        }

        /** Without the machine: {@code 16 H100 at aws, on demand}; {@code 16 own H100}. */
        public String place() {
            return isOwn()
                    ? "%d own %s".formatted(accelerators, offer.type())
                    : "%d %s at %s, %s"
                            .formatted(
                                    accelerators,
                                    offer.type(),
                                    offer.provider(),
                                    offer.terms().word());
        }

        private boolean isOwn() {
            return offer.terms() == PricingTerms.OWN;
        }
    }

    /**
     * A run that takes spot while it can be had, and goes on demand in time for its deadline.
     *
     * @param there the share of the time in which spot machines are taken to be there
     * @param mix of accelerators alone
     */
    public record Mixed(Way spot, Way onDemand, double there, TermsMix mix) {}

    /**
     * @param because as a clause
     */
    public record Refused(Way way, String because) {}
}
