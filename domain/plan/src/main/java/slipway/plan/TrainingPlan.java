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
 * The plan for a training goal.
 *
 * @param reason why this way was chosen, as a clause
 * @param spotMix spot with on demand as fallback, if there is a deadline and both are allowed
 * @param buyOrRent buying compared with renting, where the purchase price is known
 */
public record TrainingPlan(
        TrainingGoal goal,
        Way chosen,
        String reason,
        boolean withinBounds,
        Step step,
        Optional<SpotMix> spotMix,
        List<BuyOrRent> buyOrRent,
        Ways ways) {

    public TrainingPlan {
        buyOrRent = List.copyOf(buyOrRent);
    }

    /**
     * A step of the chosen way.
     *
     * @param mfu MFU of the chosen way
     * @param network network rate that a step needs between machines
     */
    public record Step(StepBreakdown breakdown, double mfu, NetworkDemand network) {}

    /**
     * The ways that were found.
     *
     * @param paretoFront the Pareto front: ways that no other beats in time and cost, the cheapest first
     * @param alternatives alternatives, the cheapest first
     * @param rejected the cheapest rejected ways, with reasons
     * @param consideredSetUps number of set-ups whose step time was computed
     */
    public record Ways(
            List<Way> paretoFront,
            List<Way> alternatives,
            List<Rejected> rejected,
            long consideredSetUps) {

        public Ways {
            paretoFront = List.copyOf(paretoFront);
            alternatives = List.copyOf(alternatives);
            rejected = List.copyOf(rejected);
        }
    }

    /** Parts of a step with data stalls and saves, the longest first. */
    public List<StepBreakdown.Part> parts() {
        var parts = new ArrayList<>(step.breakdown.parts());
        parts.add(new StepBreakdown.Part("waiting for data", chosen.dataLoading.stallSeconds()));
        CheckpointAdvice.Shares shares = chosen.advice.shares();
        double moving = step.breakdown.seconds() + chosen.dataLoading.stallSeconds();
        parts.add(
                new StepBreakdown.Part(
                        "saving checkpoints", moving * shares.saving() / shares.useful()));
        return parts.stream()
                .filter(it -> it.seconds() > 0)
                .sorted(Comparator.comparingDouble(StepBreakdown.Part::seconds).reversed())
                .toList();
    }

    /** Seconds of a step with stalls and saves. The duration of a run adds failures and start-up. */
    public double seconds() {
        return parts().stream().mapToDouble(StepBreakdown.Part::seconds).sum();
    }

    /**
     * One way to reach a goal: a number of accelerators of an offer in one set-up, with its time and cost.
     *
     * @param advice how often to save, and the cost of failures
     * @param time duration from the first step to the last, with losses by failures
     */
    public record Way(
            Offer offer,
            int accelerators,
            Prospect prospect,
            CheckpointAdvice advice,
            DataLoading dataLoading,
            Estimate<Duration> time,
            Bill bill) {

        public Estimate<Money> cost() {
            return bill.total();
        }

        /** Whether it is at least as good in time and cost and better in one. */
        boolean beats(Way other) {
            int sooner = time.value().compareTo(other.time.value());
            int cheaper = cost().value().compareTo(other.cost().value());
            return sooner <= 0 && cheaper <= 0 && sooner + cheaper < 0;
        }

        /** {@code 16 H100 at aws p5.48xlarge, on demand}; {@code 16 own H100, hall}. */
        public String name() {
            return isOwn()
                    ? offer.machine().map(it -> shortName() + ", " + it).orElse(shortName())
                    : "%d %s at %s".formatted(accelerators, offer.type(), offer.name());
        }

        /** The name without the machine: {@code 16 H100 at aws, on demand}; {@code 16 own H100}. */
        public String shortName() {
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
     * A run on spot with a timely fallback to on demand.
     *
     * @param spotAvailability assumed share of the time in which spot is available
     * @param mix the mix of terms of the accelerators alone
     */
    public record SpotMix(Way spot, Way onDemand, double spotAvailability, TermsMix mix) {}

    /**
     * @param reason the reason, as a clause
     */
    public record Rejected(Way way, String reason) {}
}
