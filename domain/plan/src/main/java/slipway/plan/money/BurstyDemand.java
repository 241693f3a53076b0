package slipway.plan.money;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import slipway.base.Estimate;
import slipway.base.Estimate.Ground;
import slipway.base.Estimate.Source;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.plan.money.TermsMix.Level;
import slipway.plan.money.TermsMix.Market;
import slipway.plan.money.TermsMix.Part;

/**
 * Finds the cheapest mix of reserved, spot and on-demand accelerators for a demand that goes up and down. Each further
 * reserved accelerator costs all hours and saves the hours in which it is used, so the cost is piecewise linear, and
 * its minimum is at one of the demand's levels or at zero.
 */
final class BurstyDemand {

    private static final double TOLERANCE = 1e-6;

    private final List<Level> demand;
    private final double hours;
    private final Market market;

    BurstyDemand(List<Level> demand, double hours, Market market) {
        double all = demand.stream().mapToDouble(Level::share).sum();
        boolean wrong = demand.stream().anyMatch(it -> it.accelerators() < 0 || !(it.share() >= 0));
        if (wrong || Math.abs(all - 1) > TOLERANCE || !(hours > 0)) {
            throw new IllegalArgumentException("The shares of a demand add up to 1: " + demand);
        }
        this.demand = List.copyOf(demand);
        this.hours = hours;
        this.market = market;
    }

    TermsMix cheapest() {
        Stream<Integer> levels =
                market.reserved().isEmpty()
                        ? Stream.of(0)
                        : Stream.concat(
                                Stream.of(0), demand.stream().map(Level::accelerators).distinct());
        Estimate<Money> allOnDemand = cost(market.onDemand(), hoursAbove(0));
        return levels.map(this::parts)
                .map(parts -> TermsMix.of(parts, allOnDemand))
                .min(Comparator.comparing(it -> it.cost().value()))
                .orElseThrow();
    }

    private List<Part> parts(int reserved) {
        var parts = new ArrayList<Part>();
        if (reserved > 0) {
            double used = 1 - (reserved * hours - hoursBelow(reserved)) / (reserved * hours);
            parts.add(
                    new Part(
                            PricingTerms.RESERVED,
                            reserved * hours,
                            cost(market.reserved().orElseThrow(), reserved * hours),
                            "%s reserved, in use %s of the time"
                                    .formatted(Format.count(reserved), Format.percent(used))));
        }
        double rest = hoursAbove(reserved);
        if (rest > 0) {
            parts.addAll(bursts(rest, reserved > 0 ? "the bursts" : "the demand"));
        }
        return parts;
    }

    /** Takes spot for its available share if it is cheaper even with repeated work, and on demand for the rest. */
    private List<Part> bursts(double rest, String what) {
        var parts = new ArrayList<Part>();
        double steady = rest;
        if (market.spot().isPresent() && isCheaper(market.spot().get())) {
            TermsMix.Spot spot = market.spot().get();
            double paid = rest * spot.availability() * spot.hoursPerSteadyHour();
            steady = rest * (1 - spot.availability());
            parts.add(
                    new Part(
                            PricingTerms.SPOT,
                            paid,
                            cost(spot.price(), paid),
                            "%s of %s; %s more hours for what interruptions undo"
                                    .formatted(
                                            Format.percent(spot.availability()),
                                            what,
                                            Format.percent(spot.hoursPerSteadyHour() - 1))));
        }
        if (steady > 0) {
            parts.add(
                    new Part(
                            PricingTerms.ON_DEMAND,
                            steady,
                            cost(market.onDemand(), steady),
                            "%s of %s".formatted(Format.percent(steady / rest), what)));
        }
        return parts;
    }

    private boolean isCheaper(TermsMix.Spot spot) {
        return IntervalArithmetic.times(spot.price().value(), spot.hoursPerSteadyHour())
                        .compareTo(market.onDemand().value())
                < 0;
    }

    /** Accelerator-hours above this number of accelerators. */
    private double hoursAbove(int reserved) {
        return demand.stream()
                .mapToDouble(it -> Math.max(0, it.accelerators() - reserved) * it.share() * hours)
                .sum();
    }

    /** Accelerator-hours up to this number of accelerators. */
    private double hoursBelow(int reserved) {
        return demand.stream()
                .mapToDouble(it -> Math.min(reserved, it.accelerators()) * it.share() * hours)
                .sum();
    }

    static Estimate<Money> cost(Estimate<Money> price, double hours) {
        return IntervalArithmetic.times(
                price,
                Estimate.certain(hours, new Ground(Source.DECLARED, "hours that were asked for")));
    }
}
