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

/** Converts run time and cost to API views and lines of text. */
final class CostViews {

    private CostViews() {}

    static CostView of(WorkloadCost workloadCost, WorkloadState workloadState) {
        return new CostView(
                workloadCost.currency().getCurrencyCode(),
                Optional.of(workloadCost.summary(workloadState)).filter(text -> !text.isEmpty()),
                workloadCost.soFar().map(Money::millionths),
                workloadCost.perHour().map(Money::millionths),
                workloadCost.expected().map(Expected::least).map(Money::millionths),
                workloadCost.expected().flatMap(Expected::likely).map(Money::millionths),
                workloadCost.expected().map(Expected::most).map(Money::millionths),
                workloadCost.unpriced());
    }

    /** The lines of an explanation about run time, cost and the workloads that it preempts. */
    static List<String> lines(
            RuntimeEstimate runtimeEstimate, WorkloadCost workloadCost, List<String> stops) {
        List<String> lines = new ArrayList<>();
        takes(runtimeEstimate)
                .map(CostViews::text)
                .ifPresent(text -> lines.add("  takes      " + text));
        lines.add("  costs      " + workloadCost.sentence());
        if (!stops.isEmpty()) {
            lines.add("  stops      " + Format.list(stops));
        }
        return lines;
    }

    static String text(TakesView takes) {
        String most = Format.duration(Duration.ofSeconds(takes.most()));
        return takes.likely()
                .map(
                        likely ->
                                "%s (%s to %s)"
                                        .formatted(
                                                Format.duration(Duration.ofSeconds(likely)),
                                                Format.duration(Duration.ofSeconds(takes.least())),
                                                most))
                .orElse("at most " + most + ", its time limit");
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
