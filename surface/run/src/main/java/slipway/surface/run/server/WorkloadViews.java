package slipway.surface.run.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import slipway.base.WorkloadId;
import slipway.base.text.Format;
import slipway.base.text.TimeFormat;
import slipway.run.Runner;
import slipway.run.attempt.JobProgress;
import slipway.run.cost.CostCalculator;
import slipway.run.cost.WorkloadCost;
import slipway.run.dispatch.CurrentCauses;
import slipway.run.engine.LiveAttempt;
import slipway.run.lifecycle.AttemptStatus;
import slipway.run.lifecycle.Workload;
import slipway.run.lifecycle.WorkloadState;
import slipway.schedule.decision.Cause;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Explanation;
import slipway.schedule.decision.Forecast;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.schedule.snapshot.RuntimeEstimate;
import slipway.spec.workload.AcceleratorRequest;
import slipway.spec.workload.ResourceSpec;
import slipway.spec.workload.WorkloadSpec;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadRoutes.HelpView;
import slipway.surface.api.workload.WorkloadView;

/** Converts workloads to API views for one caller: with local times, and with names that the caller may see. */
final class WorkloadViews {

    private static final Pattern ID = Pattern.compile("\\b[0-9a-hjkmnp-tv-z]{26}\\b");

    private final Runner runner;
    private final TimeFormat timeFormat;
    private final Predicate<Workload> visible;
    private final CostCalculator costCalculator;

    /**
     * @param visible which workloads the caller may see; others appear without their name
     */
    WorkloadViews(Runner runner, TimeFormat timeFormat, Predicate<Workload> visible) {
        this.runner = runner;
        this.timeFormat = timeFormat;
        this.visible = visible;
        this.costCalculator = runner.costCalculator();
    }

    List<WorkloadView> of(List<Workload> workloads) {
        CurrentCauses currentCauses =
                runner.currentCauses(
                        workloads.stream()
                                .filter(each -> !each.state().ended())
                                .map(Workload::id)
                                .toList());
        return workloads.stream().map(each -> of(each, currentCauses)).toList();
    }

    private WorkloadView of(Workload workload, CurrentCauses currentCauses) {
        WorkloadState workloadState = workload.state();
        return new WorkloadView(
                workload.id().value(),
                workload.name(),
                workload.team(),
                workload.header().owner(),
                workloadState.label(),
                workloadState.since(),
                workload.header().submitted(),
                request(workload.spec()),
                because(workload, currentCauses.cause(workload.id())),
                workloadState.currentPlacement().stream()
                        .flatMap(placement -> placement.seats().stream())
                        .map(NodeAllocation::node)
                        .toList(),
                workload.history().attempts(),
                workload.history().preempted(),
                exitCode(workloadState),
                workload.member().map(member -> member.array().value()),
                workload.member().map(member -> (long) member.index()),
                progress(workload),
                ends(workload),
                idle(workload).map(AttemptStatus.Idle::since),
                CostViews.of(
                        costCalculator.of(
                                workload,
                                currentCauses.schedulable(workload.id()),
                                Optional.empty()),
                        workload.state()),
                EstimateViews.of(workload, runner).warnings());
    }

    /** For example "16 H100 on 2 nodes". */
    static String request(WorkloadSpec spec) {
        AcceleratorRequest acceleratorRequest = spec.resources().accelerators();
        int nodes = spec.scheduling().gang().nodes();
        String all =
                acceleratorRequest.isNone()
                        ? spec.resources().cpus().map(WorkloadViews::cpus).orElse("CPU only")
                        : Format.list(
                                acceleratorRequest.alternatives().stream()
                                        .map(each -> amount(each, nodes))
                                        .toList(),
                                "or");
        return nodes > 1 ? all + " on " + nodes + " nodes" : all;
    }

    private static String amount(AcceleratorRequest.Alternative alternative, int nodes) {
        int all = alternative.totalThousandths() * nodes;
        String any = all > 1_000 ? "accelerators" : "accelerator";
        return Format.acceleratorThousandths(all, alternative.type().orElse(any));
    }

    private static String cpus(ResourceSpec.Cpus cpus) {
        return Format.number(cpus.thousandths() / 1_000.0)
                + (cpus.thousandths() > 1_000 ? " CPUs" : " CPU");
    }

    private Optional<String> because(Workload workload, Optional<Cause> cause) {
        String text =
                switch (workload.state()) {
                    case WorkloadState.Queued(_, _, var because) ->
                            cause.map(it -> withNames(it.sentence(timeFormat))).orElse(because);
                    case WorkloadState.Stopping(_, _, var stop) -> stop.because();
                    case WorkloadState.Ended(_, _, var because, _) -> because;
                    case WorkloadState.Submitted _ -> "Waits for " + dependencies(workload) + ".";
                    case WorkloadState.Starting _ -> "";
                    case WorkloadState.Running _ ->
                            hung(workload).or(() -> heldIdle(workload)).orElse("");
                };
        return Optional.of(text).filter(it -> !it.isEmpty());
    }

    private Optional<String> hung(Workload workload) {
        return runner.status(workload)
                .hung()
                .map(
                        why ->
                                "It seems to hang. %s To see its stacks: slipway exec %s --stacks"
                                        .formatted(why, workload.name()));
    }

    private Optional<AttemptStatus.Idle> idle(Workload workload) {
        return workload.state() instanceof WorkloadState.Running
                ? runner.status(workload).idle()
                : Optional.empty();
    }

    private Optional<String> heldIdle(Workload workload) {
        return idle(workload)
                .map(
                        idle ->
                                idle.because()
                                        + " If it is no longer needed: slipway cancel "
                                        + workload.name()
                                        + extendHint(workload));
    }

    private String extendHint(Workload workload) {
        return runner.activity().isWarned(workload.attempt())
                ? " To keep it: slipway extend %s --for 4h --because REASON"
                        .formatted(workload.name())
                : "";
    }

    /** In the format in which a job reports it. */
    private static String json(JobProgress progress) {
        return "{\"step\": "
                + progress.step()
                + progress.total().map(all -> ", \"total\": " + all).orElse("")
                + progress.loss()
                        .filter(loss -> loss.matches("-?[0-9.]+(e[-+]?[0-9]+)?"))
                        .map(loss -> ", \"loss\": " + loss)
                        .orElse("")
                + "}";
    }

    private String dependencies(Workload workload) {
        return workload.needs().isEmpty()
                ? "its turn in its array"
                : Format.list(workload.needs().stream().map(this::name).toList());
    }

    private static Optional<Long> exitCode(WorkloadState workloadState) {
        return workloadState instanceof WorkloadState.Ended(_, var code, _, _)
                ? code.map(Integer::longValue)
                : Optional.empty();
    }

    private Optional<String> progress(Workload workload) {
        return workload.state() instanceof WorkloadState.Running
                ? runner.directory(workload.attempt())
                        .progress()
                        .flatMap(WorkloadViews::lastLine)
                        .or(() -> runner.status(workload).progress().map(WorkloadViews::json))
                : Optional.empty();
    }

    private Optional<Instant> ends(Workload workload) {
        return workload.state() instanceof WorkloadState.Running
                ? runner.status(workload).expectedEnd()
                : Optional.empty();
    }

    private static Optional<String> lastLine(String text) {
        return text.lines().filter(line -> !line.isBlank()).reduce((_, last) -> last);
    }

    /** For a queued workload, or for a dry run under this name. */
    ExplanationView explain(String name, Explanation explanation, EstimateViews plan) {
        Optional<Forecast.Window> start = explanation.start();
        Optional<String> waits =
                explanation.decision() instanceof Decision.Wait(_, var because, _)
                        ? Optional.of(withNames(because.sentence(timeFormat)))
                        : Optional.empty();
        Optional<String> now =
                explanation.decision() instanceof Decision.Start(_, var placement, _)
                        ? Optional.of(placement.describe())
                        : Optional.empty();
        WorkloadCost workloadCost = cost(explanation);
        RuntimeEstimate runtimeEstimate = explanation.workload().times().runtime();
        List<String> stops =
                explanation.displaced().stream().map(each -> name(each.workload())).toList();
        List<String> facts = new ArrayList<>(CostViews.lines(runtimeEstimate, workloadCost, stops));
        facts.addAll(plan.lines(runtimeEstimate));
        return new ExplanationView(
                name,
                lines(name, explanation, facts),
                waits,
                now.or(() -> start.map(window -> window.placement().describe()))
                        .or(() -> placement(explanation.workload().id())),
                start.map(Forecast.Window::at),
                start.map(Forecast.Window::earliest),
                start.flatMap(Forecast.Window::latest),
                explanation.suggestions().stream()
                        .map(help -> new HelpView(help.option(), help.start().at()))
                        .toList(),
                CostViews.takes(runtimeEstimate),
                CostViews.of(
                        workloadCost,
                        new WorkloadState.Queued(timeFormat.now(), Optional.empty(), "")),
                stops,
                plan.restsOn(runtimeEstimate),
                plan.warnings());
    }

    /** The placement, if the workload was placed after the explanation was made. */
    private Optional<String> placement(WorkloadId id) {
        return runner.runState()
                .find(id)
                .flatMap(it -> it.state().currentPlacement())
                .map(Placement::describe);
    }

    /** The answer first, then run time and cost, then the details of the scheduler. */
    private List<String> lines(String name, Explanation explanation, List<String> facts) {
        String id = explanation.workload().id().value();
        List<String> lines =
                new ArrayList<>(
                        explanation.lines(timeFormat).stream()
                                .map(line -> withNames(line.replace(id, name)))
                                .toList());
        lines.addAll(1, facts);
        lastAttempt(explanation.workload().id()).ifPresent(lines::add);
        boolean waits = explanation.decision() instanceof Decision.Wait;
        if (waits && explanation.start().isPresent() && !runner.engine().foreignJobs().isEmpty()) {
            lines.add(
                    "Foreign jobs also run on these nodes. The start can be later if they take them first.");
        }
        return lines;
    }

    /** Why it is back in the queue, if it has run before. */
    private Optional<String> lastAttempt(WorkloadId id) {
        return runner.runState()
                .find(id)
                .flatMap(
                        workload ->
                                workload.state() instanceof WorkloadState.Queued(_, _, var because)
                                                && !because.isEmpty()
                                        ? Optional.of("The last attempt: " + because)
                                        : Optional.empty());
    }

    /** Includes the cost so far, unless it is a dry run. */
    private WorkloadCost cost(Explanation explanation) {
        Optional<Placement> on =
                explanation.decision() instanceof Decision.Start(_, var placement, _)
                        ? Optional.of(placement)
                        : explanation.start().map(Forecast.Window::placement);
        return runner.runState()
                .find(explanation.workload().id())
                .map(known -> costCalculator.of(known, Optional.of(explanation.workload()), on))
                .orElseGet(() -> costCalculator.of(explanation.workload(), on));
    }

    /** For a workload in any other state. */
    ExplanationView explain(Workload workload) {
        String name = workload.name();
        WorkloadState workloadState = workload.state();
        Optional<RuntimeEstimate> runtimeEstimate =
                runner.currentCauses(List.of(workload.id()))
                        .schedulable(workload.id())
                        .map(it -> it.times().runtime());
        EstimateViews plan = EstimateViews.of(workload, runner);
        List<String> lines =
                switch (workloadState) {
                    case WorkloadState.Submitted _ ->
                            List.of("%s waits for %s.".formatted(name, dependencies(workload)));
                    case WorkloadState.Queued _ -> List.of(name + " waits for a placement.");
                    case WorkloadState.Starting(var placement, _) ->
                            List.of(
                                    "%s is being started on %s.%s"
                                            .formatted(
                                                    name,
                                                    placement.describe(),
                                                    engineState(workload)));
                    case WorkloadState.Running(var placement, var since) ->
                            running(workload, placement, since, plan.sentences(runtimeEstimate));
                    case WorkloadState.Stopping(_, _, var stop) ->
                            List.of("%s is stopping. %s".formatted(name, stop.because()));
                    case WorkloadState.Ended(_, _, var because, var at) ->
                            ended(workload, because, at);
                };
        return new ExplanationView(
                name,
                lines,
                workloadState instanceof WorkloadState.Submitted
                        ? Optional.of(lines.getFirst())
                        : Optional.empty(),
                workloadState.currentPlacement().map(Placement::describe),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                runtimeEstimate.flatMap(CostViews::takes),
                of(List.of(workload)).getFirst().cost(),
                List.of(),
                runtimeEstimate.flatMap(plan::restsOn),
                plan.warnings());
    }

    private String engineState(Workload workload) {
        return runner.engine()
                .live(workload.attempt())
                .filter(liveAttempt -> liveAttempt.phase() == LiveAttempt.Phase.WAITING)
                .flatMap(LiveAttempt::engineState)
                .map(" The engine has it queued: %s."::formatted)
                .orElse("");
    }

    /**
     * @param estimate sentences about its plan
     */
    private List<String> running(
            Workload workload, Placement placement, Instant since, List<String> estimate) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s runs on %s since %s."
                        .formatted(workload.name(), placement.describe(), timeFormat.time(since)));
        hung(workload).or(() -> heldIdle(workload)).ifPresent(lines::add);
        ends(workload).ifPresent(at -> lines.add("Expected end: " + timeFormat.time(at) + "."));
        lines.addAll(estimate);
        lines.add("Follow it: slipway logs -f " + workload.name());
        return lines;
    }

    private List<String> ended(Workload workload, String because, Instant at) {
        String first =
                "%s %s at %s. %s"
                        .formatted(
                                workload.name(),
                                verb(workload.state().label()),
                                timeFormat.time(at),
                                because);
        return workload.history().attempts() == 0
                ? List.of(first.strip())
                : List.of(first.strip(), "Read its log: slipway logs " + workload.name());
    }

    private static String verb(String outcome) {
        return outcome.equals("cancelled") ? "was cancelled" : outcome;
    }

    private String withNames(String text) {
        return ID.matcher(text).replaceAll(id -> name(new WorkloadId(id.group())));
    }

    private String name(WorkloadId id) {
        return runner.runState()
                .find(id)
                .map(there -> visible.test(there) ? there.name() : "a workload of another team")
                .orElse(id.value());
    }
}
