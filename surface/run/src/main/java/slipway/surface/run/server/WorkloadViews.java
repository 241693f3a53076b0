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

/** Workloads as the API tells them, to somebody in one time zone. People know them by their names, not by their ids. */
final class WorkloadViews {

    private static final Pattern ID = Pattern.compile("\\b[0-9a-hjkmnp-tv-z]{26}\\b");

    private final Runner runner;
    private final TimeFormat timeFormat;
    private final Predicate<Workload> seen;
    private final CostCalculator costCalculator;

    /**
     * @param seen which workloads the caller may know of; others are another workload
     */
    WorkloadViews(Runner runner, TimeFormat timeFormat, Predicate<Workload> seen) {
        this.runner = runner;
        this.timeFormat = timeFormat;
        this.seen = seen;
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
                asks(workload.spec()),
                because(workload, currentCauses.cause(workload.id())),
                workloadState.currentPlacement().stream()
                        .flatMap(place -> place.seats().stream())
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

    /** As in "16 H100 on 2 nodes". */
    static String asks(WorkloadSpec spec) {
        AcceleratorRequest acceleratorRequest = spec.resources().accelerators();
        int nodes = spec.gang().nodes();
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
        String words =
                switch (workload.state()) {
                    case WorkloadState.Queued(_, _, var because) ->
                            cause.map(it -> named(it.sentence(timeFormat))).orElse(because);
                    case WorkloadState.Stopping(_, _, var stop) -> stop.because();
                    case WorkloadState.Ended(_, _, var because, _) -> because;
                    case WorkloadState.Submitted _ -> "Waits for " + awaited(workload) + ".";
                    case WorkloadState.Starting _ -> "";
                    case WorkloadState.Running _ ->
                            hung(workload).or(() -> heldIdle(workload)).orElse("");
                };
        return Optional.of(words).filter(text -> !text.isEmpty());
    }

    private Optional<String> hung(Workload workload) {
        return runner.status(workload)
                .hung()
                .map(words -> "It seems to hang. " + words + " " + stacks(workload));
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
                                        + " If it is of no use any more: slipway cancel "
                                        + workload.name()
                                        + extending(workload));
    }

    private String extending(Workload workload) {
        return runner.activity().isWarned(workload.attempt())
                ? " To keep it: slipway extend %s --for 4h --because REASON"
                        .formatted(workload.name())
                : "";
    }

    private static String stacks(Workload workload) {
        return "What it waits in: slipway exec " + workload.name() + " --stacks";
    }

    /** As a job would have written it down itself. */
    private static String written(JobProgress said) {
        return "{\"step\": "
                + said.step()
                + said.total().map(all -> ", \"total\": " + all).orElse("")
                + said.loss()
                        .filter(loss -> loss.matches("-?[0-9.]+(e[-+]?[0-9]+)?"))
                        .map(loss -> ", \"loss\": " + loss)
                        .orElse("")
                + "}";
    }

    private String awaited(Workload workload) {
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
                        .or(() -> runner.status(workload).progress().map(WorkloadViews::written))
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

    // Why.

    /** Of one that waits for a place, or that might be submitted under this name. */
    ExplanationView explained(String name, Explanation explanation, EstimateViews plan) {
        Optional<Forecast.Window> start = explanation.start();
        Optional<String> waits =
                explanation.decision() instanceof Decision.Wait(_, var because, _)
                        ? Optional.of(named(because.sentence(timeFormat)))
                        : Optional.empty();
        Optional<String> now =
                explanation.decision() instanceof Decision.Start(_, var placement, _)
                        ? Optional.of(placement.describe())
                        : Optional.empty();
        WorkloadCost workloadCost = cost(explanation);
        RuntimeEstimate runtimeEstimate = explanation.workload().times().runtime();
        List<String> stops =
                explanation.displaced().stream().map(each -> name(each.workload())).toList();
        List<String> money = new ArrayList<>(CostViews.lines(runtimeEstimate, workloadCost, stops));
        money.addAll(plan.lines(runtimeEstimate));
        return new ExplanationView(
                name,
                lines(name, explanation, money),
                waits,
                now.or(() -> start.map(window -> window.placement().describe()))
                        .or(() -> place(explanation.workload().id())),
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

    /** It may have got one since it was asked about. */
    private Optional<String> place(WorkloadId id) {
        return runner.runState()
                .find(id)
                .flatMap(it -> it.state().currentPlacement())
                .map(Placement::describe);
    }

    /** The answer first, then time and money, then what the scheduler says of its place. */
    private List<String> lines(String name, Explanation explanation, List<String> money) {
        String id = explanation.workload().id().value();
        List<String> lines =
                new ArrayList<>(
                        explanation.lines(timeFormat).stream()
                                .map(line -> named(line.replace(id, name)))
                                .toList());
        lines.addAll(1, money);
        lastTime(explanation.workload().id()).ifPresent(lines::add);
        boolean waits = explanation.decision() instanceof Decision.Wait;
        if (waits && explanation.start().isPresent() && !runner.engine().foreignJobs().isEmpty()) {
            lines.add(
                    "Others run jobs on these nodes too: it starts then if nobody else takes them.");
        }
        return lines;
    }

    /** Why it is back in the queue, if it has been out of it. */
    private Optional<String> lastTime(WorkloadId id) {
        return runner.runState()
                .find(id)
                .flatMap(
                        workload ->
                                workload.state() instanceof WorkloadState.Queued(_, _, var because)
                                                && !because.isEmpty()
                                        ? Optional.of("The last time: " + because)
                                        : Optional.empty());
    }

    /** With what it has cost already, if it is not only rehearsed. */
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

    /** Of any other: where it stands. */
    ExplanationView told(Workload workload) {
        String name = workload.name();
        WorkloadState workloadState = workload.state();
        Optional<RuntimeEstimate> span =
                runner.currentCauses(List.of(workload.id()))
                        .schedulable(workload.id())
                        .map(it -> it.times().runtime());
        EstimateViews plan = EstimateViews.of(workload, runner);
        List<String> lines =
                switch (workloadState) {
                    case WorkloadState.Submitted _ ->
                            List.of("%s waits for %s.".formatted(name, awaited(workload)));
                    case WorkloadState.Queued _ -> List.of(name + " waits for a place.");
                    case WorkloadState.Starting(var place, _) ->
                            List.of(
                                    "%s is being started on %s.%s"
                                            .formatted(name, place.describe(), letWait(workload)));
                    case WorkloadState.Running(var place, var since) ->
                            running(workload, place, since, plan.sentences(span));
                    case WorkloadState.Stopping(_, _, var stop) ->
                            List.of("%s is told to stop. %s".formatted(name, stop.because()));
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
                span.flatMap(CostViews::takes),
                of(List.of(workload)).getFirst().cost(),
                List.of(),
                span.flatMap(plan::restsOn),
                plan.warnings());
    }

    private String letWait(Workload workload) {
        return runner.engine()
                .live(workload.attempt())
                .filter(liveAttempt -> liveAttempt.phase() == LiveAttempt.Phase.WAITING)
                .flatMap(LiveAttempt::engineState)
                .map(" The engine lets it wait: %s."::formatted)
                .orElse("");
    }

    /**
     * @param planned what its plan lets expect
     */
    private List<String> running(
            Workload workload, Placement place, Instant since, List<String> planned) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s runs on %s since %s."
                        .formatted(workload.name(), place.describe(), timeFormat.time(since)));
        hung(workload).or(() -> heldIdle(workload)).ifPresent(lines::add);
        ends(workload).ifPresent(at -> lines.add("It will end about " + timeFormat.time(at) + "."));
        lines.addAll(planned);
        lines.add("Follow it: slipway logs -f " + workload.name());
        return lines;
    }

    private List<String> ended(Workload workload, String because, Instant at) {
        String first =
                "%s %s at %s. %s"
                        .formatted(
                                workload.name(),
                                passive(workload.state().label()),
                                timeFormat.time(at),
                                because);
        return workload.history().attempts() == 0
                ? List.of(first.strip())
                : List.of(first.strip(), "Its log: slipway logs " + workload.name());
    }

    private static String passive(String outcome) {
        return outcome.equals("cancelled") ? "was cancelled" : outcome;
    }

    private String named(String text) {
        return ID.matcher(text).replaceAll(id -> name(new WorkloadId(id.group())));
    }

    private String name(WorkloadId id) {
        return runner.runState()
                .find(id)
                .map(there -> seen.test(there) ? there.name() : "a workload of another team")
                .orElse(id.value());
    }
}
