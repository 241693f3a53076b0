package slipway.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.plan.TrainingPlan.Refused;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.TrainingGoal;

/** The few ways that a person wants to see beside the chosen one: sooner, cheaper, on other terms, on other types. */
final class Alternatives {

    private static final int MOST = 7;
    private static final int TYPES = 2;

    /** Nobody waits so many times as long to save something, unless it is over within a day. */
    private static final double MUCH_LATER = 4;

    private static final Duration SOON = Duration.ofDays(1);

    /** Less is no reason to wait: a way that saves less than this share, or is sooner by less than that. */
    private static final double WORTH_WAITING = 0.97;

    private static final double WORTH_PAYING = 0.75;

    private final TrainingGoal trainingGoal;
    private final Way chosen;
    private final List<Way> ways;

    Alternatives(TrainingGoal trainingGoal, Way chosen, List<Way> ways) {
        this.trainingGoal = trainingGoal;
        this.chosen = chosen;
        this.ways = ways;
    }

    /** The cheapest first. */
    List<Way> list() {
        Set<Way> found = new LinkedHashSet<>();
        Stream.of(PricingTerms.values())
                .forEach(pricingTerms -> on(pricingTerms).ifPresent(found::add));
        sooner().forEach(found::add);
        cheaper().ifPresent(found::add);
        otherTypes().forEach(found::add);
        found.remove(chosen);
        return found.stream()
                .limit(MOST)
                .sorted(Comparator.comparing(it -> it.cost().value()))
                .toList();
    }

    /** The cheapest of each type and terms that was not taken, and why. */
    List<Refused> refused() {
        Set<String> seen = new HashSet<>();
        return ways.stream()
                .filter(it -> !it.equals(chosen))
                .filter(it -> seen.add(it.offer().type() + " " + it.offer().terms()))
                .limit(MOST)
                .map(it -> new Refused(it, because(it)))
                .toList();
    }

    private String because(Way way) {
        Optional<Duration> late = trainingGoal.deadline().map(it -> way.time().value().minus(it));
        Optional<Duration> atWorst = trainingGoal.deadline().map(it -> way.time().high().minus(it));
        if (late.isPresent() && late.get().isPositive()) {
            return "it ends %s after the deadline".formatted(Format.duration(late.get()));
        }
        if (atWorst.isPresent() && atWorst.get().isPositive()) {
            return "at worst it ends %s after the deadline"
                    .formatted(Format.duration(atWorst.get()));
        }
        Optional<Money> over = trainingGoal.budget().map(it -> way.cost().high().minus(it));
        Money more = way.cost().value().minus(chosen.cost().value());
        Duration later = way.time().value().minus(chosen.time().value());
        if (!more.isNegative()) {
            return "it costs %s more".formatted(Format.money(more));
        }
        return over.isPresent() && !over.get().isNegative()
                ? "at worst it costs %s more than the budget".formatted(Format.money(over.get()))
                : "it takes %s longer to save %s"
                        .formatted(
                                Format.duration(later.abs()),
                                Format.money(Money.zero(more.currency()).minus(more)));
    }

    private boolean isInTime(Way way) {
        Optional<Duration> deadline = trainingGoal.deadline();
        return deadline.isEmpty() || way.time().high().compareTo(deadline.get()) <= 0;
    }

    private boolean isSensible(Way way) {
        double times =
                (double) way.time().value().toSeconds()
                        / Math.max(1, chosen.time().value().toSeconds());
        return times <= MUCH_LATER || way.time().value().compareTo(SOON) <= 0;
    }

    private Stream<Way> sensible(Predicate<Way> which) {
        return ways.stream().filter(this::isSensible).filter(which);
    }

    /** With a deadline the cheapest that meets it; without, as the chosen one was chosen. */
    private Optional<Way> on(PricingTerms pricingTerms) {
        return sensible(it -> it.offer().terms() == pricingTerms && isInTime(it)).min(order());
    }

    private Comparator<Way> order() {
        return trainingGoal.deadline().isPresent()
                ? Comparator.comparing((Way it) -> it.cost().value())
                : Comparator.comparingDouble(TrainingChoice::both);
    }

    /** Of those that are well sooner the cheapest, and the soonest that costs no more than twice as much. */
    private List<Way> sooner() {
        double most = chosen.time().value().toSeconds() * WORTH_PAYING;
        double twice = 2.0 * chosen.cost().value().millionths();
        List<Way> well = ways.stream().filter(it -> it.time().value().toSeconds() <= most).toList();
        return Stream.concat(
                        well.stream().limit(1),
                        well.stream()
                                .filter(it -> it.cost().value().millionths() <= twice)
                                .min(Comparator.comparing(it -> it.time().value()))
                                .stream())
                .toList();
    }

    /** The cheapest, if it saves enough to wait for it. */
    private Optional<Way> cheaper() {
        double most = chosen.cost().value().millionths() * WORTH_WAITING;
        return sensible(it -> it.cost().value().millionths() <= most).findFirst();
    }

    private List<Way> otherTypes() {
        return sensible(it -> !it.offer().type().equals(chosen.offer().type()) && isInTime(it))
                .map(it -> it.offer().type())
                .distinct()
                .limit(TYPES)
                .flatMap(
                        type ->
                                sensible(it -> it.offer().type().equals(type))
                                        .filter(this::isInTime)
                                        .min(order())
                                        .stream())
                .toList();
    }
}
