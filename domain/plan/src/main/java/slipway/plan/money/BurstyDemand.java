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
 * Demand that goes up and down. Each further accelerator that is reserved costs all hours and saves the hours in which
 * it is used, so what it all costs is made of straight pieces, and the least is at one of the levels, or at none.
 */
final class BurstyDemand {

    private static final double NEARLY = 1e-6;

    private final List<Level> demand;
    private final double hours;
    private final Market market;

    BurstyDemand(List<Level> demand, double hours, Market market) {
        double all = demand.stream().mapToDouble(Level::share).sum();
        boolean wrong = demand.stream().anyMatch(it -> it.accelerators() < 0 || !(it.share() >= 0));
        if (wrong || Math.abs(all - 1) > NEARLY || !(hours > 0)) {
            throw new IllegalArgumentException("The shares of a demand add up to 1: " + demand);
        }
        this.demand = List.copyOf(demand);
        this.hours = hours;
        this.market = market;
    }

    TermsMix least() {
        Stream<Integer> levels =
                market.reserved().isEmpty()
                        ? Stream.of(0)
                        : Stream.concat(
                                Stream.of(0), demand.stream().map(Level::accelerators).distinct());
        Estimate<Money> allOnDemand = cost(market.onDemand(), above(0));
        return levels.map(this::parts)
                .map(parts -> new TermsMix(parts, total(parts), allOnDemand))
                .min(Comparator.comparing(it -> it.cost().value()))
                .orElseThrow();
    }

    private List<Part> parts(int reserved) {
        var parts = new ArrayList<Part>();
        if (reserved > 0) {
            double used = 1 - (reserved * hours - below(reserved)) / (reserved * hours);
            parts.add(
                    new Part(
                            PricingTerms.RESERVED,
                            reserved * hours,
                            cost(market.reserved().orElseThrow(), reserved * hours),
                            "%s reserved, in use %s of the time"
                                    .formatted(Format.count(reserved), Format.percent(used))));
        }
        double rest = above(reserved);
        if (rest > 0) {
            parts.addAll(bursts(rest, reserved > 0 ? "the bursts" : "the demand"));
        }
        return parts;
    }

    /** On spot what can be had there, if it is cheaper with all that is done again; the rest on demand. */
    private List<Part> bursts(double rest, String what) {
        var parts = new ArrayList<Part>();
        double steady = rest;
        if (market.spot().isPresent() && pays(market.spot().get())) {
            TermsMix.Spot spot = market.spot().get();
            double paid = rest * spot.there() * spot.instead();
            steady = rest * (1 - spot.there());
            parts.add(
                    new Part(
                            PricingTerms.SPOT,
                            paid,
                            cost(spot.price(), paid),
                            "%s of %s; %s more hours for what interruptions undo"
                                    .formatted(
                                            Format.percent(spot.there()),
                                            what,
                                            Format.percent(spot.instead() - 1))));
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

    private boolean pays(TermsMix.Spot spot) {
        return IntervalArithmetic.times(spot.price().value(), spot.instead())
                        .compareTo(market.onDemand().value())
                < 0;
    }

    /** Hours of accelerators beyond the first so many. */
    private double above(int reserved) {
        return demand.stream()
                .mapToDouble(it -> Math.max(0, it.accelerators() - reserved) * it.share() * hours)
                .sum();
    }

    /** Hours in which the first so many are in use. */
    private double below(int reserved) {
        return demand.stream()
                .mapToDouble(it -> Math.min(reserved, it.accelerators()) * it.share() * hours)
                .sum();
    }

    private static Estimate<Money> total(List<Part> parts) {
        return IntervalArithmetic.sum(
                parts.stream().map(Part::cost).toList(),
                parts.getFirst().cost().value().currency());
    }

    static Estimate<Money> cost(Estimate<Money> price, double many) {
        return IntervalArithmetic.times(
                price,
                Estimate.certain(many, new Ground(Source.DECLARED, "hours that were asked for")));
    }
}
