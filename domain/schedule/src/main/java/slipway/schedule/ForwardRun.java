package slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import slipway.base.WorkloadId;
import slipway.schedule.decision.Decision;
import slipway.schedule.decision.Forecast;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.RunningWorkload;
import slipway.schedule.snapshot.RuntimeEstimate;

/**
 * Forecast of start times: runs the scheduler forward, with every workload taking the low, middle or high end of its
 * estimate.
 */
final class ForwardRun {

    /** Enough for a long queue, and a bound for a schedule that oscillates. */
    private static final int MAX_ROUNDS = 20_000;

    /** The first rounds are exact. */
    private static final int EXACT_ROUNDS = 24;

    /** After them, events within this fraction of the elapsed horizon share a round: estimates are not more precise. */
    private static final int STEPS_OF_HORIZON = 24;

    private final Function<RuntimeEstimate, Duration> runtime;
    private final Instant start;
    private final Instant end;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.<Event>comparingLong(event -> event.at)
                            .thenComparing(event -> event.id)
                            .thenComparingInt(event -> event.attempt));
    private final Map<WorkloadId, Integer> attempts = new HashMap<>();
    private final Map<WorkloadId, Forecast.Start> starts = new HashMap<>();
    private Schedule schedule;
    private Instant now;
    private int rounds;

    /** The end or move of a workload in one attempt. */
    private record Event(long at, WorkloadId id, int attempt) {}

    ForwardRun(
            ClusterSnapshot clusterSnapshot,
            Instant now,
            Duration horizon,
            Function<RuntimeEstimate, Duration> length) {
        this.runtime = length;
        this.now = now;
        this.start = now;
        this.end = now.plus(horizon);
        this.schedule = Scheduler.decide(clusterSnapshot, now);
        clusterSnapshot.running().forEach(runningWorkload -> expectEnd(runningWorkload.id()));
        recordActions();
    }

    /** Runs until all of these have started, or this many others. */
    Forecast.Run until(Set<WorkloadId> ids, int others) {
        Set<WorkloadId> left = new HashSet<>(ids);
        left.removeAll(starts.keySet());
        while ((!left.isEmpty() || starts.size() < others)
                && schedule.pendingCount() > 0
                && rounds < MAX_ROUNDS
                && step()) {
            left.removeAll(starts.keySet());
            rounds++;
        }
        return new Forecast.Run(Map.copyOf(starts), now);
    }

    /** Advances to the next event; returns false if there is none before the end. */
    private boolean step() {
        dropStale();
        Optional<Instant> event =
                Optional.ofNullable(events.peek()).map(next -> Instant.ofEpochMilli(next.at));
        Optional<Instant> look = schedule.nextDecisionTime();
        Optional<Instant> next =
                event.isPresent() && look.isPresent()
                        ? Optional.of(event.get().isBefore(look.get()) ? event.get() : look.get())
                        : event.or(() -> look);
        if (next.isEmpty() || next.get().isAfter(end)) {
            now = end;
            return false;
        }
        now = next.get().isAfter(now) ? next.get() : now;
        long until = now.plus(tolerance()).toEpochMilli();
        List<Change> changes = new ArrayList<>();
        while (!events.isEmpty() && events.peek().at <= until) {
            Event due = events.poll();
            now = due.at > now.toEpochMilli() ? Instant.ofEpochMilli(due.at) : now;
            if (due.attempt == attempts.getOrDefault(due.id, 0)) {
                schedule.clusterIndex()
                        .runningJob(due.id)
                        .ifPresent(runningJob -> changes.add(ending(runningJob)));
            }
        }
        schedule = Scheduler.next(schedule, changes, now);
        recordActions();
        changes.forEach(
                change -> {
                    if (change instanceof Change.Moved(var id, _)) {
                        expectEnd(id);
                    }
                });
        return true;
    }

    private Duration tolerance() {
        return rounds < EXACT_ROUNDS
                ? Duration.ZERO
                : Duration.between(start, now).dividedBy(STEPS_OF_HORIZON);
    }

    private void dropStale() {
        while (!events.isEmpty()
                && events.peek().attempt != attempts.getOrDefault(events.peek().id, 0)) {
            events.poll();
        }
    }

    private void recordActions() {
        for (Decision decision : schedule.actions()) {
            if (decision instanceof Decision.Start(var id, Placement placement, _)) {
                starts.putIfAbsent(id, new Forecast.Start(now, placement));
            }
            expectEnd(decision.workload());
        }
    }

    /** Schedules its next event: the end of the run, or of its departure. */
    private void expectEnd(WorkloadId id) {
        Optional<RunningJob> tenant = schedule.clusterIndex().runningJob(id);
        int attempt = attempts.merge(id, 1, Integer::sum);
        tenant.map(RunningJob::running)
                .flatMap(
                        runningWorkload ->
                                runningWorkload
                                        .departure()
                                        .map(RunningWorkload.Departure::by)
                                        .or(() -> end(runningWorkload)))
                .ifPresent(at -> events.add(new Event(at.toEpochMilli(), id, attempt)));
    }

    /** A job that has outlived its estimate is expected to need half as long again. */
    private Optional<Instant> end(RunningWorkload runningWorkload) {
        RuntimeEstimate runtimeEstimate = runningWorkload.workload().times().runtime();
        if (runtimeEstimate.isEndless()) {
            return Optional.empty();
        }
        Instant planned =
                runningWorkload
                        .since()
                        .plus(runtime.apply(runtimeEstimate))
                        .minus(runningWorkload.retainedWork());
        return Optional.of(
                planned.isAfter(now)
                        ? planned
                        : now.plus(Duration.between(runningWorkload.since(), now).dividedBy(2))
                                .plusMillis(1));
    }

    private Change ending(RunningJob runningJob) {
        RunningWorkload runningWorkload = runningJob.running();
        if (runningWorkload.departure().isEmpty()) {
            return new Change.Ended(runningWorkload.id());
        }
        Duration ran = Duration.between(runningWorkload.since(), now);
        Duration retainedWork =
                runningWorkload.workload().attributes().checkpoints()
                        ? runningWorkload
                                .retainedWork()
                                .plus(ran)
                                .minusMillis(runningJob.lostWork(now.toEpochMilli()))
                        : Duration.ZERO;
        return runningWorkload.departure().get().to().isPresent()
                ? new Change.Moved(runningWorkload.id(), runningWorkload.retainedWork().plus(ran))
                : new Change.Requeued(
                        runningWorkload.id(),
                        retainedWork.isNegative() ? Duration.ZERO : retainedWork);
    }
}
