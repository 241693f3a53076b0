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
import slipway.journal.Asked;
import slipway.journal.Commit;
import slipway.journal.Draft;
import slipway.journal.Row;
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
import slipway.spec.workload.Checkpoint;

/** How the room decides. Pure: the same docket, order and time always give the same commit. */
final class Rules {

    /** So long a cancelled workload is given to end by itself, if it saves nothing. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final String RESIZED = "It changes size.";
    private static final String MIGRATED = "It moves to make room.";

    private Rules() {}

    static Commit decide(Docket docket, Asked<Order> asked, Instant now) {
        var steps = new Steps(docket, asked.actor(), now);
        switch (asked.request()) {
            case Order.Submit submit -> submit(steps, submit);
            case Order.Refuse(var problem) -> throw problem;
            case Order.Cancel(var ids) -> cancel(steps, ids);
            case Order.Decided(var decisions) -> decisions.forEach(each -> carry(steps, each));
            case Order.Launched(var attempt, var place) ->
                    present(steps, attempt).ifPresent(workload -> launched(steps, workload, place));
            case Order.NotLaunched(var attempt, var because, var measured) ->
                    present(steps, attempt)
                            .filter(workload -> !(workload.state() instanceof State.Running))
                            .map(workload -> Metering.upTo(now, steps, workload, measured))
                            .ifPresent(workload -> Ending.notLaunched(steps, workload, because));
            case Order.Finished finished ->
                    present(steps, finished.attempt())
                            .ifPresent(workload -> Ending.finished(steps, workload, finished));
            case Order.Hung hung ->
                    present(steps, hung.attempt())
                            .filter(workload -> workload.state() instanceof State.Running)
                            .ifPresent(workload -> hung(steps, workload, hung));
            case Order.Idle(var attempt, var idle) ->
                    present(steps, attempt)
                            .filter(workload -> workload.state() instanceof State.Running)
                            .ifPresent(workload -> idle(steps, workload, idle));
            case Order.Opened(var attempt) -> opened(steps, attempt);
            case Order.Unused(var attempt, var because, var by) -> {
                // It did what it was there for, or nothing: its end is no failure.
                var stop = new Stop(Then.REST, by, because, Optional.empty());
                leave(steps, present(steps, attempt).filter(it -> !isKept(it, now)), stop);
            }
            case Order.Piloted(var attempt, var verdict) -> {
                Then then = verdict.enough() ? Then.DONE : Then.FAIL;
                var stop = new Stop(then, now.plus(GRACE), verdict.because(), Optional.empty());
                present(steps, attempt)
                        .filter(Rules::mayBeTold)
                        .ifPresent(it -> tell(steps, it, stop));
            }
            case Order.Keep keep -> keep(steps, keep);
            case Order.Entered entered -> entered(steps, entered);
            case Order.Saved(var made) -> saved(steps, made);
            case Order.Metered(var measured) -> Metering.write(steps, measured);
            case Order.Drained drained -> drain(steps, drained);
            case Order.Rank rank -> rank(steps, rank);
        }
        Ending.takeTurns(steps);
        return answered(steps.commit(), asked.request());
    }

    private static Commit answered(Commit commit, Order order) {
        return order instanceof Order.Submit submit
                ? commit.answering("{\"id\":\"" + submit.ids().getFirst() + "\"}")
                : commit;
    }

    /** The workload whose newest attempt this is; what an older one reports comes too late. */
    static Optional<Workload> present(Steps steps, AttemptId attempt) {
        return steps.live(attempt.workload())
                .filter(Workload::occupies)
                .filter(workload -> workload.attempt().equals(attempt));
    }

    // Coming.

    private static void submit(Steps steps, Order.Submit submit) {
        Instant now = steps.now();
        boolean array = submit.spec().spec().array().isPresent();
        List<WorkloadId> needs = stillNeeded(steps, submit.needs());
        Frozen spec = steps.docket().shared(submit.spec());
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
            steps.put(
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
    private static List<WorkloadId> stillNeeded(Steps steps, List<WorkloadId> needs) {
        List<WorkloadId> left = new ArrayList<>();
        for (WorkloadId need : needs) {
            Workload needed =
                    steps.docket()
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

    private static void carry(Steps steps, Decision decision) {
        Optional<Workload> there = steps.live(decision.workload());
        switch (decision) {
            case Decision.Start(_, var placement, _) ->
                    there.filter(Workload::waits).ifPresent(each -> place(steps, each, placement));
            case Decision.Preempt(_, var because, var by) -> {
                String words = Reasons.words(because, steps.docket());
                leave(steps, there, new Stop(Then.QUEUE, by, words, Optional.empty()));
            }
            case Decision.Resize(_, var to, var by) ->
                    leave(steps, there, new Stop(Then.MOVE, by, RESIZED, Optional.of(to)));
            case Decision.Migrate(_, var to, _, var by) ->
                    leave(steps, there, new Stop(Then.MOVE, by, MIGRATED, Optional.of(to)));
            case Decision.Wait _, Decision.Stay _ -> {}
        }
    }

    /** Whoever asked for a notice of its own gets that. */
    private static void leave(Steps steps, Optional<Workload> there, Stop stop) {
        there.filter(Rules::mayBeTold)
                .ifPresent(
                        workload -> {
                            Instant by =
                                    workload.spec()
                                            .checkpoint()
                                            .flatMap(Checkpoint::notice)
                                            .map(steps.now()::plus)
                                            .orElse(stop.by());
                            tell(
                                    steps,
                                    workload,
                                    new Stop(stop.then(), by, stop.because(), stop.to()));
                        });
    }

    private static boolean mayBeTold(Workload workload) {
        return workload.state() instanceof State.Starting
                || workload.state() instanceof State.Running;
    }

    static void place(Steps steps, Workload workload, Placement placement) {
        Workload placed =
                workload.with(workload.trail().begun(steps.now()))
                        .becomes(new State.Starting(placement, steps.now()));
        steps.put(
                placed,
                new Fact.WorkloadPlaced(
                        placed.id(),
                        placed.trail().attempts(),
                        placement.seats().stream().map(Seat::node).toList()));
    }

    private static void tell(Steps steps, Workload workload, Stop asked) {
        Placement placement = workload.state().place().orElseThrow();
        Instant by = asked.by().truncatedTo(ChronoUnit.MICROS); // as exact as a table is
        var stop = new Stop(asked.then(), by, asked.because(), asked.to());
        steps.put(
                workload.becomes(new State.Stopping(placement, steps.now(), stop)),
                new Fact.WorkloadToldToStop(
                        workload.id(), workload.trail().attempts(), stop.because(), stop.by()));
    }

    /** It runs; or it was known to, and where is known only now. */
    private static void launched(Steps steps, Workload workload, Optional<Placement> place) {
        Workload seated = steps.seated(workload, place);
        if (seated.state() instanceof State.Running && !seated.equals(workload)) {
            steps.put(seated);
        } else {
            launched(steps, seated);
        }
    }

    static void launched(Steps steps, Workload workload) {
        if (workload.state() instanceof State.Starting(var placement, _)) {
            steps.put(
                    workload.becomes(new State.Running(placement, steps.now())),
                    new Fact.WorkloadStarted(workload.id(), workload.trail().attempts()));
        }
    }

    /** Once for every step at which it gets stuck, whichever server sees it. */
    private static void hung(Steps steps, Workload workload, Order.Hung hung) {
        Latest latest = workload.trail().latest().orElseThrow();
        if (latest.warned().hung().equals(Optional.of(hung.step()))) {
            return;
        }
        int attempt = workload.trail().attempts();
        Workload stuck = workload.with(latest.warned(latest.warned().hung(hung.step())));
        steps.put(stuck, new Fact.WorkloadHung(workload.id(), attempt, hung.because()));
        if (hung.stop()) {
            Instant by = steps.now().plus(GRACE);
            tell(steps, stuck, new Stop(Then.RETRY, by, hung.because(), Optional.empty()));
        }
    }

    /** Once, until it uses them again. */
    private static void idle(Steps steps, Workload workload, Optional<Vitals.Idle> idle) {
        Latest latest = workload.trail().latest().orElseThrow();
        if (latest.warned().idle().isPresent() == idle.isPresent()) {
            return;
        }
        Optional<Instant> since = idle.map(it -> it.since().truncatedTo(ChronoUnit.MICROS));
        Workload after = workload.with(latest.warned(latest.warned().idle(since)));
        int attempt = workload.trail().attempts();
        idle.map(it -> new Fact.WorkloadIdle(workload.id(), attempt, it.because()))
                .ifPresentOrElse(fact -> steps.put(after, fact), () -> steps.put(after));
    }

    private static void keep(Steps steps, Order.Keep keep) {
        Workload workload =
                steps.live(keep.workload())
                        .filter(Workload::occupies)
                        .orElseThrow(() -> Trouble.notKept(keep.workload()));
        Latest latest = workload.trail().latest().orElseThrow();
        Instant until = keep.until().truncatedTo(ChronoUnit.MICROS);
        int attempt = workload.trail().attempts();
        steps.put(
                workload.with(latest.warned(latest.warned().kept(until))),
                new Fact.WorkloadKept(workload.id(), attempt, until, keep.because()));
    }

    /** Somebody may have asked for it while it was looked at. */
    private static boolean isKept(Workload workload, Instant now) {
        Optional<Instant> kept = workload.trail().latest().flatMap(it -> it.warned().kept());
        return kept.filter(now::isBefore).isPresent();
    }

    private static void opened(Steps steps, AttemptId attempt) {
        present(steps, attempt)
                .ifPresent(it -> steps.put(it, new Fact.WorkloadOpened(it.id(), attempt.number())));
    }

    private static void rank(Steps steps, Order.Rank order) {
        WorkloadId id = order.workload();
        Workload workload = steps.live(id).orElseThrow(() -> Trouble.gone(id));
        steps.put(workload.with(workload.trail().ranked(order.rank())));
    }

    private static void entered(Steps steps, Order.Entered entered) {
        AttemptId attempt = entered.attempt();
        Workload workload =
                present(steps, attempt)
                        .orElseThrow(() -> Trouble.notRunning(attempt.workload().value()));
        var fact =
                new Fact.WorkloadEntered(
                        workload.id(), attempt.number(), entered.rank(), entered.command());
        steps.put(workload, fact);
    }

    private static void saved(Steps steps, Map<AttemptId, Instant> made) {
        made.forEach(
                (attempt, at) ->
                        present(steps, attempt).map(each -> saved(each, at)).ifPresent(steps::put));
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
    private static void cancel(Steps steps, List<WorkloadId> ids) {
        if (ids.stream().allMatch(id -> steps.live(id).isEmpty())) {
            WorkloadId first = ids.getFirst();
            throw steps.docket().find(first).map(Trouble::ended).orElse(Trouble.gone(first));
        }
        ids.forEach(id -> steps.live(id).ifPresent(workload -> cancel(steps, workload)));
    }

    private static void cancel(Steps steps, Workload workload) {
        String because = "Cancelled by " + steps.actor().name() + ".";
        if (!workload.occupies()) {
            Ending.end(
                    steps,
                    workload,
                    new State.Ended(Outcome.CANCELLED, Optional.empty(), because, steps.now()));
        } else if (!isBeingCancelled(workload)) {
            Instant by = steps.now().plus(GRACE);
            tell(steps, workload, new Stop(Then.CANCEL, by, because, Optional.empty()));
        }
    }

    private static boolean isBeingCancelled(Workload workload) {
        return workload.state() instanceof State.Stopping(_, _, var stop)
                && stop.then() == Then.CANCEL;
    }

    // Nodes.

    private static void drain(Steps steps, Order.Drained order) {
        Actor actor = steps.actor();
        Optional<Drain> there = steps.docket().drained(order.node());
        if (order.because().isPresent()) {
            String because = order.because().get();
            steps.add(
                    new Row.Put<>(
                            Tables.DRAINS,
                            new Drain(order.node(), because, actor.name(), steps.now())));
            steps.add(Draft.of(new Fact.NodeDrained(order.node(), because), actor, order.node()));
        } else {
            there.ifPresent(drain -> steps.add(new Row.Remove<>(Tables.DRAINS, drain)));
            List<Workload> away = keptAway(steps, order.node());
            away.forEach(workload -> steps.put(backOn(order.node(), workload)));
            if (there.isPresent() || !away.isEmpty()) {
                steps.add(Draft.of(new Fact.NodeRestored(order.node()), actor, order.node()));
            }
        }
    }

    private static List<Workload> keptAway(Steps steps, String node) {
        return steps.docket()
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
