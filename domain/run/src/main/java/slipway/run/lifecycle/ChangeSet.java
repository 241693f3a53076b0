package slipway.run.lifecycle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.table.RowChange;
import slipway.run.nodes.DeviceNumbering;
import slipway.schedule.snapshot.Placement;

/** A commit under construction: the run state with the changes so far laid over it. */
final class ChangeSet {

    private final RunState runState;
    private final Actor actor;
    private final Instant now;
    private final Map<WorkloadId, Workload> changed = new LinkedHashMap<>();
    private final Map<WorkloadId, Integer> freeTurns = new LinkedHashMap<>();
    private final List<EventDraft> events = new ArrayList<>();
    private final List<RowChange> rows = new ArrayList<>();

    ChangeSet(RunState runState, Actor actor, Instant now) {
        this.runState = runState;
        this.actor = actor;
        this.now = now;
    }

    Instant now() {
        return now;
    }

    RunState runState() {
        return runState;
    }

    Actor actor() {
        return actor;
    }

    /** A live workload with the changes so far. */
    Optional<Workload> live(WorkloadId id) {
        Workload known = changed.get(id);
        return known == null
                ? runState.live(id)
                : Optional.of(known).filter(each -> !each.state().ended());
    }

    /** The live members of an array, in their order. */
    Stream<Workload> members(WorkloadId array) {
        return withChanges(runState.liveMembers(array));
    }

    /** The live workloads that need this one. */
    List<Workload> dependents(WorkloadId need) {
        return withChanges(runState.dependents(need)).toList();
    }

    private Stream<Workload> withChanges(Stream<Workload> before) {
        return before.flatMap(each -> live(each.id()).stream());
    }

    /** Lets so many more members of an array be queued. */
    void freeTurns(WorkloadId array, int more) {
        freeTurns.merge(array, more, Integer::sum);
    }

    Map<WorkloadId, Integer> freeTurns() {
        return freeTurns;
    }

    void put(Workload workload, Fact... facts) {
        changed.put(workload.id(), workload);
        for (Fact fact : facts) {
            addEvent(fact, workload);
        }
    }

    void addEvent(Fact fact, Workload about) {
        events.add(EventDraft.of(fact, actor, about.id().value()).in(about.team().value()));
    }

    void add(EventDraft event) {
        events.add(event);
    }

    void add(RowChange rowChange) {
        rows.add(rowChange);
    }

    Commit commit() {
        List<RowChange> all = new ArrayList<>(rows);
        changed.values().forEach(workload -> rows(workload, all));
        return Commit.of(events, all);
    }

    private static void rows(Workload workload, List<RowChange> all) {
        WorkloadRow row = WorkloadRow.of(workload);
        if (workload.state().ended()) {
            all.add(new RowChange.Put<>(RunTables.PAST, row));
            all.add(new RowChange.Remove<>(RunTables.LIVE, row));
        } else {
            all.add(RunTables.put(row));
        }
    }

    /**
     * Records where the engine placed the attempt. The engine only counts accelerators, so the workload gets numbers
     * that none of our other workloads has.
     */
    Workload placedByEngine(Workload workload, Optional<Placement> place) {
        return place.map(
                        there ->
                                DeviceNumbering.inRankOrder(
                                                workload.state().currentPlacement().orElseThrow(),
                                                there)
                                        .orElseGet(
                                                () ->
                                                        devicesOfOthers(workload)
                                                                .assign(there, Map.of())))
                .map(
                        there ->
                                switch (workload.state()) {
                                    case WorkloadState.Starting(_, var since) ->
                                            workload.withState(
                                                    new WorkloadState.Starting(there, since));
                                    case WorkloadState.Running(_, var since) ->
                                            workload.withState(
                                                    new WorkloadState.Running(there, since));
                                    case WorkloadState.Submitted _, WorkloadState.Queued _ ->
                                            workload;
                                    case WorkloadState.Stopping _, WorkloadState.Ended _ ->
                                            workload;
                                })
                .orElse(workload);
    }

    private DeviceNumbering devicesOfOthers(Workload workload) {
        var deviceNumbering = new DeviceNumbering();
        runState()
                .live()
                .filter(each -> !each.id().equals(workload.id()))
                .forEach(
                        each ->
                                each.state()
                                        .currentPlacement()
                                        .ifPresent(deviceNumbering::reserve));
        return deviceNumbering;
    }
}
