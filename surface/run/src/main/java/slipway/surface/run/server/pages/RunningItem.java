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
 * Something that has a place.
 *
 * @param holds what it has: {@code 8 H100}
 * @param on where
 * @param ends when it will probably end, with its interval; empty where nothing is known
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

    /** When something will probably end: the middle, and from when to when. */
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
                visibleWorkloads.outlay(workload),
                visibleWorkloads.cancelling(workload));
    }

    /** By its own progress, else as such workloads did before. */
    private static Optional<Ends> ends(Workload workload, VisibleWorkloads visibleWorkloads) {
        return visibleWorkloads
                .runner()
                .status(workload)
                .expectedEnd()
                .map(at -> new Ends(at, "by its progress"))
                .or(
                        () ->
                                visibleWorkloads
                                        .outlook()
                                        .running(workload.id())
                                        .flatMap(
                                                runningWorkload ->
                                                        ends(runningWorkload, visibleWorkloads)));
    }

    /** As far as it is known how long such workloads run. */
    static Optional<Ends> ends(RunningWorkload runningWorkload, VisibleWorkloads visibleWorkloads) {
        RuntimeEstimate runtimeEstimate = runningWorkload.workload().times().runtime();
        boolean tells =
                runtimeEstimate.source() == RuntimeEstimate.Source.HISTORY
                        || runtimeEstimate.source() == RuntimeEstimate.Source.PLAN
                        || runtimeEstimate.source() == RuntimeEstimate.Source.PILOT;
        Instant begun = runningWorkload.since().minus(runningWorkload.retainedWork());
        Instant now = visibleWorkloads.times().now();
        return tells && begun.plus(runtimeEstimate.high()).isAfter(now)
                ? Optional.of(
                        new Ends(
                                later(begun.plus(runtimeEstimate.middle()), now),
                                visibleWorkloads
                                        .times()
                                        .range(
                                                later(begun.plus(runtimeEstimate.low()), now),
                                                begun.plus(runtimeEstimate.high()))))
                : Optional.empty();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
