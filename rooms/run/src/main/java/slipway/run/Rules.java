package slipway.run;

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
import slipway.journal.RowChange;
import slipway.run.State.Outcome;
import slipway.run.State.Stop;
import slipway.run.State.Then;
import slipway.run.Workload.Frozen;
import slipway.run.Workload.Latest;
import slipway.run.Workload.Member;
import slipway.run.Workload.Title;
import slipway.run.Workload.Trail;
import slipway.run.engine.AttemptId;
import slipway.schedule.Decision;
import slipway.schedule.picture.Placement;
import slipway.schedule.picture.Placement.Seat;
import slipway.spec.workload.CheckpointSpec;

/** How the room decides. Pure: the same docket, order and time always give the same commit. */
final class Rules {

    /** So long a cancelled workload is given to end by itself, if it saves nothing. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final String RESIZED = "It changes size.";
    private static final String MIGRATED = "It moves to make room.";

    private Rules() {}

    static Commit decide(Docket runState, ModuleRequest<Order> moduleRequest, Instant now) {
        var changeSet = new Steps(runState, moduleRequest.actor(), now);
        switch (moduleRequest.request()) {
            case Order.Submit submit -> submit(changeSet, submit);
            case Order.Refuse(var problem) -> throw problem;
            case Order.Cancel(var ids) -> cancel(changeSet, ids);
            case Order.Decided(var decisions) -> decisions.forEach(each -> carry(changeSet, each));
            case Order.Launched(var attempt, var place) ->
                    present(changeSet, attempt)
                            .ifPresent(workload -> launched(changeSet, workload, place));
            case Order.NotLaunched(var attempt, var because, var attemptUsage) ->
                    present(changeSet, attempt)
                            .filter(workload -> !(workload.state() instanceof State.Running))
                            .map(workload -> Metering.upTo(now, changeSet, workload, attemptUsage))
                            .ifPresent(
                                    workload -> Ending.notLaunched(changeSet, workload, because));
            case Order.Finished finished ->
                    present(changeSet, finished.attempt())
                            .ifPresent(workload -> Ending.finished(changeSet, workload, finished));
            case Order.Hung hung ->
                    present(changeSet, hung.attempt())
                            .filter(workload -> workload.state() instanceof State.Running)
                            .ifPresent(workload -> hung(changeSet, workload, hung));
            case Order.Idle(var attempt, var idle) ->
                    present(changeSet, attempt)
                            .filter(workload -> workload.state() instanceof State.Running)
                            .ifPresent(workload -> idle(changeSet, workload, idle));
            case Order.Opened(var attempt) -> opened(changeSet, attempt);
            case Order.Unused(var attempt, var because, var by) -> {
                // It did what it was there for, or nothing: its end is no failure.
                var stop = new Stop(Then.REST, by, because, Optional.empty());
                leave(changeSet, present(changeSet, attempt).filter(it -> !isKept(it, now)), stop);
            }
            case Order.Piloted(var attempt, var pilotVerdict) -> {
                Then then = pilotVerdict.enough() ? Then.DONE : Then.FAIL;
                var stop =
                        new Stop(then, now.plus(GRACE), pilotVerdict.because(), Optional.empty());
                present(changeSet, attempt)
                        .filter(Rules::mayBeTold)
                        .ifPresent(it -> tell(changeSet, it, stop));
            }
            case Order.Keep keep -> keep(changeSet, keep);
            case Order.Entered entered -> entered(changeSet, entered);
            case Order.Saved(var made) -> saved(changeSet, made);
            case Order.Metered(var measured) -> Metering.write(changeSet, measured);
            case Order.Drained drained -> drain(changeSet, drained);
            case Order.Rank rank -> rank(changeSet, rank);
        }
        Ending.takeTurns(changeSet);
        return answered(changeSet.commit(), moduleRequest.request());
    }

    private static Commit answered(Commit commit, Order runRequest) {
        return runRequest instanceof Order.Submit submit
                ? commit.answering("{\"id\":\"" + submit.ids().getFirst() + "\"}")
                : commit;
    }

    /** The workload whose newest attempt this is; what an older one reports comes too late. */
    static Optional<Workload> present(Steps changeSet, AttemptId attempt) {
        return changeSet
                .live(attempt.workload())
                .filter(Workload::occupies)
                .filter(workload -> workload.attempt().equals(attempt));
    }

    // Coming.

    private static void submit(Steps changeSet, Order.Submit submit) {
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
                                    ? new State.Queued(now, Optional.empty(), "")
                                    : new State.Submitted(now),
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

    private static int index(Order.Submit submit, int turn) {
        return submit.spec().spec().array().orElseThrow().indices().get(turn);
    }

    private static int atOnce(Order.Submit submit) {
        return submit.spec().spec().array().map(Rules::atOnce).orElse(1);
    }

    static int atOnce(slipway.spec.workload.JobArray array) {
        return array.atOnce().orElse(array.size());
    }

    /** Those that have succeeded meanwhile are needed no more. */
    private static List<WorkloadId> stillNeeded(Steps changeSet, List<WorkloadId> needs) {
        List<WorkloadId> left = new ArrayList<>();
        for (WorkloadId need : needs) {
            Workload needed =
                    changeSet
                            .docket()
                            .find(need)
                            .orElseThrow(
                                    () -> Trouble.unknownNeed(need.value(), "which is not there"));
            if (!(needed.state() instanceof State.Ended(var outcome, _, _, _))) {
                left.add(need);
            } else if (outcome != Outcome.SUCCEEDED) {
                throw Trouble.unknownNeed(needed.name(), "which " + outcome.said());
            }
        }
        return left;
    }

    // Going on.

    private static void carry(Steps changeSet, Decision decision) {
        Optional<Workload> there = changeSet.live(decision.workload());
        switch (decision) {
            case Decision.Start(_, var placement, _) ->
                    there.filter(Workload::waits)
                            .ifPresent(each -> place(changeSet, each, placement));
            case Decision.Preempt(_, var because, var by) -> {
                String words = Reasons.words(because, changeSet.docket());
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
    private static void leave(Steps changeSet, Optional<Workload> there, Stop stop) {
        there.filter(Rules::mayBeTold)
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
        return workload.state() instanceof State.Starting
                || workload.state() instanceof State.Running;
    }

    static void place(Steps changeSet, Workload workload, Placement placement) {
        Workload placed =
                workload.with(workload.trail().begun(changeSet.now()))
                        .becomes(new State.Starting(placement, changeSet.now()));
        changeSet.put(
                placed,
                new Fact.WorkloadPlaced(
                        placed.id(),
                        placed.trail().attempts(),
                        placement.seats().stream().map(Seat::node).toList()));
    }

    private static void tell(Steps changeSet, Workload workload, Stop asked) {
        Placement placement = workload.state().place().orElseThrow();
        Instant by = asked.by().truncatedTo(ChronoUnit.MICROS); // as exact as a table is
        var stop = new Stop(asked.then(), by, asked.because(), asked.to());
        changeSet.put(
                workload.becomes(new State.Stopping(placement, changeSet.now(), stop)),
                new Fact.WorkloadToldToStop(
                        workload.id(), workload.trail().attempts(), stop.because(), stop.by()));
    }

    /** It runs; or it was known to, and where is known only now. */
    private static void launched(Steps changeSet, Workload workload, Optional<Placement> place) {
        Workload seated = changeSet.seated(workload, place);
        if (seated.state() instanceof State.Running && !seated.equals(workload)) {
            changeSet.put(seated);
        } else {
            launched(changeSet, seated);
        }
    }

    static void launched(Steps changeSet, Workload workload) {
        if (workload.state() instanceof State.Starting(var placement, _)) {
            changeSet.put(
                    workload.becomes(new State.Running(placement, changeSet.now())),
                    new Fact.WorkloadStarted(workload.id(), workload.trail().attempts()));
        }
    }

    /** Once for every step at which it gets stuck, whichever server sees it. */
    private static void hung(Steps changeSet, Workload workload, Order.Hung hung) {
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
    private static void idle(Steps changeSet, Workload workload, Optional<Vitals.Idle> idle) {
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

    private static void keep(Steps changeSet, Order.Keep keep) {
        Workload workload =
                changeSet
                        .live(keep.workload())
                        .filter(Workload::occupies)
                        .orElseThrow(() -> Trouble.notKept(keep.workload()));
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

    private static void opened(Steps changeSet, AttemptId attempt) {
        present(changeSet, attempt)
                .ifPresent(
                        it ->
                                changeSet.put(
                                        it, new Fact.WorkloadOpened(it.id(), attempt.number())));
    }

    private static void rank(Steps changeSet, Order.Rank order) {
        WorkloadId id = order.workload();
        Workload workload = changeSet.live(id).orElseThrow(() -> Trouble.gone(id));
        changeSet.put(workload.with(workload.trail().ranked(order.rank())));
    }

    private static void entered(Steps changeSet, Order.Entered entered) {
        AttemptId attempt = entered.attempt();
        Workload workload =
                present(changeSet, attempt)
                        .orElseThrow(() -> Trouble.notRunning(attempt.workload().value()));
        var fact =
                new Fact.WorkloadEntered(
                        workload.id(), attempt.number(), entered.rank(), entered.command());
        changeSet.put(workload, fact);
    }

    private static void saved(Steps changeSet, Map<AttemptId, Instant> made) {
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
    private static void cancel(Steps changeSet, List<WorkloadId> ids) {
        if (ids.stream().allMatch(id -> changeSet.live(id).isEmpty())) {
            WorkloadId first = ids.getFirst();
            throw changeSet.docket().find(first).map(Trouble::ended).orElse(Trouble.gone(first));
        }
        ids.forEach(id -> changeSet.live(id).ifPresent(workload -> cancel(changeSet, workload)));
    }

    private static void cancel(Steps changeSet, Workload workload) {
        String because = "Cancelled by " + changeSet.actor().name() + ".";
        if (!workload.occupies()) {
            Ending.end(
                    changeSet,
                    workload,
                    new State.Ended(Outcome.CANCELLED, Optional.empty(), because, changeSet.now()));
        } else if (!isBeingCancelled(workload)) {
            Instant by = changeSet.now().plus(GRACE);
            tell(changeSet, workload, new Stop(Then.CANCEL, by, because, Optional.empty()));
        }
    }

    private static boolean isBeingCancelled(Workload workload) {
        return workload.state() instanceof State.Stopping(_, _, var stop)
                && stop.then() == Then.CANCEL;
    }

    // Nodes.

    private static void drain(Steps changeSet, Order.Drained order) {
        Actor actor = changeSet.actor();
        Optional<Drain> there = changeSet.docket().drained(order.node());
        if (order.because().isPresent()) {
            String because = order.because().get();
            changeSet.add(
                    new RowChange.Put<>(
                            Tables.DRAINS,
                            new Drain(order.node(), because, actor.name(), changeSet.now())));
            changeSet.add(
                    EventDraft.of(
                            new Fact.NodeDrained(order.node(), because), actor, order.node()));
        } else {
            there.ifPresent(drain -> changeSet.add(new RowChange.Remove<>(Tables.DRAINS, drain)));
            List<Workload> away = keptAway(changeSet, order.node());
            away.forEach(workload -> changeSet.put(backOn(order.node(), workload)));
            if (there.isPresent() || !away.isEmpty()) {
                changeSet.add(
                        EventDraft.of(new Fact.NodeRestored(order.node()), actor, order.node()));
            }
        }
    }

    private static List<Workload> keptAway(Steps changeSet, String node) {
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
