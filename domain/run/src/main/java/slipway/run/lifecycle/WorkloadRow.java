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
import slipway.run.lifecycle.Workload.AttemptHistory;
import slipway.run.lifecycle.Workload.Header;
import slipway.run.lifecycle.Workload.LatestAttempt;
import slipway.run.lifecycle.Workload.Member;
import slipway.run.lifecycle.Workload.Metered;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.run.lifecycle.Workload.Warnings;
import slipway.run.lifecycle.WorkloadState.AfterStop;
import slipway.run.lifecycle.WorkloadState.Outcome;
import slipway.run.lifecycle.WorkloadState.Stop;
import slipway.schedule.snapshot.Placement;

/** A workload as a row of a table: flat, with a column for every value of every state. */
public record WorkloadRow(
        WorkloadId id,
        TeamId team,
        String name,
        String owner,
        Instant submitted,
        String spec,
        State state,
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

    /** The stored names of the states. */
    enum State {
        SUBMITTED,
        QUEUED,
        STARTING,
        RUNNING,
        STOPPING,
        ENDED
    }

    static WorkloadRow of(Workload workload) {
        WorkloadState workloadState = workload.state();
        AttemptHistory history = workload.history();
        Optional<Metered> metered = history.latest().map(LatestAttempt::metered);
        return new WorkloadRow(
                workload.id(),
                workload.team(),
                workload.name(),
                workload.header().owner(),
                workload.header().submitted(),
                workload.storedSpec().json(),
                stateOf(workloadState),
                workloadState.since(),
                due(workloadState),
                workloadState.currentPlacement(),
                workloadState instanceof WorkloadState.Stopping(_, _, var stop)
                        ? stop.target()
                        : Optional.empty(),
                ending(workloadState),
                workloadState instanceof WorkloadState.Ended(_, var code, _, _)
                        ? code
                        : Optional.empty(),
                because(workloadState),
                history.attempts(),
                history.failures(),
                history.preempted(),
                history.completedWork(),
                history.rank(),
                history.latest().map(LatestAttempt::placedAt),
                history.latest().flatMap(LatestAttempt::lastCheckpoint),
                metered.map(Metered::until),
                metered.map(Metered::cpu).orElse(Duration.ZERO),
                metered.map(Metered::storage).orElse(Bytes.ZERO),
                metered.map(Metered::network).orElse(Bytes.ZERO),
                workload.member().map(Member::array),
                workload.member().map(Member::index),
                workload.needs(),
                new TreeMap<>(workload.excluded()),
                history.held().perType(),
                history.latest().flatMap(latest -> latest.warnings().hungAtStep()),
                history.latest().flatMap(latest -> latest.warnings().idleSince()),
                history.latest().flatMap(latest -> latest.warnings().exemptUntil()));
    }

    private static State stateOf(WorkloadState workloadState) {
        return switch (workloadState) {
            case WorkloadState.Submitted _ -> State.SUBMITTED;
            case WorkloadState.Queued _ -> State.QUEUED;
            case WorkloadState.Starting _ -> State.STARTING;
            case WorkloadState.Running _ -> State.RUNNING;
            case WorkloadState.Stopping _ -> State.STOPPING;
            case WorkloadState.Ended _ -> State.ENDED;
        };
    }

    private static Optional<Instant> due(WorkloadState workloadState) {
        return switch (workloadState) {
            case WorkloadState.Queued(_, var notBefore, _) -> notBefore;
            case WorkloadState.Stopping(_, _, var stop) -> Optional.of(stop.deadline());
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

    /**
     * Restores the workload with a spec that is already parsed: parsing it at every change would cost more than the
     * change.
     */
    Workload workload(StoredSpec known) {
        return new Workload(
                id,
                new Header(name, team, owner, submitted),
                known,
                workloadState(),
                new AttemptHistory(
                        attempts, failures, preempted, done, rank, latest(), new HeldTime(held)),
                arrayOf.map(array -> new Member(array, member.orElse(0))),
                needs,
                excluded);
    }

    private Optional<LatestAttempt> latest() {
        return begun.map(
                start ->
                        new LatestAttempt(
                                start,
                                saved,
                                new Metered(metered.orElse(start), cpu, storage, network),
                                new Warnings(hung, idle, kept)));
    }

    private WorkloadState workloadState() {
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
                                    AfterStop.valueOf(ending.orElseThrow()),
                                    due.orElseThrow(),
                                    because,
                                    target));
            case ENDED ->
                    new WorkloadState.Ended(
                            Outcome.valueOf(ending.orElseThrow()), exitCode, because, since);
        };
    }
}
