package slipway.surface.run.server.pages;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.text.Format;
import slipway.run.attempt.UsageSamples;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.surface.web.chart.Chart;
import slipway.surface.web.component.FactItem;
import slipway.surface.web.component.KeyFigure;
import slipway.surface.web.component.PageForm;
import slipway.surface.web.component.RoundedNumbers;
import slipway.surface.web.component.TimelineEntry;
import slipway.surface.web.component.WorkloadTimeline;

/**
 * What the page of a workload shows.
 *
 * @param answer the rest of the sentence that its name begins
 * @param tags what it is, in a few words each
 * @param waits why it waits, when it starts and what would help
 */
public record WorkloadPage(
        WorkloadLabel face,
        String answer,
        List<String> tags,
        List<KeyFigure> figures,
        Optional<WorkloadTimeline> life,
        List<TimelineEntry> story,
        boolean whole,
        Optional<WaitExplanation> waits,
        List<AttemptItem> attempts,
        List<Chart> charts,
        List<FactItem> facts,
        String spec,
        LogTail log,
        Beside beside,
        Optional<PageForm> cancel) {

    /**
     * @param hung why it is taken to be stuck
     * @param idle that it holds accelerators without using them
     * @param stops whether it is stopped for that soon
     * @param saved what it left in its checkpoints
     * @param installed what was around the attempt that is shown
     * @param reality what came of it beside what was expected
     */
    public record Beside(
            Optional<String> hung,
            Optional<String> idle,
            boolean stops,
            List<CheckpointItem> saved,
            Optional<InstalledPackages> installed,
            Optional<Workspace> workspace,
            Optional<EstimateComparison> reality) {}

    /**
     * Of a workspace that has not ended.
     *
     * @param open where its app is
     * @param clock when it is stopped if nobody uses it, in a sentence; empty before that is known
     */
    public record Workspace(String open, String clock) {}

    static WorkloadPage of(
            Workload workload,
            WorkloadHistory workloadHistory,
            LogTail.Asked asked,
            VisibleWorkloads visibleWorkloads,
            Optional<EstimateComparison> reality) {
        Optional<ProgressLabel> progress =
                workload.state().currentPlacement().isPresent()
                        ? ProgressLabel.of(workload, visibleWorkloads.runner())
                        : Optional.empty();
        Optional<WaitExplanation> waits = WaitExplanation.of(workload, visibleWorkloads);
        UsageSamples usageSamples =
                asked.attempt() < 1
                        ? new UsageSamples(List.of())
                        : UsageSamples.of(
                                visibleWorkloads
                                        .runner()
                                        .directory(
                                                WorkloadPages.attempt(workload, asked.attempt())));
        return new WorkloadPage(
                WorkloadLabel.of(workload),
                answer(workload, progress, waits, visibleWorkloads),
                tags(workload, visibleWorkloads),
                WorkloadFigures.of(workload, progress, usageSamples, visibleWorkloads),
                workloadHistory.life(workload, visibleWorkloads.times()),
                waits.map(wait -> wait.after(workloadHistory.moments(visibleWorkloads.times())))
                        .orElseGet(() -> workloadHistory.moments(visibleWorkloads.times())),
                workloadHistory.whole(),
                waits,
                AttemptItem.of(
                        workload,
                        workloadHistory,
                        asked.attempt(),
                        new AttemptItem.Scope(visibleWorkloads.runner(), visibleWorkloads.times())),
                WorkloadFigures.charts(workload, usageSamples, visibleWorkloads),
                RequestFacts.facts(workload, visibleWorkloads),
                RequestFacts.pretty(workload),
                LogTail.of(workload, asked, visibleWorkloads),
                beside(workload, asked, visibleWorkloads, reality),
                visibleWorkloads.cancelling(workload));
    }

    private static Beside beside(
            Workload workload,
            LogTail.Asked asked,
            VisibleWorkloads visibleWorkloads,
            Optional<EstimateComparison> reality) {
        Optional<AttemptStatus> vitals =
                workload.state() instanceof WorkloadState.Running
                        ? Optional.of(visibleWorkloads.runner().status(workload))
                        : Optional.empty();
        return new Beside(
                vitals.flatMap(AttemptStatus::hung),
                vitals.flatMap(AttemptStatus::idle).map(AttemptStatus.Idle::because),
                vitals.isPresent()
                        && visibleWorkloads.runner().activity().isWarned(workload.attempt()),
                CheckpointItem.of(workload, visibleWorkloads),
                asked.attempt() < 1
                        ? Optional.empty()
                        : InstalledPackages.of(
                                visibleWorkloads.runner(),
                                WorkloadPages.attempt(workload, asked.attempt()),
                                asked.rank()),
                workspace(workload, visibleWorkloads),
                reality);
    }

    private static Optional<Workspace> workspace(
            Workload workload, VisibleWorkloads visibleWorkloads) {
        if (workload.spec().workspace().isEmpty() || workload.state().ended()) {
            return Optional.empty();
        }
        Optional<java.time.Instant> stops =
                workload.state().currentPlacement().isPresent()
                        ? visibleWorkloads.runner().activity().stopsAt(workload.attempt())
                        : Optional.empty();
        return Optional.of(
                new Workspace(
                        "/workloads/" + workload.id().value() + "/open",
                        stops.map(
                                        at ->
                                                "It is stopped at %s if nobody uses it until then."
                                                        .formatted(
                                                                visibleWorkloads.times().time(at)))
                                .orElse("")));
    }

    public String events() {
        return "/admin/events?subject=" + face.id();
    }

    private static String answer(
            Workload workload,
            Optional<ProgressLabel> progress,
            Optional<WaitExplanation> waits,
            VisibleWorkloads visibleWorkloads) {
        String since =
                Format.duration(
                        java.time.Duration.between(
                                        workload.state().since(), visibleWorkloads.times().now())
                                .abs());
        return switch (workload.state()) {
            case WorkloadState.Submitted _, WorkloadState.Queued _ ->
                    waits.flatMap(WaitExplanation::starts)
                            .map(
                                    starts ->
                                            "waits and starts at "
                                                    + visibleWorkloads.times().time(starts.at()))
                            .orElse("waits and has no start yet");
            case WorkloadState.Starting _ -> "is being started";
            case WorkloadState.Running _ ->
                    progress.flatMap(ProgressLabel::share)
                            .map(share -> "is " + RoundedNumbers.percent(share) + " done")
                            .orElse("has run for " + since);
            case WorkloadState.Stopping _ -> "was told to stop";
            case WorkloadState.Ended(var outcome, var code, _, var at) ->
                    switch (outcome) {
                        case SUCCEEDED -> "succeeded at " + visibleWorkloads.times().time(at);
                        case CANCELLED -> "was cancelled at " + visibleWorkloads.times().time(at);
                        case FAILED ->
                                "failed at "
                                        + visibleWorkloads.times().time(at)
                                        + code.map(exit -> " with exit code " + exit).orElse("");
                    };
        };
    }

    private static List<String> tags(Workload workload, VisibleWorkloads visibleWorkloads) {
        List<String> tags = new java.util.ArrayList<>();
        String kind = workload.spec().kind().name().toLowerCase(Locale.ROOT);
        tags.add(
                kind.substring(0, 1).toUpperCase(Locale.ROOT)
                        + kind.substring(1)
                        + " of "
                        + workload.header().owner()
                        + ", team "
                        + workload.team());
        tags.add(
                workload.state()
                        .currentPlacement()
                        .map(
                                place ->
                                        visibleWorkloads.holds(workload)
                                                + " on "
                                                + Format.list(
                                                        place.seats().stream()
                                                                .map(NodeAllocation::node)
                                                                .limit(4)
                                                                .toList()))
                        .orElseGet(
                                () ->
                                        "asks for "
                                                + RequestFacts.amount(workload, visibleWorkloads)));
        if (workload.history().attempts() > 0) {
            tags.add("Attempt " + workload.history().attempts());
        }
        return tags;
    }
}
