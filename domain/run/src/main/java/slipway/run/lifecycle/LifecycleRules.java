package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.ModuleRequest;
import slipway.journal.table.RowChange;
import slipway.run.engine.AttemptId;
import slipway.run.lifecycle.Workload.Frozen;
import slipway.run.lifecycle.Workload.Latest;
import slipway.run.lifecycle.Workload.Member;
import slipway.run.lifecycle.Workload.Title;
import slipway.run.lifecycle.Workload.Trail;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.run.lifecycle.WorkloadState.Stop;
import slipway.run.lifecycle.WorkloadState.Then;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.spec.workload.CheckpointSpec;

/** How the room decides. Pure: the same docket, order and time always give the same commit. */
public final class LifecycleRules {

    /** So long a cancelled workload is given to end by itself, if it saves nothing. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final String RESIZED = "It changes size.";
    private static final String MIGRATED = "It moves to make room.";

    private LifecycleRules() {}

    public static Commit decide(
            RunState runState, ModuleRequest<RunRequest> moduleRequest, Instant now) {
        var changeSet = new ChangeSet(runState, moduleRequest.actor(), now);
        switch (moduleRequest.request()) {
            case RunRequest.Submit submit -> submit(changeSet, submit);
            case RunRequest.Refuse(var problem) -> throw problem;
            case RunRequest.Cancel(var ids) -> cancel(changeSet, ids);
            case RunRequest.Decided(var decisions) ->
                    decisions.forEach(each -> carry(changeSet, each));
            case RunRequest.Launched(var attempt, var place) ->
                    present(changeSet, attempt)
                            .ifPresent(workload -> launched(changeSet, workload, place));
            case RunRequest.NotLaunched(var attempt, var because, var attemptUsage) ->
                    present(changeSet, attempt)
                            .filter(
                                    workload ->
                                            !(workload.state() instanceof WorkloadState.Running))
                            .map(
                                    workload ->
                                            UsageWindows.upTo(
                                                    now, changeSet, workload, attemptUsage))
                            .ifPresent(
                                    workload ->
                                            AttemptEndRules.notLaunched(
                                                    changeSet, workload, because));
            case RunRequest.Finished finished ->
                    present(changeSet, finished.attempt())
                            .ifPresent(
                                    workload ->
                                            AttemptEndRules.finished(
                                                    changeSet, workload, finished));
            case RunRequest.Hung hung ->
                    present(changeSet, hung.attempt())
                            .filter(workload -> workload.state() instanceof WorkloadState.Running)
                            .ifPresent(workload -> hung(changeSet, workload, hung));
            case RunRequest.Idle(var attempt, var idle) ->
                    present(changeSet, attempt)
                            .filter(workload -> workload.state() instanceof WorkloadState.Running)
                            .ifPresent(workload -> idle(changeSet, workload, idle));
            case RunRequest.Opened(var attempt) -> opened(changeSet, attempt);
            case RunRequest.Unused(var attempt, var because, var by) -> {
                // It did what it was there for, or nothing: its end is no failure.
                var stop = new Stop(Then.REST, by, because, Optional.empty());
                leave(changeSet, present(changeSet, attempt).filter(it -> !isKept(it, now)), stop);
            }
            case RunRequest.Piloted(var attempt, var pilotVerdict) -> {
                Then then = pilotVerdict.enough() ? Then.DONE : Then.FAIL;
                var stop =
                        new Stop(then, now.plus(GRACE), pilotVerdict.because(), Optional.empty());
                present(changeSet, attempt)
                        .filter(LifecycleRules::mayBeTold)
                        .ifPresent(it -> tell(changeSet, it, stop));
            }
            case RunRequest.Keep keep -> keep(changeSet, keep);
            case RunRequest.Entered entered -> entered(changeSet, entered);
            case RunRequest.Saved(var made) -> saved(changeSet, made);
            case RunRequest.Metered(var measured) -> UsageWindows.write(changeSet, measured);
            case RunRequest.Drained drained -> drain(changeSet, drained);
            case RunRequest.Rank rank -> rank(changeSet, rank);
        }
        AttemptEndRules.takeTurns(changeSet);
        return answered(changeSet.commit(), moduleRequest.request());
    }

    private static Commit answered(Commit commit, RunRequest runRequest) {
        return runRequest instanceof RunRequest.Submit submit
                ? commit.answering("{\"id\":\"" + submit.ids().getFirst() + "\"}")
                : commit;
    }

    /** The workload whose newest attempt this is; what an older one reports comes too late. */
    static Optional<Workload> present(ChangeSet changeSet, AttemptId attempt) {
        return changeSet
                .live(attempt.workload())
                .filter(Workload::occupies)
                .filter(workload -> workload.attempt().equals(attempt));
    }

    // Coming.

    private static void submit(ChangeSet changeSet, RunRequest.Submit submit) {
        Instant now = changeSet.now();
        boolean array = submit.spec().spec().array().isPresent();
        List<WorkloadId> needs = stillNeeded(changeSet, submit.needs());
        Frozen spec = changeSet.docket().shared(submit.spec());
        int turn = 0;
        for (WorkloadId id : submit.ids()) {
            Optional<Member> member =
                    array
                            ? Optional.of(new Member(submit.ids().getFirst(), index(submit, turn)))
                            : Optional.empty();
            boolean ready = needs.isEmpty() && turn < atOnce(submit);
            var workload =
                    new Workload(
                            id,
                            new Title(submit.name(), submit.team(), submit.owner(), now),
                            spec,
                            ready
                                    ? new WorkloadState.Queued(now, Optional.empty(), "")
                                    : new WorkloadState.Submitted(now),
                            Trail.NONE,
                            member,
                            needs,
                            submit.without());
            changeSet.put(
                    workload,
                    new Fact.WorkloadSubmitted(id, submit.team(), submit.name(), submit.owner()));
            turn++;
        }
    }

    private static int index(RunRequest.Submit submit, int turn) {
        return submit.spec().spec().array().orElseThrow().indices().get(turn);
    }

    private static int atOnce(RunRequest.Submit submit) {
        return submit.spec().spec().array().map(LifecycleRules::atOnce).orElse(1);
    }

    static int atOnce(slipway.spec.workload.JobArray array) {
        return array.maxParallel().orElse(array.size());
    }

    /** Those that have succeeded meanwhile are needed no more. */
    private static List<WorkloadId> stillNeeded(ChangeSet changeSet, List<WorkloadId> needs) {
        List<WorkloadId> left = new ArrayList<>();
        for (WorkloadId need : needs) {
            Workload needed =
                    changeSet
                            .docket()
                            .find(need)
                            .orElseThrow(
                                    () ->
                                            RunProblems.unknownNeed(
                                                    need.value(), "which is not there"));
            if (!(needed.state() instanceof WorkloadState.Ended(var outcome, _, _, _))) {
                left.add(need);
            } else if (outcome != Outcome.SUCCEEDED) {
                throw RunProblems.unknownNeed(needed.name(), "which " + outcome.said());
            }
        }
        return left;
    }

    // Going on.

    private static void carry(ChangeSet changeSet, Decision decision) {
        Optional<Workload> there = changeSet.live(decision.workload());
        switch (decision) {
            case Decision.Start(_, var placement, _) ->
                    there.filter(Workload::waits)
                            .ifPresent(each -> place(changeSet, each, placement));
            case Decision.Preempt(_, var because, var by) -> {
                String words = StopReasons.words(because, changeSet.docket());
                leave(changeSet, there, new Stop(Then.QUEUE, by, words, Optional.empty()));
            }
            case Decision.Resize(_, var to, var by) ->
                    leave(changeSet, there, new Stop(Then.MOVE, by, RESIZED, Optional.of(to)));
            case Decision.Migrate(_, var to, _, var by) ->
                    leave(changeSet, there, new Stop(Then.MOVE, by, MIGRATED, Optional.of(to)));
            case Decision.Wait _, Decision.Stay _ -> {}
        }
    }

    /** Whoever asked for a notice of its own gets that. */
    private static void leave(ChangeSet changeSet, Optional<Workload> there, Stop stop) {
        there.filter(LifecycleRules::mayBeTold)
                .ifPresent(
                        workload -> {
                            Instant by =
                                    workload.spec()
                                            .checkpoint()
                                            .flatMap(CheckpointSpec::notice)
                                            .map(changeSet.now()::plus)
                                            .orElse(stop.by());
                            tell(
                                    changeSet,
                                    workload,
                                    new Stop(stop.then(), by, stop.because(), stop.to()));
                        });
    }

    private static boolean mayBeTold(Workload workload) {
        return workload.state() instanceof WorkloadState.Starting
                || workload.state() instanceof WorkloadState.Running;
    }

    static void place(ChangeSet changeSet, Workload workload, Placement placement) {
        Workload placed =
                workload.with(workload.trail().begun(changeSet.now()))
                        .becomes(new WorkloadState.Starting(placement, changeSet.now()));
        changeSet.put(
                placed,
                new Fact.WorkloadPlaced(
                        placed.id(),
                        placed.trail().attempts(),
                        placement.seats().stream().map(NodeAllocation::node).toList()));
    }

    private static void tell(ChangeSet changeSet, Workload workload, Stop asked) {
        Placement placement = workload.state().place().orElseThrow();
        Instant by = asked.by().truncatedTo(ChronoUnit.MICROS); // as exact as a table is
        var stop = new Stop(asked.then(), by, asked.because(), asked.to());
        changeSet.put(
                workload.becomes(new WorkloadState.Stopping(placement, changeSet.now(), stop)),
                told(workload, stop));
    }

    private static Fact told(Workload workload, Stop stop) {
        WorkloadId id = workload.id();
        int attempt = workload.trail().attempts();
        return switch (stop.then()) {
            case QUEUE, MOVE -> new Fact.WorkloadPreempting(id, attempt, stop.because(), stop.by());
            case CANCEL, REST, DONE, FAIL, RETRY ->
                    new Fact.WorkloadStopping(id, attempt, stop.because(), stop.by());
        };
    }

    /** It runs; or it was known to, and where is known only now. */
    private static void launched(
            ChangeSet changeSet, Workload workload, Optional<Placement> place) {
        Workload seated = changeSet.seated(workload, place);
        if (seated.state() instanceof WorkloadState.Running && !seated.equals(workload)) {
            changeSet.put(seated);
        } else {
            launched(changeSet, seated);
        }
    }

    static void launched(ChangeSet changeSet, Workload workload) {
        if (workload.state() instanceof WorkloadState.Starting(var placement, _)) {
            changeSet.put(
                    workload.becomes(new WorkloadState.Running(placement, changeSet.now())),
                    new Fact.WorkloadStarted(workload.id(), workload.trail().attempts()));
        }
    }

    /** Once for every step at which it gets stuck, whichever server sees it. */
    private static void hung(ChangeSet changeSet, Workload workload, RunRequest.Hung hung) {
        Latest latest = workload.trail().latest().orElseThrow();
        if (latest.warned().hung().equals(Optional.of(hung.step()))) {
            return;
        }
        int attempt = workload.trail().attempts();
        Workload stuck = workload.with(latest.warned(latest.warned().hung(hung.step())));
        changeSet.put(stuck, new Fact.WorkloadHung(workload.id(), attempt, hung.because()));
        if (hung.stop()) {
            Instant by = changeSet.now().plus(GRACE);
            tell(changeSet, stuck, new Stop(Then.RETRY, by, hung.because(), Optional.empty()));
        }
    }

    /** Once, until it uses them again. */
    private static void idle(
            ChangeSet changeSet, Workload workload, Optional<AttemptStatus.Idle> idle) {
        Latest latest = workload.trail().latest().orElseThrow();
        if (latest.warned().idle().isPresent() == idle.isPresent()) {
            return;
        }
        Optional<Instant> since = idle.map(it -> it.since().truncatedTo(ChronoUnit.MICROS));
        Workload after = workload.with(latest.warned(latest.warned().idle(since)));
        int attempt = workload.trail().attempts();
        idle.map(it -> new Fact.WorkloadIdle(workload.id(), attempt, it.because()))
                .ifPresentOrElse(fact -> changeSet.put(after, fact), () -> changeSet.put(after));
    }

    private static void keep(ChangeSet changeSet, RunRequest.Keep keep) {
        Workload workload =
                changeSet
                        .live(keep.workload())
                        .filter(Workload::occupies)
                        .orElseThrow(() -> RunProblems.notKept(keep.workload()));
        Latest latest = workload.trail().latest().orElseThrow();
        Instant until = keep.until().truncatedTo(ChronoUnit.MICROS);
        int attempt = workload.trail().attempts();
        changeSet.put(
                workload.with(latest.warned(latest.warned().kept(until))),
                new Fact.WorkloadKept(workload.id(), attempt, until, keep.because()));
    }

    /** Somebody may have asked for it while it was looked at. */
    private static boolean isKept(Workload workload, Instant now) {
        Optional<Instant> kept = workload.trail().latest().flatMap(it -> it.warned().kept());
        return kept.filter(now::isBefore).isPresent();
    }

    private static void opened(ChangeSet changeSet, AttemptId attempt) {
        present(changeSet, attempt)
                .ifPresent(
                        it ->
                                changeSet.put(
                                        it, new Fact.WorkloadOpened(it.id(), attempt.number())));
    }

    private static void rank(ChangeSet changeSet, RunRequest.Rank order) {
        WorkloadId id = order.workload();
        Workload workload = changeSet.live(id).orElseThrow(() -> RunProblems.gone(id));
        changeSet.put(workload.with(workload.trail().ranked(order.rank())));
    }

    private static void entered(ChangeSet changeSet, RunRequest.Entered entered) {
        AttemptId attempt = entered.attempt();
        Workload workload =
                present(changeSet, attempt)
                        .orElseThrow(() -> RunProblems.notRunning(attempt.workload().value()));
        var fact =
                new Fact.WorkloadEntered(
                        workload.id(), attempt.number(), entered.rank(), entered.command());
        changeSet.put(workload, fact);
    }

    private static void saved(ChangeSet changeSet, Map<AttemptId, Instant> made) {
        made.forEach(
                (attempt, at) ->
                        present(changeSet, attempt)
                                .map(each -> saved(each, at))
                                .ifPresent(changeSet::put));
    }

    static Workload saved(Workload workload, Instant at) {
        Trail trail = workload.trail();
        return trail.latest()
                .map(latest -> latest.saved(at.truncatedTo(ChronoUnit.MICROS)))
                .map(latest -> workload.with(trail.with(latest)))
                .orElse(workload);
    }

    // Being stopped.

    /** Some of an array may have ended on the way here: the others are cancelled all the same. */
    private static void cancel(ChangeSet changeSet, List<WorkloadId> ids) {
        if (ids.stream().allMatch(id -> changeSet.live(id).isEmpty())) {
            WorkloadId first = ids.getFirst();
            throw changeSet
                    .docket()
                    .find(first)
                    .map(RunProblems::ended)
                    .orElse(RunProblems.gone(first));
        }
        ids.forEach(id -> changeSet.live(id).ifPresent(workload -> cancel(changeSet, workload)));
    }

    private static void cancel(ChangeSet changeSet, Workload workload) {
        String because = "Cancelled by " + changeSet.actor().name() + ".";
        if (!workload.occupies()) {
            AttemptEndRules.end(
                    changeSet,
                    workload,
                    new WorkloadState.Ended(
                            Outcome.CANCELLED, Optional.empty(), because, changeSet.now()));
        } else if (!isBeingCancelled(workload)) {
            Instant by = changeSet.now().plus(GRACE);
            tell(changeSet, workload, new Stop(Then.CANCEL, by, because, Optional.empty()));
        }
    }

    private static boolean isBeingCancelled(Workload workload) {
        return workload.state() instanceof WorkloadState.Stopping(_, _, var stop)
                && stop.then() == Then.CANCEL;
    }

    // Nodes.

    private static void drain(ChangeSet changeSet, RunRequest.Drained order) {
        Actor actor = changeSet.actor();
        Optional<Drain> there = changeSet.docket().drained(order.node());
        if (order.because().isPresent()) {
            String because = order.because().get();
            changeSet.add(
                    new RowChange.Put<>(
                            RunTables.DRAINS,
                            new Drain(order.node(), because, actor.name(), changeSet.now())));
            changeSet.add(
                    EventDraft.of(
                            new Fact.NodeDrained(order.node(), because), actor, order.node()));
        } else {
            there.ifPresent(
                    drain -> changeSet.add(new RowChange.Remove<>(RunTables.DRAINS, drain)));
            List<Workload> away = keptAway(changeSet, order.node());
            away.forEach(workload -> changeSet.put(backOn(order.node(), workload)));
            if (there.isPresent() || !away.isEmpty()) {
                changeSet.add(
                        EventDraft.of(new Fact.NodeRestored(order.node()), actor, order.node()));
            }
        }
    }

    private static List<Workload> keptAway(ChangeSet changeSet, String node) {
        return changeSet
                .docket()
                .live()
                .filter(workload -> workload.excluded().containsKey(node))
                .toList();
    }

    /** Whoever returns a node says that it is sound, to those too who failed there. */
    private static Workload backOn(String node, Workload workload) {
        Map<String, String> others = new HashMap<>(workload.excluded());
        others.remove(node);
        return workload.excluding(others);
    }
}
