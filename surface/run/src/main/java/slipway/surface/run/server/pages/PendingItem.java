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
 * Something that waits.
 *
 * @param asks what it needs
 * @param why the one thing it waits for
 * @param help what a person can do about it
 * @param starts when, as far as that can be said
 * @param line within which line it can change its place: those of its team with its priority; empty where it stands
 *     in none
 * @param rank the place that somebody gave it; 0 if nobody did
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
     * @param under how sure that is
     */
    public record Starts(Instant at, String under) {}

    public static PendingItem of(Workload workload, VisibleWorkloads visibleWorkloads) {
        Optional<Decision> decision = visibleWorkloads.outlook().decision(workload.id());
        boolean inLine = workload.state() instanceof WorkloadState.Queued && decision.isPresent();
        return new PendingItem(
                WorkloadLabel.of(workload),
                asks(workload, visibleWorkloads),
                why(workload, decision, visibleWorkloads),
                help(decision),
                visibleWorkloads
                        .outlook()
                        .forecast()
                        .of(workload.id())
                        .map(window -> starts(window, visibleWorkloads)),
                VisibleWorkloads.priority(workload),
                inLine && visibleWorkloads.mayChange(workload.team())
                        ? Optional.of(workload.team() + "-" + workload.spec().priority())
                        : Optional.empty(),
                workload.history().rank(),
                workload.state().since(),
                visibleWorkloads.outlay(workload),
                visibleWorkloads.cancelling(workload));
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
        int nodes = workload.spec().gang().nodes();
        return nodes == 1 ? each : each + " on each of " + Format.count(nodes) + " nodes";
    }

    private static String any(AcceleratorRequest.Alternative one) {
        return one.totalThousandths() > Node.Devices.WHOLE ? "accelerators" : "accelerator";
    }

    /** Why it waits, in a sentence. */
    public static String why(
            Workload workload, Optional<Decision> decision, VisibleWorkloads visibleWorkloads) {
        if (workload.state() instanceof WorkloadState.Submitted) {
            return workload.needs().isEmpty()
                    ? "Waits for its turn: its array runs only so many at once."
                    : "Needs %s to succeed first."
                            .formatted(needs(workload.needs(), visibleWorkloads));
        }
        String again =
                workload.state() instanceof WorkloadState.Queued(_, _, var because)
                                && !because.isEmpty()
                        ? because + " "
                        : "";
        return again
                + decision.map(
                                made ->
                                        switch (made) {
                                            case Decision.Wait wait ->
                                                    visibleWorkloads.named(
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
                                                    "It is about to go on.";
                                        })
                        .orElse("It has just come; the scheduler looks at it next.");
    }

    private static String needs(List<WorkloadId> needs, VisibleWorkloads visibleWorkloads) {
        return Format.list(
                needs.stream().map(need -> visibleWorkloads.named(need.value())).toList());
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
