package slipway.server.api.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Money;
import slipway.base.Say;
import slipway.run.Cost;
import slipway.run.Cost.Expected;
import slipway.run.State;
import slipway.schedule.picture.Span;
import slipway.wire.run.CostView;
import slipway.wire.run.WorkloadRoutes.TakesView;

/** Time and money as the API tells them. */
final class CostViews {

    private CostViews() {}

    static CostView of(Cost cost, State state) {
        return new CostView(
                cost.currency().getCurrencyCode(),
                Optional.of(cost.words(state)).filter(words -> !words.isEmpty()),
                cost.soFar().map(Money::millionths),
                cost.perHour().map(Money::millionths),
                cost.expected().map(Expected::least).map(Money::millionths),
                cost.expected().flatMap(Expected::likely).map(Money::millionths),
                cost.expected().map(Expected::most).map(Money::millionths),
                cost.unpriced());
    }

    /** What is said of a workload that waits, or might: how long it runs, what it costs, what makes way for it. */
    static List<String> lines(Span span, Cost cost, List<String> stops) {
        List<String> lines = new ArrayList<>();
        takes(span).map(CostViews::words).ifPresent(words -> lines.add("  takes      " + words));
        lines.add("  costs      " + cost.sentence());
        if (!stops.isEmpty()) {
            lines.add("  stops      " + Say.list(stops));
        }
        return lines;
    }

    static String words(TakesView takes) {
        String most = Say.duration(Duration.ofSeconds(takes.most()));
        return takes.likely()
                .map(
                        likely ->
                                "%s (%s to %s)"
                                        .formatted(
                                                Say.duration(Duration.ofSeconds(likely)),
                                                Say.duration(Duration.ofSeconds(takes.least())),
                                                most))
                .orElse("at most " + most + ", its own limit");
    }

    static Optional<TakesView> takes(Span span) {
        return switch (span.source()) {
            case PLAN, PILOT, HISTORY ->
                    Optional.of(
                            new TakesView(
                                    span.low().toSeconds(),
                                    Optional.of(span.middle().toSeconds()),
                                    span.high().toSeconds()));
            case LIMIT -> Optional.of(new TakesView(0, Optional.empty(), span.high().toSeconds()));
            case UNKNOWN, ENDLESS -> Optional.empty();
        };
    }
}
