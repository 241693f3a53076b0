package slipway.surface.run.server.pages;

import java.time.Instant;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.run.lifecycle.Workload;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.surface.web.component.PageForm;

/**
 * A running workload in a list.
 *
 * @param holds its allocation: {@code 8 H100}
 * @param on its nodes
 * @param ends the expected end with its interval; empty without an estimate
 */
public record RunningItem(
        WorkloadLabel face,
        String holds,
        String on,
        Optional<ProgressLabel> progress,
        Instant since,
        Optional<Ends> ends,
        Optional<CostLabel> cost,
        Optional<PageForm> cancel) {

    /**
     * The expected end.
     *
     * @param between the interval, or the basis of the estimate
     */
    public record Ends(Instant at, String between) {}

    static RunningItem of(Workload workload, VisibleWorkloads visibleWorkloads) {
        return new RunningItem(
                WorkloadLabel.of(workload),
                visibleWorkloads.holds(workload),
                Format.list(
                        workload.state().currentPlacement().orElseThrow().seats().stream()
                                .map(NodeAllocation::node)
                                .limit(4)
                                .toList()),
                ProgressLabel.of(workload, visibleWorkloads.runner()),
                workload.state().since(),
                ends(workload, visibleWorkloads),
                visibleWorkloads.costLabel(workload),
                visibleWorkloads.cancelForm(workload));
    }

    /** From its own progress, otherwise from its plan or from similar workloads. */
    private static Optional<Ends> ends(Workload workload, VisibleWorkloads visibleWorkloads) {
        return visibleWorkloads
                .runner()
                .status(workload)
                .expectedEnd()
                .map(at -> new Ends(at, "by its progress"))
                .or(
                        () ->
                                visibleWorkloads
                                        .queueForecast()
                                        .running(workload.id())
                                        .flatMap(
                                                runningWorkload ->
                                                        ends(runningWorkload, visibleWorkloads)));
    }

    /** From its run time estimate; empty if that is only a limit. */
    static Optional<Ends> ends(RunningWorkload runningWorkload, VisibleWorkloads visibleWorkloads) {
        RuntimeEstimate runtimeEstimate = runningWorkload.workload().times().runtime();
        boolean estimated =
                runtimeEstimate.source() == RuntimeEstimate.Source.HISTORY
                        || runtimeEstimate.source() == RuntimeEstimate.Source.PLAN
                        || runtimeEstimate.source() == RuntimeEstimate.Source.PILOT;
        Instant started = runningWorkload.since().minus(runningWorkload.retainedWork());
        Instant now = visibleWorkloads.times().now();
        return estimated && started.plus(runtimeEstimate.high()).isAfter(now)
                ? Optional.of(
                        new Ends(
                                later(started.plus(runtimeEstimate.middle()), now),
                                visibleWorkloads
                                        .times()
                                        .range(
                                                later(started.plus(runtimeEstimate.low()), now),
                                                started.plus(runtimeEstimate.high()))))
                : Optional.empty();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
