package slipway.plan.money;

import java.util.ArrayList;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.Format;
import slipway.plan.money.TermsMix.Market;
import slipway.plan.money.TermsMix.Part;
import slipway.plan.money.TermsMix.Spot;

/**
 * The cheapest mix of spot and on demand for a run with a deadline. Spot progresses only while machines are available,
 * and more slowly; waiting costs only time. So spot does as much of the work as leaves time to finish on demand.
 */
final class RunDeadline {

    static final ProblemCode TOO_SHORT =
            ProblemCode.of(
                    ProblemKind.NO_CAPACITY,
                    "deadline-too-short",
                    "The work cannot be done by then on so many accelerators, on any terms.");

    private final double work;
    private final int accelerators;
    private final double hours;
    private final Market market;

    RunDeadline(double work, int accelerators, double hours, Market market) {
        if (!(work > 0 && hours > 0) || accelerators < 1) {
            throw new IllegalArgumentException("A run has work, time and accelerators: " + work);
        }
        this.work = work;
        this.accelerators = accelerators;
        this.hours = hours;
        this.market = market;
    }

    TermsMix cheapest() {
        double steady = market.spot().map(Spot::steadyGoodput).orElse(1.0);
        double quickest = work / accelerators / steady;
        if (quickest > hours) {
            throw new Problem(
                    TOO_SHORT,
                    "The work takes %s hours on %s."
                            .formatted(
                                    Format.number(quickest, 1),
                                    Format.count(accelerators, "accelerator")),
                    "The deadline is in %s hours.".formatted(Format.number(hours, 1)),
                    "Take more accelerators, or more time.");
        }
        double share = market.spot().map(spot -> spotShare(spot, quickest)).orElse(0.0);
        var parts = new ArrayList<Part>();
        if (share > 0) {
            Spot spot = market.spot().orElseThrow();
            double paid = work * share / spot.goodput();
            parts.add(
                    new Part(
                            PricingTerms.SPOT,
                            paid,
                            BurstyDemand.cost(spot.price(), paid),
                            "%s of the work; machines can be had %s of the time"
                                    .formatted(
                                            Format.percent(share),
                                            Format.percent(spot.availability()))));
        }
        if (share < 1) {
            double paid = work * (1 - share) / steady;
            parts.add(
                    new Part(
                            PricingTerms.ON_DEMAND,
                            paid,
                            BurstyDemand.cost(market.onDemand(), paid),
                            "%s of the work, so that it ends in time"
                                    .formatted(Format.percent(1 - share))));
        }
        return TermsMix.of(parts, BurstyDemand.cost(market.onDemand(), work / steady));
    }

    /**
     * The largest share of the work on spot that still meets the deadline: time is
     * {@code share x slow + (1 - share) x quick}.
     */
    private double spotShare(Spot spot, double quickest) {
        boolean pays =
                IntervalArithmetic.times(spot.price().value(), spot.hoursPerSteadyHour())
                                .compareTo(market.onDemand().value())
                        < 0;
        double slow = work / accelerators / (spot.goodput() * spot.availability());
        if (!pays) {
            return 0;
        }
        return slow <= hours ? 1 : (hours - quickest) / (slow - quickest);
    }
}
