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
import slipway.plan.TrainingPlan.Rejected;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.money.PricingTerms;
import slipway.plan.request.TrainingGoal;

/**
 * Selects the alternatives that are shown beside the chosen way: sooner, cheaper, on other terms, on other accelerator
 * types.
 */
final class Alternatives {

    private static final int MAX_ALTERNATIVES = 7;
    private static final int MAX_OTHER_TYPES = 2;

    /** A cheaper way may take at most this many times as long, unless it ends within a day. */
    private static final double MAX_TIME_FACTOR = 4;

    private static final Duration WITHIN_A_DAY = Duration.ofDays(1);

    /** A cheaper way must cost at most this share, a sooner one take at most this share. */
    private static final double COST_WORTH_WAITING = 0.97;

    private static final double TIME_WORTH_PAYING = 0.75;

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
                .forEach(pricingTerms -> bestOn(pricingTerms).ifPresent(found::add));
        sooner().forEach(found::add);
        cheaper().ifPresent(found::add);
        otherTypes().forEach(found::add);
        found.remove(chosen);
        return found.stream()
                .limit(MAX_ALTERNATIVES)
                .sorted(Comparator.comparing(it -> it.cost().value()))
                .toList();
    }

    /** The cheapest rejected way of each type and terms, with the reason. */
    List<Rejected> rejected() {
        Set<String> kinds = new HashSet<>();
        return ways.stream()
                .filter(it -> !it.equals(chosen))
                .filter(it -> kinds.add(it.offer().type() + " " + it.offer().terms()))
                .limit(MAX_ALTERNATIVES)
                .map(it -> new Rejected(it, reasonRejected(it)))
                .toList();
    }

    private String reasonRejected(Way way) {
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
        return times <= MAX_TIME_FACTOR || way.time().value().compareTo(WITHIN_A_DAY) <= 0;
    }

    private Stream<Way> sensibleWays(Predicate<Way> which) {
        return ways.stream().filter(this::isSensible).filter(which);
    }

    /**
     * The best way on these terms: with a deadline the cheapest that meets it, otherwise by the same order as the
     * chosen one.
     */
    private Optional<Way> bestOn(PricingTerms pricingTerms) {
        return sensibleWays(it -> it.offer().terms() == pricingTerms && isInTime(it))
                .min(preference());
    }

    private Comparator<Way> preference() {
        return trainingGoal.deadline().isPresent()
                ? Comparator.comparing((Way it) -> it.cost().value())
                : Comparator.comparingDouble(TrainingChoice::timeCostProduct);
    }

    /** The cheapest way that is clearly sooner, and the soonest that costs at most twice as much. */
    private List<Way> sooner() {
        double most = chosen.time().value().toSeconds() * TIME_WORTH_PAYING;
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

    /** The cheapest way, if it saves enough to wait for it. */
    private Optional<Way> cheaper() {
        double most = chosen.cost().value().millionths() * COST_WORTH_WAITING;
        return sensibleWays(it -> it.cost().value().millionths() <= most).findFirst();
    }

    private List<Way> otherTypes() {
        return sensibleWays(it -> !it.offer().type().equals(chosen.offer().type()) && isInTime(it))
                .map(it -> it.offer().type())
                .distinct()
                .limit(MAX_OTHER_TYPES)
                .flatMap(
                        type ->
                                sensibleWays(it -> it.offer().type().equals(type))
                                        .filter(this::isInTime)
                                        .min(preference())
                                        .stream())
                .toList();
    }
}
