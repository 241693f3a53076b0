package slipway.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.plan.TrainingPlan.Mixed;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.request.TrainingGoal;

/** Spot while it can be had, and on demand in time for a deadline. */
public final class SpotFallback {

    /**
     * The share of the time in which spot machines can be had. Nobody publishes it; people who watched a few regions
     * for weeks tell of anything from a fifth to nearly always.
     */
    public static final double THERE = 0.8;

    private static final double HOUR = 3_600;

    private final TrainingGoal trainingGoal;
    private final List<Way> ways;

    SpotFallback(TrainingGoal trainingGoal, List<Way> ways) {
        this.trainingGoal = trainingGoal;
        this.ways = ways;
    }

    /** The cheapest that ends in time even if everything takes as long as it may; empty without a deadline. */
    Optional<Mixed> least() {
        return trainingGoal.deadline().stream()
                .flatMap(
                        deadline ->
                                on(PricingTerms.SPOT).flatMap(it -> with(it, deadline).stream()))
                .min(Comparator.comparing(it -> it.mix().cost().value()));
    }

    private Stream<Way> on(PricingTerms pricingTerms) {
        return ways.stream().filter(it -> it.offer().terms() == pricingTerms);
    }

    /** With the cheapest behind it that is on demand. */
    private Optional<Mixed> with(Way spot, Duration deadline) {
        return on(PricingTerms.ON_DEMAND)
                .filter(it -> isLike(it, spot))
                .min(Comparator.comparing(it -> it.cost().value()))
                .flatMap(it -> mixed(spot, it, deadline));
    }

    /** A run goes on elsewhere only where it finds the same accelerators, as many in a machine. */
    private static boolean isLike(Way one, Way other) {
        return one.accelerators() == other.accelerators()
                && one.offer().type().equals(other.offer().type())
                && one.offer().perMachine() == other.offer().perMachine();
    }

    private static Optional<Mixed> mixed(Way spot, Way onDemand, Duration deadline) {
        double steady = onDemand.advice().goodput().value();
        double goodput = Math.min(steady, spot.advice().goodput().value());
        double lasts = hours(onDemand.time().value());
        double atWorst = hours(onDemand.time().high()) / lasts;
        double hours = hours(deadline) / atWorst;
        if (!(lasts > 0 && lasts <= hours)) {
            return Optional.empty();
        }
        var market =
                new TermsMix.Market(
                        onDemand.offer().perHour(),
                        Optional.empty(),
                        Optional.of(
                                new TermsMix.Spot(spot.offer().perHour(), THERE, goodput, steady)));
        int accelerators = onDemand.accelerators();
        TermsMix termsMix =
                TermsMix.ofDeadline(lasts * steady * accelerators, accelerators, hours, market);
        return Optional.of(new Mixed(spot, onDemand, THERE, termsMix));
    }

    /** Without what it takes to begin. */
    private static double hours(Duration time) {
        return time.minus(RunDuration.STARTS).toSeconds() / HOUR;
    }
}
