package slipway.surface.run.server.pages;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Forecast;
import slipway.schedule.snapshot.Node;
import slipway.spec.workload.AcceleratorRequest;
import slipway.surface.web.component.PageForm;

/**
 * A waiting workload in a list.
 *
 * @param asks the requested resources
 * @param why the reason that it waits
 * @param help what a user can do about it
 * @param starts the expected start, if there is a forecast
 * @param line the group in which it can be reordered: its team and priority; empty if it cannot
 * @param rank its explicit position; 0 without one
 */
public record PendingItem(
        WorkloadLabel face,
        String asks,
        String why,
        Optional<String> help,
        Optional<Starts> starts,
        Optional<String> priority,
        Optional<String> line,
        long rank,
        Instant since,
        Optional<CostLabel> cost,
        Optional<PageForm> cancel) {

    /**
     * @param under the interval
     */
    public record Starts(Instant at, String under) {}

    public static PendingItem of(Workload workload, VisibleWorkloads visibleWorkloads) {
        Optional<Decision> decision = visibleWorkloads.queueForecast().decision(workload.id());
        boolean movable = workload.state() instanceof WorkloadState.Queued && decision.isPresent();
        return new PendingItem(
                WorkloadLabel.of(workload),
                asks(workload, visibleWorkloads),
                why(workload, decision, visibleWorkloads),
                help(decision),
                visibleWorkloads
                        .queueForecast()
                        .forecast()
                        .of(workload.id())
                        .map(window -> starts(window, visibleWorkloads)),
                VisibleWorkloads.priority(workload),
                movable && visibleWorkloads.mayChange(workload.team())
                        ? Optional.of(
                                workload.team() + "-" + workload.spec().scheduling().priority())
                        : Optional.empty(),
                workload.history().rank(),
                workload.state().since(),
                visibleWorkloads.costLabel(workload),
                visibleWorkloads.cancelForm(workload));
    }

    static String asks(Workload workload, VisibleWorkloads visibleWorkloads) {
        var acceleratorRequest = workload.spec().resources().accelerators();
        if (acceleratorRequest.isNone()) {
            return visibleWorkloads.holds(workload);
        }
        String each =
                Format.list(
                        acceleratorRequest.alternatives().stream()
                                .map(
                                        one ->
                                                Format.acceleratorThousandths(
                                                        one.totalThousandths(),
                                                        one.type().orElse(any(one))))
                                .toList(),
                        "or");
        int nodes = workload.spec().scheduling().gang().nodes();
        return nodes == 1 ? each : each + " on each of " + Format.count(nodes) + " nodes";
    }

    private static String any(AcceleratorRequest.Alternative one) {
        return one.totalThousandths() > Node.Devices.WHOLE ? "accelerators" : "accelerator";
    }

    /** The reason that it waits, as a sentence. */
    public static String why(
            Workload workload, Optional<Decision> decision, VisibleWorkloads visibleWorkloads) {
        if (workload.state() instanceof WorkloadState.Submitted) {
            return workload.needs().isEmpty()
                    ? "Waits for other members: its array limits how many run at once."
                    : "Needs %s to succeed first."
                            .formatted(needs(workload.needs(), visibleWorkloads));
        }
        String lastAttempt =
                workload.state() instanceof WorkloadState.Queued(_, _, var because)
                                && !because.isEmpty()
                        ? because + " "
                        : "";
        return lastAttempt
                + decision.map(
                                made ->
                                        switch (made) {
                                            case Decision.Wait wait ->
                                                    visibleWorkloads.withNames(
                                                            wait.cause()
                                                                    .sentence(
                                                                            visibleWorkloads
                                                                                    .times()));
                                            case Decision.Start start ->
                                                    "Starts now on "
                                                            + start.placement().describe()
                                                            + ".";
                                            case Decision.Preempt _,
                                                    Decision.Resize _,
                                                    Decision.Migrate _,
                                                    Decision.Stay _ ->
                                                    "It is about to continue.";
                                        })
                        .orElse("It was just submitted; the next scheduling cycle decides.");
    }

    private static String needs(List<WorkloadId> needs, VisibleWorkloads visibleWorkloads) {
        return Format.list(
                needs.stream().map(need -> visibleWorkloads.withNames(need.value())).toList());
    }

    private static Optional<String> help(Optional<Decision> decision) {
        return decision.flatMap(
                made ->
                        made instanceof Decision.Wait wait
                                ? Optional.of(wait.cause().nextStep())
                                : Optional.empty());
    }

    public static Starts starts(Forecast.Window window, VisibleWorkloads visibleWorkloads) {
        String range =
                window.latest()
                        .map(latest -> visibleWorkloads.times().range(window.earliest(), latest))
                        .orElseGet(
                                () ->
                                        "not before "
                                                + visibleWorkloads.times().time(window.earliest()));
        String exact = visibleWorkloads.times().time(window.at());
        return new Starts(
                window.at(),
                range.equals(exact) ? visibleWorkloads.times().relative(window.at()) : range);
    }
}
