package slipway.plan;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which of several ways is taken, and why. */
record Decision(Way chosen, String because, boolean withinBounds) {

    private static final Comparator<Way> CHEAPEST =
            Comparator.comparing((Way it) -> it.cost().value())
                    .thenComparing(it -> it.time().value());

    private static final Comparator<Way> SOONEST =
            Comparator.comparing((Way it) -> it.time().high())
                    .thenComparing(it -> it.cost().value());

    /**
     * @param ways at least one
     */
    static Decision of(Aim aim, List<Way> ways) {
        List<Way> payable = ways.stream().filter(it -> isPayable(aim, it)).toList();
        Optional<Duration> deadline = aim.deadline();
        if (payable.isEmpty()) {
            return new Decision(
                    first(ways, CHEAPEST), "the cheapest; but the budget does not suffice", false);
        }
        return deadline.map(end -> inTime(payable, end)).orElseGet(() -> free(payable));
    }

    private static Decision inTime(List<Way> ways, Duration deadline) {
        List<Way> surely =
                ways.stream().filter(it -> it.time().high().compareTo(deadline) <= 0).toList();
        if (!surely.isEmpty()) {
            return new Decision(
                    first(surely, CHEAPEST),
                    "the cheapest whose upper end meets the deadline",
                    true);
        }
        List<Way> probably =
                ways.stream().filter(it -> it.time().value().compareTo(deadline) <= 0).toList();
        return probably.isEmpty()
                ? new Decision(
                        first(ways, SOONEST), "the soonest; but nothing meets the deadline", false)
                : new Decision(
                        first(probably, SOONEST),
                        "the soonest; but its upper end misses the deadline",
                        false);
    }

    /** Without a deadline the cheapest would often be one machine for a year: half the time is worth twice the cost. */
    private static Decision free(List<Way> ways) {
        return new Decision(
                first(ways, Comparator.comparingDouble(Decision::both)),
                "the least product of time and cost: no deadline was given",
                true);
    }

    private static double both(Way way) {
        return (double) way.time().value().toSeconds() * way.cost().value().millionths();
    }

    private static boolean isPayable(Aim aim, Way way) {
        return aim.budget()
                .map(
                        budget ->
                                budget.currency().equals(way.cost().high().currency())
                                        && way.cost().high().compareTo(budget) <= 0)
                .orElse(true);
    }

    private static Way first(List<Way> ways, Comparator<Way> order) {
        return ways.stream().min(order).orElseThrow();
    }
}
