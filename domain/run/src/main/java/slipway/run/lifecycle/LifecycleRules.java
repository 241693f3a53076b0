package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.ModuleRequest;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload.AttemptHistory;
import slipway.run.lifecycle.Workload.LatestAttempt;
import slipway.run.lifecycle.WorkloadState.AfterStop;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.run.lifecycle.WorkloadState.Stop;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.CheckpointSpec;

/** The rules of the workload lifecycle. Pure: the same run state, request and time always give the same commit. */
public final class LifecycleRules {

    /** The time that a cancelled workload gets to end by itself, if it saves nothing. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final String RESIZED = "It changes size.";
    private static final String MIGRATED = "It moves to free capacity.";

    private LifecycleRules() {}

    public static Commit decide(
            RunState runState, ModuleRequest<RunRequest> moduleRequest, Instant now) {
        var changeSet = new ChangeSet(runState, moduleRequest.actor(), now);
        switch (moduleRequest.request()) {
            case RunRequest.Submit submit -> SubmissionRules.submit(changeSet, submit);
            case RunRequest.Refuse(var problem) -> throw problem;
            case RunRequest.Cancel(var ids) -> cancel(changeSet, ids);
            case RunRequest.Decided(var decisions) ->
                    decisions.forEach(each -> apply(changeSet, each));
            case RunRequest.Launched(var attempt, var place) ->
                    current(changeSet, attempt)
                            .ifPresent(workload -> launched(changeSet, workload, place));
            case RunRequest.NotLaunched notLaunched -> notLaunched(changeSet, notLaunched);
            case RunRequest.Finished finished ->
                    current(changeSet, finished.attempt())
                            .ifPresent(it -> AttemptEndRules.finished(changeSet, it, finished));
            case RunRequest.Hung hung ->
                    running(changeSet, hung.attempt()).ifPresent(it -> hung(changeSet, it, hung));
            case RunRequest.Idle(var attempt, var idle) ->
                    running(changeSet, attempt).ifPresent(it -> idle(changeSet, it, idle));
            case RunRequest.WorkspaceOpened(var attempt) -> workspaceOpened(changeSet, attempt);
            case RunRequest.StopUnused stopUnused -> stopUnused(changeSet, stopUnused);
            case RunRequest.EndPilot endPilot -> endPilot(changeSet, endPilot);
            case RunRequest.ExemptFromIdle exemption -> exemptFromIdle(changeSet, exemption);
            case RunRequest.ExecStarted entered -> execStarted(changeSet, entered);
            case RunRequest.CheckpointsMade(var made) -> checkpointMade(changeSet, made);
            case RunRequest.Metered(var measured) -> UsageWindows.write(changeSet, measured);
            case RunRequest.SetDrain drained -> NodeDrainRules.drain(changeSet, drained);
            case RunRequest.SetRank rank -> rank(changeSet, rank);
        }
        AttemptEndRules.queueNextMembers(changeSet);
        return withAnswer(changeSet.commit(), moduleRequest.request());
    }

    private static Optional<Workload> running(ChangeSet changeSet, AttemptId attempt) {
        return current(changeSet, attempt)
                .filter(workload -> workload.state() instanceof WorkloadState.Running);
    }

    private static void notLaunched(ChangeSet changeSet, RunRequest.NotLaunched request) {
        current(changeSet, request.attempt())
                .filter(workload -> !(workload.state() instanceof WorkloadState.Running))
                .map(
                        workload ->
                                UsageWindows.meterUpTo(
                                        changeSet.now(), changeSet, workload, request.measured()))
                .ifPresent(
                        workload ->
                                AttemptEndRules.notLaunched(
                                        changeSet, workload, request.because()));
    }

    /** The end of an idle workload is no failure: it did its job or nothing. */
    private static void stopUnused(ChangeSet changeSet, RunRequest.StopUnused request) {
        var stop =
                new Stop(AfterStop.REST, request.deadline(), request.because(), Optional.empty());
        requestStop(
                changeSet,
                current(changeSet, request.attempt()).filter(it -> !isExempt(it, changeSet.now())),
                stop);
    }

    private static void endPilot(ChangeSet changeSet, RunRequest.EndPilot request) {
        AfterStop then = request.verdict().enough() ? AfterStop.DONE : AfterStop.FAIL;
        Instant by = changeSet.now().plus(GRACE);
        var stop = new Stop(then, by, request.verdict().because(), Optional.empty());
        current(changeSet, request.attempt())
                .filter(LifecycleRules::canBeStopped)
                .ifPresent(it -> stop(changeSet, it, stop));
    }

    private static Commit withAnswer(Commit commit, RunRequest runRequest) {
        return runRequest instanceof RunRequest.Submit submit
                ? commit.answering("{\"id\":\"" + submit.ids().getFirst() + "\"}")
                : commit;
    }

    /**
     * Fencing: the workload whose newest attempt this is. The attempt number is the fencing token; a report about an
     * older attempt is refused.
     */
    static Optional<Workload> current(ChangeSet changeSet, AttemptId attempt) {
        return changeSet
                .live(attempt.workload())
                .filter(Workload::isPlaced)
                .filter(workload -> workload.attempt().equals(attempt));
    }

    // Placement, start and stop.

    private static void apply(ChangeSet changeSet, Decision decision) {
        Optional<Workload> found = changeSet.live(decision.workload());
        switch (decision) {
            case Decision.Start(_, var placement, _) ->
                    found.filter(Workload::isQueued)
                            .ifPresent(each -> place(changeSet, each, placement));
            case Decision.Preempt(_, var because, var by) -> {
                String text = StopReasons.text(because, changeSet.runState());
                requestStop(
                        changeSet, found, new Stop(AfterStop.QUEUE, by, text, Optional.empty()));
            }
            case Decision.Resize(_, var to, var by) ->
                    requestStop(
                            changeSet,
                            found,
                            new Stop(AfterStop.MOVE, by, RESIZED, Optional.of(to)));
            case Decision.Migrate(_, var to, _, var by) ->
                    requestStop(
                            changeSet,
                            found,
                            new Stop(AfterStop.MOVE, by, MIGRATED, Optional.of(to)));
            case Decision.Wait _, Decision.Stay _ -> {}
        }
    }

    /** Stops the workload; a notice period in its spec replaces the scheduler's. */
    private static void requestStop(ChangeSet changeSet, Optional<Workload> found, Stop stop) {
        found.filter(LifecycleRules::canBeStopped)
                .ifPresent(
                        workload -> {
                            Instant by =
                                    workload.spec()
                                            .execution()
                                            .checkpoint()
                                            .flatMap(CheckpointSpec::notice)
                                            .map(changeSet.now()::plus)
                                            .orElse(stop.deadline());
                            stop(
                                    changeSet,
                                    workload,
                                    new Stop(stop.then(), by, stop.because(), stop.target()));
                        });
    }

    private static boolean canBeStopped(Workload workload) {
        return workload.state() instanceof WorkloadState.Starting
                || workload.state() instanceof WorkloadState.Running;
    }

    static void place(ChangeSet changeSet, Workload workload, Placement placement) {
        Workload placed =
                workload.with(workload.history().withNewAttempt(changeSet.now()))
                        .withState(new WorkloadState.Starting(placement, changeSet.now()));
        changeSet.put(
                placed,
                new Fact.WorkloadPlaced(
                        placed.id(),
                        placed.history().attempts(),
                        placement.seats().stream().map(NodeAllocation::node).toList()));
    }

    private static void stop(ChangeSet changeSet, Workload workload, Stop asked) {
        Placement placement = workload.state().currentPlacement().orElseThrow();
        Instant by = asked.deadline().truncatedTo(ChronoUnit.MICROS); // the precision of the table
        var stop = new Stop(asked.then(), by, asked.because(), asked.target());
        changeSet.put(
                workload.withState(new WorkloadState.Stopping(placement, changeSet.now(), stop)),
                stopFact(workload, stop));
    }

    private static Fact stopFact(Workload workload, Stop stop) {
        WorkloadId id = workload.id();
        int attempt = workload.history().attempts();
        return switch (stop.then()) {
            case QUEUE, MOVE ->
                    new Fact.WorkloadPreempting(id, attempt, stop.because(), stop.deadline());
            case CANCEL, REST, DONE, FAIL, RETRY ->
                    new Fact.WorkloadStopping(id, attempt, stop.because(), stop.deadline());
        };
    }

    /** Records that the attempt runs, and where if the engine chose the nodes. */
    private static void launched(
            ChangeSet changeSet, Workload workload, Optional<Placement> place) {
        Workload seated = changeSet.placedByEngine(workload, place);
        if (seated.state() instanceof WorkloadState.Running && !seated.equals(workload)) {
            changeSet.put(seated);
        } else {
            launched(changeSet, seated);
        }
    }

    static void launched(ChangeSet changeSet, Workload workload) {
        if (workload.state() instanceof WorkloadState.Starting(var placement, _)) {
            changeSet.put(
                    workload.withState(new WorkloadState.Running(placement, changeSet.now())),
                    new Fact.WorkloadStarted(workload.id(), workload.history().attempts()));
        }
    }

    /** Warns once per step at which the attempt hangs, also across restarts of the server. */
    private static void hung(ChangeSet changeSet, Workload workload, RunRequest.Hung hung) {
        LatestAttempt latest = workload.history().latest().orElseThrow();
        if (latest.warnings().hungAtStep().equals(Optional.of(hung.step()))) {
            return;
        }
        int attempt = workload.history().attempts();
        Workload hungWorkload =
                workload.with(latest.warnings(latest.warnings().hungAtStep(hung.step())));
        changeSet.put(hungWorkload, new Fact.WorkloadHung(workload.id(), attempt, hung.because()));
        if (hung.stop()) {
            Instant by = changeSet.now().plus(GRACE);
            stop(
                    changeSet,
                    hungWorkload,
                    new Stop(AfterStop.RETRY, by, hung.because(), Optional.empty()));
        }
    }

    /** Warns once until the accelerators are used again. */
    private static void idle(
            ChangeSet changeSet, Workload workload, Optional<AttemptStatus.Idle> idle) {
        LatestAttempt latest = workload.history().latest().orElseThrow();
        if (latest.warnings().idleSince().isPresent() == idle.isPresent()) {
            return;
        }
        Optional<Instant> since = idle.map(it -> it.since().truncatedTo(ChronoUnit.MICROS));
        Workload after = workload.with(latest.warnings(latest.warnings().idleSince(since)));
        int attempt = workload.history().attempts();
        idle.map(it -> new Fact.WorkloadIdle(workload.id(), attempt, it.because()))
                .ifPresentOrElse(fact -> changeSet.put(after, fact), () -> changeSet.put(after));
    }

    private static void exemptFromIdle(ChangeSet changeSet, RunRequest.ExemptFromIdle request) {
        Workload workload =
                changeSet
                        .live(request.workload())
                        .filter(Workload::isPlaced)
                        .orElseThrow(() -> RunProblems.notExemptable(request.workload()));
        LatestAttempt latest = workload.history().latest().orElseThrow();
        Instant until = request.until().truncatedTo(ChronoUnit.MICROS);
        int attempt = workload.history().attempts();
        changeSet.put(
                workload.with(latest.warnings(latest.warnings().exemptUntil(until))),
                new Fact.WorkloadKept(workload.id(), attempt, until, request.because()));
    }

    /** Its owner may have exempted it while it was being judged. */
    private static boolean isExempt(Workload workload, Instant now) {
        Optional<Instant> exemptUntil =
                workload.history().latest().flatMap(it -> it.warnings().exemptUntil());
        return exemptUntil.filter(now::isBefore).isPresent();
    }

    private static void workspaceOpened(ChangeSet changeSet, AttemptId attempt) {
        current(changeSet, attempt)
                .ifPresent(
                        it ->
                                changeSet.put(
                                        it, new Fact.WorkloadOpened(it.id(), attempt.number())));
    }

    private static void rank(ChangeSet changeSet, RunRequest.SetRank request) {
        WorkloadId id = request.workload();
        Workload workload = changeSet.live(id).orElseThrow(() -> RunProblems.gone(id));
        changeSet.put(workload.with(workload.history().ranked(request.rank())));
    }

    private static void execStarted(ChangeSet changeSet, RunRequest.ExecStarted entered) {
        AttemptId attempt = entered.attempt();
        Workload workload =
                current(changeSet, attempt)
                        .orElseThrow(() -> RunProblems.notRunning(attempt.workload().value()));
        var fact =
                new Fact.WorkloadEntered(
                        workload.id(), attempt.number(), entered.rank(), entered.command());
        changeSet.put(workload, fact);
    }

    private static void checkpointMade(ChangeSet changeSet, Map<AttemptId, Instant> made) {
        made.forEach(
                (attempt, at) ->
                        current(changeSet, attempt)
                                .map(each -> checkpointMade(each, at))
                                .ifPresent(changeSet::put));
    }

    static Workload checkpointMade(Workload workload, Instant at) {
        AttemptHistory history = workload.history();
        return history.latest()
                .map(latest -> latest.lastCheckpoint(at.truncatedTo(ChronoUnit.MICROS)))
                .map(latest -> workload.with(history.with(latest)))
                .orElse(workload);
    }

    // Cancellation.

    /** Members of an array may have ended meanwhile: the others are cancelled all the same. */
    private static void cancel(ChangeSet changeSet, List<WorkloadId> ids) {
        if (ids.stream().allMatch(id -> changeSet.live(id).isEmpty())) {
            WorkloadId first = ids.getFirst();
            throw changeSet
                    .runState()
                    .find(first)
                    .map(RunProblems::ended)
                    .orElse(RunProblems.gone(first));
        }
        ids.forEach(id -> changeSet.live(id).ifPresent(workload -> cancel(changeSet, workload)));
    }

    private static void cancel(ChangeSet changeSet, Workload workload) {
        String because = "Cancelled by " + changeSet.actor().name() + ".";
        if (!workload.isPlaced()) {
            AttemptEndRules.end(
                    changeSet,
                    workload,
                    new WorkloadState.Ended(
                            Outcome.CANCELLED, Optional.empty(), because, changeSet.now()));
        } else if (!isBeingCancelled(workload)) {
            Instant by = changeSet.now().plus(GRACE);
            stop(changeSet, workload, new Stop(AfterStop.CANCEL, by, because, Optional.empty()));
        }
    }

    private static boolean isBeingCancelled(Workload workload) {
        return workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                && stop.then() == AfterStop.CANCEL;
    }
}
