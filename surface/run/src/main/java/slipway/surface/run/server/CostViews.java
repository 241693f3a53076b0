package slipway.surface.run.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.base.Money;
import slipway.base.text.Format;
import slipway.run.cost.WorkloadCost;
import slipway.run.cost.WorkloadCost.Expected;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.surface.api.workload.CostView;
import slipway.surface.api.workload.WorkloadRoutes.TakesView;

/** Time and money as the API tells them. */
final class CostViews {

    private CostViews() {}

    static CostView of(WorkloadCost workloadCost, WorkloadState workloadState) {
        return new CostView(
                workloadCost.currency().getCurrencyCode(),
                Optional.of(workloadCost.summary(workloadState)).filter(words -> !words.isEmpty()),
                workloadCost.soFar().map(Money::millionths),
                workloadCost.perHour().map(Money::millionths),
                workloadCost.expected().map(Expected::least).map(Money::millionths),
                workloadCost.expected().flatMap(Expected::likely).map(Money::millionths),
                workloadCost.expected().map(Expected::most).map(Money::millionths),
                workloadCost.unpriced());
    }

    /** What is said of a workload that waits, or might: how long it runs, what it costs, what makes way for it. */
    static List<String> lines(
            RuntimeEstimate runtimeEstimate, WorkloadCost workloadCost, List<String> stops) {
        List<String> lines = new ArrayList<>();
        takes(runtimeEstimate)
                .map(CostViews::words)
                .ifPresent(words -> lines.add("  takes      " + words));
        lines.add("  costs      " + workloadCost.sentence());
        if (!stops.isEmpty()) {
            lines.add("  stops      " + Format.list(stops));
        }
        return lines;
    }

    static String words(TakesView takes) {
        String most = Format.duration(Duration.ofSeconds(takes.most()));
        return takes.likely()
                .map(
                        likely ->
                                "%s (%s to %s)"
                                        .formatted(
                                                Format.duration(Duration.ofSeconds(likely)),
                                                Format.duration(Duration.ofSeconds(takes.least())),
                                                most))
                .orElse("at most " + most + ", its own limit");
    }

    static Optional<TakesView> takes(RuntimeEstimate runtimeEstimate) {
        return switch (runtimeEstimate.source()) {
            case PLAN, PILOT, HISTORY ->
                    Optional.of(
                            new TakesView(
                                    runtimeEstimate.low().toSeconds(),
                                    Optional.of(runtimeEstimate.middle().toSeconds()),
                                    runtimeEstimate.high().toSeconds()));
            case LIMIT ->
                    Optional.of(
                            new TakesView(0, Optional.empty(), runtimeEstimate.high().toSeconds()));
            case UNKNOWN, ENDLESS -> Optional.empty();
        };
    }
}
