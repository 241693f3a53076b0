package slipway.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import slipway.base.Money;
import slipway.plan.TrainingPlan.Way;
import slipway.plan.request.TrainingGoal;

/** The chosen way and the reason. */
record TrainingChoice(Way chosen, String reason, boolean withinBounds) {

    private static final Comparator<Way> CHEAPEST =
            Comparator.comparing((Way it) -> it.cost().value())
                    .thenComparing(it -> it.time().value());

    private static final Comparator<Way> SOONEST =
            Comparator.comparing((Way it) -> it.time().high())
                    .thenComparing(it -> it.cost().value());

    /**
     * @param ways at least one way
     */
    static TrainingChoice of(TrainingGoal trainingGoal, List<Way> ways) {
        List<Way> affordable =
                matching(ways, it -> isWithinBudget(trainingGoal, it.cost().value()));
        if (affordable.isEmpty()) {
            return new TrainingChoice(
                    first(ways, CHEAPEST), "the cheapest, but the budget does not suffice", false);
        }
        return trainingGoal
                .deadline()
                .map(deadline -> withDeadline(trainingGoal, affordable, deadline))
                .orElseGet(() -> withoutDeadline(trainingGoal, affordable));
    }

    private static TrainingChoice withDeadline(
            TrainingGoal trainingGoal, List<Way> ways, Duration deadline) {
        List<Way> inTime = matching(ways, it -> it.time().high().compareTo(deadline) <= 0);
        List<Way> certain = matching(inTime, it -> isWithinBudget(trainingGoal, it.cost().high()));
        if (!certain.isEmpty()) {
            String ends =
                    trainingGoal.budget().isEmpty()
                            ? "upper end meets the deadline"
                            : "upper ends meet deadline and budget";
            return new TrainingChoice(first(certain, CHEAPEST), "the cheapest whose " + ends, true);
        }
        if (!inTime.isEmpty()) {
            return new TrainingChoice(
                    first(inTime, CHEAPEST),
                    "the cheapest whose upper end meets the deadline; at worst it costs more than the budget",
                    false);
        }
        List<Way> probably = matching(ways, it -> it.time().value().compareTo(deadline) <= 0);
        String within = trainingGoal.budget().isEmpty() ? "" : " within the budget";
        return probably.isEmpty()
                ? new TrainingChoice(
                        first(ways, SOONEST),
                        "the soonest, but nothing%s meets the deadline".formatted(within),
                        false)
                : new TrainingChoice(
                        first(probably, SOONEST),
                        "the soonest%s, but at worst it misses the deadline".formatted(within),
                        false);
    }

    /**
     * Without a deadline, minimizes time x cost: half the time is worth twice the cost, since the cheapest way would
     * often be one machine for a year.
     */
    private static TrainingChoice withoutDeadline(TrainingGoal trainingGoal, List<Way> ways) {
        List<Way> certain = matching(ways, it -> isWithinBudget(trainingGoal, it.cost().high()));
        return certain.isEmpty()
                ? new TrainingChoice(
                        first(ways, CHEAPEST),
                        "the cheapest; at worst it costs more than the budget",
                        false)
                : new TrainingChoice(
                        first(certain, Comparator.comparingDouble(TrainingChoice::timeCostProduct)),
                        "the least product of time and cost, as no deadline was given",
                        true);
    }

    static double timeCostProduct(Way way) {
        return (double) way.time().value().toSeconds() * way.cost().value().millionths();
    }

    private static boolean isWithinBudget(TrainingGoal trainingGoal, Money cost) {
        return trainingGoal
                .budget()
                .map(it -> it.currency().equals(cost.currency()) && cost.compareTo(it) <= 0)
                .orElse(true);
    }

    private static List<Way> matching(List<Way> ways, Predicate<Way> which) {
        return ways.stream().filter(which).toList();
    }

    private static Way first(List<Way> ways, Comparator<Way> order) {
        return ways.stream().min(order).orElseThrow();
    }
}
