package slipway.surface.run.commands;

import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.surface.api.workload.CostView;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadRoutes.TakesView;
import slipway.surface.api.workload.WorkloadView;

/** Formats the time and the cost of a workload for one line; an unknown figure is omitted. */
final class CostText {

    private CostText() {}

    /** {@code 6 h 10 min (5 h 40 min to 6 h 50 min)} and {@code $118 ($109 to $131)}. */
    static List<String> of(ExplanationView why) {
        return Stream.of(why.takes().map(CostText::time), money(why.cost()))
                .flatMap(Optional::stream)
                .toList();
    }

    private static String time(TakesView takes) {
        return takes.likely()
                .map(
                        likely ->
                                interval(
                                        duration(likely),
                                        duration(takes.least()),
                                        duration(takes.most())))
                .orElse("at most " + duration(takes.most()));
    }

    private static String duration(long seconds) {
        return Format.duration(Duration.ofSeconds(seconds));
    }

    private static Optional<String> money(CostView cost) {
        if (cost.most().isEmpty()) {
            return cost.perHour().map(rate -> Format.perHour(money(rate, cost)));
        }
        String most = Format.money(money(cost.most().get(), cost));
        return Optional.of(
                cost.likely()
                        .map(
                                likely ->
                                        interval(
                                                Format.money(money(likely, cost)),
                                                Format.money(money(cost.least().orElse(0L), cost)),
                                                most))
                        .orElse("at most " + most));
    }

    private static String interval(String likely, String least, String most) {
        return least.equals(most) ? likely : "%s (%s to %s)".formatted(likely, least, most);
    }

    private static Money money(long millionths, CostView cost) {
        return new Money(millionths, Currency.getInstance(cost.currency()));
    }

    /** The cost text of a single workload, or the cost of all members of an array so far. */
    static String of(List<WorkloadView> group) {
        CostView first = group.getFirst().cost();
        if (group.size() == 1) {
            return first.words().orElse("");
        }
        boolean all = group.stream().allMatch(each -> each.cost().soFar().isPresent());
        return all
                ? group.stream()
                        .map(each -> money(each.cost().soFar().orElse(0L), each.cost()))
                        .reduce(Money::plus)
                        .map(Format::money)
                        .orElse("")
                : "";
    }
}
