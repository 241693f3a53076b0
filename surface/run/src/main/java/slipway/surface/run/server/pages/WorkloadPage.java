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
 * The page of a workload.
 *
 * @param answer completes the sentence that begins with its name
 * @param tags short descriptions
 * @param waits present while it waits
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
     * @param hung why it seems to hang
     * @param idle a sentence, if it holds accelerators without using them
     * @param stops whether idle shutdown will stop it soon
     * @param saved its checkpoints
     * @param installed the installed packages of the selected attempt
     * @param reality the outcome compared with the estimate
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
     * A workspace that has not ended.
     *
     * @param call the API call that opens its app
     * @param clock a sentence about the time of its idle shutdown; empty before that is known
     */
    public record Workspace(String call, String clock) {}

    static WorkloadPage of(
            Workload workload,
            WorkloadHistory workloadHistory,
            LogTail.Selection selection,
            VisibleWorkloads visibleWorkloads,
            Optional<EstimateComparison> reality) {
        Optional<ProgressLabel> progress =
                workload.state().currentPlacement().isPresent()
                        ? ProgressLabel.of(workload, visibleWorkloads.runner())
                        : Optional.empty();
        Optional<WaitExplanation> waits = WaitExplanation.of(workload, visibleWorkloads);
        UsageSamples usageSamples =
                selection.attempt() < 1
                        ? new UsageSamples(List.of())
                        : UsageSamples.of(
                                visibleWorkloads
                                        .runner()
                                        .directory(
                                                WorkloadPages.attempt(
                                                        workload, selection.attempt())));
        return new WorkloadPage(
                WorkloadLabel.of(workload),
                answer(workload, progress, waits, visibleWorkloads),
                tags(workload, visibleWorkloads),
                WorkloadFigures.of(workload, progress, usageSamples, visibleWorkloads),
                workloadHistory.spans(workload, visibleWorkloads.times()),
                waits.map(
                                wait ->
                                        wait.appendStart(
                                                workloadHistory.timeline(visibleWorkloads.times())))
                        .orElseGet(() -> workloadHistory.timeline(visibleWorkloads.times())),
                workloadHistory.whole(),
                waits,
                AttemptItem.of(
                        workload,
                        workloadHistory,
                        selection.attempt(),
                        new AttemptItem.Scope(visibleWorkloads.runner(), visibleWorkloads.times())),
                WorkloadFigures.charts(workload, usageSamples, visibleWorkloads),
                RequestFacts.facts(workload, visibleWorkloads),
                RequestFacts.prettySpec(workload),
                LogTail.of(workload, selection, visibleWorkloads),
                beside(workload, selection, visibleWorkloads, reality),
                visibleWorkloads.cancelForm(workload));
    }

    private static Beside beside(
            Workload workload,
            LogTail.Selection selection,
            VisibleWorkloads visibleWorkloads,
            Optional<EstimateComparison> reality) {
        Optional<AttemptStatus> status =
                workload.state() instanceof WorkloadState.Running
                        ? Optional.of(visibleWorkloads.runner().status(workload))
                        : Optional.empty();
        return new Beside(
                status.flatMap(AttemptStatus::hung),
                status.flatMap(AttemptStatus::idle).map(AttemptStatus.Idle::because),
                status.isPresent()
                        && visibleWorkloads.runner().activity().isWarned(workload.attempt()),
                CheckpointItem.of(workload, visibleWorkloads),
                selection.attempt() < 1
                        ? Optional.empty()
                        : InstalledPackages.of(
                                visibleWorkloads.runner(),
                                WorkloadPages.attempt(workload, selection.attempt()),
                                selection.rank()),
                workspace(workload, visibleWorkloads),
                reality);
    }

    private static Optional<Workspace> workspace(
            Workload workload, VisibleWorkloads visibleWorkloads) {
        if (workload.spec().execution().workspace().isEmpty() || workload.state().ended()) {
            return Optional.empty();
        }
        Optional<java.time.Instant> stops =
                workload.state().currentPlacement().isPresent()
                        ? visibleWorkloads.runner().activity().stopsAt(workload.attempt())
                        : Optional.empty();
        return Optional.of(
                new Workspace(
                        OpenWorkspacePage.call(workload),
                        stops.map(
                                        at ->
                                                "It is stopped at %s unless it is used before."
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
                                            "waits and is expected to start at "
                                                    + visibleWorkloads.times().time(starts.at()))
                            .orElse("waits and has no expected start yet");
            case WorkloadState.Starting _ -> "is starting";
            case WorkloadState.Running _ ->
                    progress.flatMap(ProgressLabel::share)
                            .map(share -> "is " + RoundedNumbers.percent(share) + " done")
                            .orElse("has run for " + since);
            case WorkloadState.Stopping _ -> "is stopping";
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
                                placement ->
                                        visibleWorkloads.holds(workload)
                                                + " on "
                                                + Format.list(
                                                        placement.seats().stream()
                                                                .map(NodeAllocation::node)
                                                                .limit(4)
                                                                .toList()))
                        .orElseGet(
                                () ->
                                        "requests "
                                                + RequestFacts.amount(workload, visibleWorkloads)));
        if (workload.history().attempts() > 0) {
            tags.add("Attempt " + workload.history().attempts());
        }
        return tags;
    }
}
