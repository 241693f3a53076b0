package slipway.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.plan.TrainingPlan.SpotMix;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.money.TermsMix;
import slipway.plan.request.TrainingGoal;

/** Plans spot with a fallback to on demand in time for a deadline. */
final class SpotFallback {

    private static final double HOUR = 3_600;

    private final TrainingGoal trainingGoal;
    private final List<Way> ways;

    SpotFallback(TrainingGoal trainingGoal, List<Way> ways) {
        this.trainingGoal = trainingGoal;
        this.ways = ways;
    }

    /** The cheapest mix whose worst case meets the deadline; empty without a deadline. */
    Optional<SpotMix> cheapest() {
        return trainingGoal.deadline().stream()
                .flatMap(
                        deadline ->
                                waysOn(PricingTerms.SPOT)
                                        .flatMap(it -> withFallback(it, deadline).stream()))
                .min(Comparator.comparing(it -> it.mix().cost().value()));
    }

    private Stream<Way> waysOn(PricingTerms pricingTerms) {
        return ways.stream().filter(it -> it.offer().terms() == pricingTerms);
    }

    /** A spot way with its cheapest on-demand fallback. */
    private Optional<SpotMix> withFallback(Way spot, Duration deadline) {
        return waysOn(PricingTerms.ON_DEMAND)
                .filter(it -> hasSameMachines(it, spot))
                .min(Comparator.comparing(it -> it.cost().value()))
                .flatMap(it -> mixed(spot, it, deadline));
    }

    /** Whether a run can move between both: same accelerators, as many in a machine. */
    private static boolean hasSameMachines(Way one, Way other) {
        return one.accelerators() == other.accelerators()
                && one.offer().type().equals(other.offer().type())
                && one.offer().perMachine() == other.offer().perMachine();
    }

    private static Optional<SpotMix> mixed(Way spot, Way onDemand, Duration deadline) {
        double steady = onDemand.advice().goodput().value();
        double goodput = Math.min(steady, spot.advice().goodput().value());
        double duration = hours(onDemand.time().value());
        double atWorst = hours(onDemand.time().high()) / duration;
        double hours = hours(deadline) / atWorst;
        if (!(duration > 0 && duration <= hours)) {
            return Optional.empty();
        }
        var market =
                new TermsMix.Market(
                        onDemand.offer().price().perHour(),
                        Optional.empty(),
                        Optional.of(
                                new TermsMix.Spot(
                                        spot.offer().price().perHour(),
                                        TermsMix.Spot.DEFAULT_AVAILABILITY,
                                        goodput,
                                        steady)));
        int accelerators = onDemand.accelerators();
        TermsMix termsMix =
                TermsMix.ofDeadline(duration * steady * accelerators, accelerators, hours, market);
        return Optional.of(
                new SpotMix(spot, onDemand, TermsMix.Spot.DEFAULT_AVAILABILITY, termsMix));
    }

    /** Hours without start-up. */
    private static double hours(Duration time) {
        return time.minus(RunDuration.STARTUP).toSeconds() / HOUR;
    }
}
