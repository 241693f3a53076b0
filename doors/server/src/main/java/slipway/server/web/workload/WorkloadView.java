package slipway.server.web.workload;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import slipway.base.Format;
import slipway.run.AttemptStatus;
import slipway.run.Workload;
import slipway.run.WorkloadState;
import slipway.schedule.picture.Placement.Seat;
import slipway.server.web.chart.Chart;
import slipway.server.web.cluster.Samples;
import slipway.server.web.part.Figure;
import slipway.server.web.part.Form;
import slipway.server.web.part.Life;
import slipway.server.web.part.Moment;
import slipway.server.web.part.Rounded;
import slipway.server.web.part.Term;
import slipway.server.web.queue.Face;
import slipway.server.web.queue.Progress;
import slipway.server.web.queue.Scene;

/**
 * What the page of a workload shows.
 *
 * @param answer the rest of the sentence that its name begins
 * @param tags what it is, in a few words each
 * @param waits why it waits, when it starts and what would help
 */
public record WorkloadView(
        Face face,
        String answer,
        List<String> tags,
        List<Figure> figures,
        Optional<Life> life,
        List<Moment> story,
        boolean whole,
        Optional<Waits> waits,
        List<AttemptRow> attempts,
        List<Chart> charts,
        List<Term> facts,
        String spec,
        Tail log,
        Beside beside,
        Optional<Form> cancel) {

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
            List<SavedRow> saved,
            Optional<Installed> installed,
            Optional<Workspace> workspace,
            Optional<Reality> reality) {}

    /**
     * Of a workspace that has not ended.
     *
     * @param open where its app is
     * @param clock when it is stopped if nobody uses it, in a sentence; empty before that is known
     */
    public record Workspace(String open, String clock) {}

    static WorkloadView of(
            Workload workload,
            Story workloadHistory,
            Tail.Asked asked,
            Scene visibleWorkloads,
            Optional<Reality> reality) {
        Optional<Progress> progress =
                workload.state().place().isPresent()
                        ? Progress.of(workload, visibleWorkloads.runner())
                        : Optional.empty();
        Optional<Waits> waits = Waits.of(workload, visibleWorkloads);
        Samples usageSamples =
                asked.attempt() < 1
                        ? new Samples(List.of())
                        : Samples.of(
                                visibleWorkloads
                                        .runner()
                                        .directory(
                                                WorkloadPages.attempt(workload, asked.attempt())));
        return new WorkloadView(
                Face.of(workload),
                answer(workload, progress, waits, visibleWorkloads),
                tags(workload, visibleWorkloads),
                Figures.of(workload, progress, usageSamples, visibleWorkloads),
                workloadHistory.life(workload, visibleWorkloads.times()),
                waits.map(wait -> wait.after(workloadHistory.moments(visibleWorkloads.times())))
                        .orElseGet(() -> workloadHistory.moments(visibleWorkloads.times())),
                workloadHistory.whole(),
                waits,
                AttemptRow.of(
                        workload,
                        workloadHistory,
                        asked.attempt(),
                        new AttemptRow.Scope(visibleWorkloads.runner(), visibleWorkloads.times())),
                Figures.charts(workload, usageSamples, visibleWorkloads),
                Asked.facts(workload, visibleWorkloads),
                Asked.pretty(workload),
                Tail.of(workload, asked, visibleWorkloads),
                beside(workload, asked, visibleWorkloads, reality),
                visibleWorkloads.cancelling(workload));
    }

    private static Beside beside(
            Workload workload,
            Tail.Asked asked,
            Scene visibleWorkloads,
            Optional<Reality> reality) {
        Optional<AttemptStatus> vitals =
                workload.state() instanceof WorkloadState.Running
                        ? Optional.of(visibleWorkloads.runner().vitals(workload))
                        : Optional.empty();
        return new Beside(
                vitals.flatMap(AttemptStatus::hung),
                vitals.flatMap(AttemptStatus::idle).map(AttemptStatus.Idle::because),
                vitals.isPresent() && visibleWorkloads.runner().uses().isWarned(workload.attempt()),
                SavedRow.of(workload, visibleWorkloads),
                asked.attempt() < 1
                        ? Optional.empty()
                        : Installed.of(
                                visibleWorkloads.runner(),
                                WorkloadPages.attempt(workload, asked.attempt()),
                                asked.rank()),
                workspace(workload, visibleWorkloads),
                reality);
    }

    private static Optional<Workspace> workspace(Workload workload, Scene visibleWorkloads) {
        if (workload.spec().workspace().isEmpty() || workload.state().ended()) {
            return Optional.empty();
        }
        Optional<java.time.Instant> stops =
                workload.state().place().isPresent()
                        ? visibleWorkloads.runner().uses().stops(workload.attempt())
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
            Optional<Progress> progress,
            Optional<Waits> waits,
            Scene visibleWorkloads) {
        String since =
                Format.duration(
                        java.time.Duration.between(
                                        workload.state().since(), visibleWorkloads.times().now())
                                .abs());
        return switch (workload.state()) {
            case WorkloadState.Submitted _, WorkloadState.Queued _ ->
                    waits.flatMap(Waits::starts)
                            .map(
                                    starts ->
                                            "waits and starts at "
                                                    + visibleWorkloads.times().time(starts.at()))
                            .orElse("waits and has no start yet");
            case WorkloadState.Starting _ -> "is being started";
            case WorkloadState.Running _ ->
                    progress.flatMap(Progress::share)
                            .map(share -> "is " + Rounded.percent(share) + " done")
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

    private static List<String> tags(Workload workload, Scene visibleWorkloads) {
        List<String> tags = new java.util.ArrayList<>();
        String kind = workload.spec().kind().name().toLowerCase(Locale.ROOT);
        tags.add(
                kind.substring(0, 1).toUpperCase(Locale.ROOT)
                        + kind.substring(1)
                        + " of "
                        + workload.title().owner()
                        + ", team "
                        + workload.team());
        tags.add(
                workload.state()
                        .place()
                        .map(
                                place ->
                                        visibleWorkloads.holds(workload)
                                                + " on "
                                                + Format.list(
                                                        place.seats().stream()
                                                                .map(Seat::node)
                                                                .limit(4)
                                                                .toList()))
                        .orElseGet(() -> "asks for " + Asked.amount(workload, visibleWorkloads)));
        if (workload.trail().attempts() > 0) {
            tags.add("Attempt " + workload.trail().attempts());
        }
        return tags;
    }
}
