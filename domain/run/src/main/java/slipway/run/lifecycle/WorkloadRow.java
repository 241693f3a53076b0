package slipway.run.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.base.Bytes;
import slipway.base.GpuTime;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.run.lifecycle.Workload.Frozen;
import slipway.run.lifecycle.Workload.Latest;
import slipway.run.lifecycle.Workload.Member;
import slipway.run.lifecycle.Workload.Metered;
import slipway.run.lifecycle.Workload.Title;
import slipway.run.lifecycle.Workload.Trail;
import slipway.run.lifecycle.Workload.Warned;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.run.lifecycle.WorkloadState.Stop;
import slipway.run.lifecycle.WorkloadState.Then;
import slipway.schedule.snapshot.Placement;

/** A workload as a row of a table: flat, with a column for everything that some state carries. */
public record WorkloadRow(
        WorkloadId id,
        TeamId team,
        String name,
        String owner,
        Instant submitted,
        String spec,
        Word state,
        Instant since,
        Optional<Instant> due,
        Optional<Placement> placement,
        Optional<Placement> target,
        Optional<String> ending,
        Optional<Integer> exitCode,
        String because,
        int attempts,
        int failures,
        int preempted,
        Duration done,
        long rank,
        Optional<Instant> begun,
        Optional<Instant> saved,
        Optional<Instant> metered,
        Duration cpu,
        Bytes storage,
        Bytes network,
        Optional<WorkloadId> arrayOf,
        Optional<Integer> member,
        List<WorkloadId> needs,
        Map<String, String> excluded,
        Map<String, GpuTime> held,
        Optional<Long> hung,
        Optional<Instant> idle,
        Optional<Instant> kept) {

    /** The states, as they are stored. */
    enum Word {
        SUBMITTED,
        QUEUED,
        STARTING,
        RUNNING,
        STOPPING,
        ENDED
    }

    static WorkloadRow of(Workload workload) {
        WorkloadState workloadState = workload.state();
        Trail trail = workload.trail();
        Optional<Metered> metered = trail.latest().map(Latest::metered);
        return new WorkloadRow(
                workload.id(),
                workload.team(),
                workload.name(),
                workload.title().owner(),
                workload.title().submitted(),
                workload.frozen().json(),
                word(workloadState),
                workloadState.since(),
                due(workloadState),
                workloadState.place(),
                workloadState instanceof WorkloadState.Stopping(_, _, var stop)
                        ? stop.to()
                        : Optional.empty(),
                ending(workloadState),
                workloadState instanceof WorkloadState.Ended(_, var code, _, _)
                        ? code
                        : Optional.empty(),
                because(workloadState),
                trail.attempts(),
                trail.failures(),
                trail.preempted(),
                trail.done(),
                trail.rank(),
                trail.latest().map(Latest::begun),
                trail.latest().flatMap(Latest::saved),
                metered.map(Metered::until),
                metered.map(Metered::cpu).orElse(Duration.ZERO),
                metered.map(Metered::storage).orElse(Bytes.ZERO),
                metered.map(Metered::network).orElse(Bytes.ZERO),
                workload.member().map(Member::array),
                workload.member().map(Member::index),
                workload.needs(),
                new TreeMap<>(workload.excluded()),
                trail.held().perType(),
                trail.latest().flatMap(latest -> latest.warned().hung()),
                trail.latest().flatMap(latest -> latest.warned().idle()),
                trail.latest().flatMap(latest -> latest.warned().kept()));
    }

    private static Word word(WorkloadState workloadState) {
        return switch (workloadState) {
            case WorkloadState.Submitted _ -> Word.SUBMITTED;
            case WorkloadState.Queued _ -> Word.QUEUED;
            case WorkloadState.Starting _ -> Word.STARTING;
            case WorkloadState.Running _ -> Word.RUNNING;
            case WorkloadState.Stopping _ -> Word.STOPPING;
            case WorkloadState.Ended _ -> Word.ENDED;
        };
    }

    private static Optional<Instant> due(WorkloadState workloadState) {
        return switch (workloadState) {
            case WorkloadState.Queued(_, var notBefore, _) -> notBefore;
            case WorkloadState.Stopping(_, _, var stop) -> Optional.of(stop.by());
            default -> Optional.empty();
        };
    }

    private static Optional<String> ending(WorkloadState workloadState) {
        return switch (workloadState) {
            case WorkloadState.Stopping(_, _, var stop) -> Optional.of(stop.then().name());
            case WorkloadState.Ended(var outcome, _, _, _) -> Optional.of(outcome.name());
            default -> Optional.empty();
        };
    }

    private static String because(WorkloadState workloadState) {
        return switch (workloadState) {
            case WorkloadState.Queued(_, _, var because) -> because;
            case WorkloadState.Stopping(_, _, var stop) -> stop.because();
            case WorkloadState.Ended(_, _, var because, _) -> because;
            default -> "";
        };
    }

    /** With the spec as it is known already: to read it again at every change would cost more than the change. */
    Workload workload(Frozen known) {
        return new Workload(
                id,
                new Title(name, team, owner, submitted),
                known,
                restored(),
                new Trail(attempts, failures, preempted, done, rank, latest(), new HeldTime(held)),
                arrayOf.map(array -> new Member(array, member.orElse(0))),
                needs,
                excluded);
    }

    private Optional<Latest> latest() {
        return begun.map(
                start ->
                        new Latest(
                                start,
                                saved,
                                new Metered(metered.orElse(start), cpu, storage, network),
                                new Warned(hung, idle, kept)));
    }

    private WorkloadState restored() {
        return switch (state) {
            case SUBMITTED -> new WorkloadState.Submitted(since);
            case QUEUED -> new WorkloadState.Queued(since, due, because);
            case STARTING -> new WorkloadState.Starting(placement.orElseThrow(), since);
            case RUNNING -> new WorkloadState.Running(placement.orElseThrow(), since);
            case STOPPING ->
                    new WorkloadState.Stopping(
                            placement.orElseThrow(),
                            since,
                            new Stop(
                                    Then.valueOf(ending.orElseThrow()),
                                    due.orElseThrow(),
                                    because,
                                    target));
            case ENDED ->
                    new WorkloadState.Ended(
                            Outcome.valueOf(ending.orElseThrow()), exitCode, because, since);
        };
    }
}
