package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import slipway.base.WorkloadId;
import slipway.schedule.Schedule;
import slipway.schedule.Scheduler;
import slipway.schedule.decision.Decision;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.ClusterSnapshot;
import slipway.schedule.snapshot.Placement;
import slipway.simulate.EventQueue.Event;
import slipway.simulate.trace.TraceCluster;
import slipway.simulate.trace.TraceJob;

/**
 * Replays one scenario as a discrete-event simulation: it processes all events of the next instant, lets the scheduler
 * decide, and carries out the decisions, which add new events. Only changes are passed to the scheduler, so the cost of
 * an instant does not grow with the number of jobs.
 */
final class Replay {

    private static final long NEVER = Long.MAX_VALUE;

    private final Scenario scenario;
    private final RuntimePredictor predictor;
    private final LongConsumer progress;
    private final EventQueue eventQueue = new EventQueue();
    private final SimulatedCluster cluster;
    private final SimulationMeter meter;
    private final FailureInjector failures;
    private final List<SimulatedJob> jobs = new ArrayList<>();
    private final Map<WorkloadId, SimulatedJob> byId = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();

    /** Changes that alone cause no decision: checkpoints. */
    private final List<Change> quietChanges = new ArrayList<>();

    private int nextArrival;
    private int unfinished;
    private int running;
    private long now;
    private long nextDecision = NEVER;

    /** @param origin where its curves begin, so that the curves of several scenarios can be added */
    Replay(Scenario scenario, Instant origin, LongConsumer progress) {
        this.scenario = scenario;
        this.predictor = new RuntimePredictor(scenario.cluster().policy());
        this.progress = progress;
        this.cluster = new SimulatedCluster(scenario.cluster().nodes());
        scenario.jobs().forEach(this::add);
        this.unfinished = jobs.size();
        this.now = millis(scenario.jobs().getFirst().submitted());
        this.meter = new SimulationMeter(cluster, millis(origin), now);
        this.failures = new FailureInjector(this, scenario);
    }

    private void add(TraceJob traceJob) {
        int number = jobs.size();
        var simulatedJob =
                new SimulatedJob(
                        number,
                        new WorkloadId(String.format(Locale.ROOT, "job-%08d", number + 1)),
                        traceJob);
        jobs.add(simulatedJob);
        byId.put(simulatedJob.id, simulatedJob);
    }

    SimulationResult run() {
        TraceCluster traceCluster = scenario.cluster();
        ClusterSnapshot snapshot =
                ClusterSnapshot.of(traceCluster.nodes(), traceCluster.teams())
                        .withPolicy(traceCluster.policy());
        Schedule schedule = Scheduler.decide(snapshot, Instant.ofEpochMilli(now));
        failures.begin(now);
        while (unfinished > 0 && !isStuck() && nextInstant() < NEVER) {
            now = nextInstant();
            meter.advanceTo(now);
            boolean decisionDue = nextDecision <= now;
            process();
            if (decisionDue || !changes.isEmpty()) {
                schedule = decide(schedule);
            }
        }
        return ResultBuilder.of(scenario, jobs, cluster.capacity(), meter);
    }

    private Schedule decide(Schedule previous) {
        quietChanges.addAll(changes);
        quietChanges.addAll(predictor.rankChanges(now));
        Schedule schedule = Scheduler.next(previous, quietChanges, Instant.ofEpochMilli(now));
        quietChanges.clear();
        changes.clear();
        schedule.actions().forEach(this::execute);
        nextDecision =
                Math.min(millis(schedule.nextDecisionTime()), millis(predictor.nextRankChange()));
        return schedule;
    }

    private long nextInstant() {
        long arrival = nextArrival < jobs.size() ? submitted(nextArrival) : NEVER;
        long event = eventQueue.isEmpty() ? NEVER : eventQueue.time();
        return Math.min(nextDecision, Math.min(arrival, event));
    }

    /** No job runs, none arrives and every node is ready: the pending jobs would wait for ever. */
    private boolean isStuck() {
        return running == 0
                && nextDecision == NEVER
                && nextArrival == jobs.size()
                && cluster.unavailable() == 0
                && nextArrival > 0
                && !isEventDue();
    }

    /** Whether an event is due now; a failure that may come later does not count. */
    private boolean isEventDue() {
        return !eventQueue.isEmpty() && eventQueue.time() <= now;
    }

    private void process() {
        while (!eventQueue.isEmpty() && eventQueue.time() == now) {
            Event event = eventQueue.event();
            int subject = eventQueue.subject();
            int attempt = eventQueue.attempt();
            eventQueue.remove();
            switch (event) {
                case END, STOP, MOVE, CHECKPOINT -> {
                    SimulatedJob simulatedJob = jobs.get(subject);
                    if (simulatedJob.isRunning() && simulatedJob.attempt() == attempt) {
                        process(event, simulatedJob);
                    }
                }
                case FAIL, REPAIR, RECLAIM, RETURN -> failures.apply(event, cluster.node(subject));
            }
        }
        while (nextArrival < jobs.size() && submitted(nextArrival) <= now) {
            SimulatedJob simulatedJob = jobs.get(nextArrival++);
            meter.jobQueued(simulatedJob);
            changes.add(new Change.Submitted(predictor.submitted(simulatedJob)));
        }
    }

    private void process(Event event, SimulatedJob simulatedJob) {
        switch (event) {
            case END -> end(simulatedJob);
            case STOP -> {
                release(simulatedJob);
                simulatedJob.stopWithCheckpoint(now);
                requeue(simulatedJob);
            }
            case MOVE -> move(simulatedJob);
            case CHECKPOINT -> save(simulatedJob);
            case FAIL, REPAIR, RECLAIM, RETURN ->
                    throw new IllegalStateException("Happens to nodes: " + event);
        }
    }

    private void end(SimulatedJob simulatedJob) {
        release(simulatedJob);
        simulatedJob.finish(now);
        predictor.finished(simulatedJob);
        countEnded(simulatedJob);
    }

    private void countEnded(SimulatedJob simulatedJob) {
        unfinished--;
        progress.accept(1);
        changes.add(new Change.Ended(simulatedJob.id));
    }

    private void move(SimulatedJob simulatedJob) {
        Placement to = simulatedJob.target().orElseThrow();
        release(simulatedJob);
        simulatedJob.stopWithCheckpoint(now);
        changes.add(
                new Change.Moved(simulatedJob.id, Duration.ofMillis(simulatedJob.retainedWork())));
        predictor.stopped(simulatedJob, now);
        place(simulatedJob, to);
    }

    private void save(SimulatedJob simulatedJob) {
        quietChanges.add(new Change.Checkpointed(simulatedJob.id, Instant.ofEpochMilli(now)));
        eventQueue.add(
                now + checkpointMillis(simulatedJob),
                Event.CHECKPOINT,
                simulatedJob.number,
                simulatedJob.attempt());
    }

    /** Puts the job back into the queue. */
    private void requeue(SimulatedJob simulatedJob) {
        meter.jobQueued(simulatedJob);
        changes.add(
                new Change.Requeued(
                        simulatedJob.id, Duration.ofMillis(simulatedJob.retainedWork())));
        changes.add(predictor.stopped(simulatedJob, now));
    }

    private void release(SimulatedJob simulatedJob) {
        simulatedJob.placement().ifPresent(place -> cluster.release(simulatedJob, place));
        simulatedJob.target().ifPresent(place -> cluster.cancelArrival(simulatedJob, place));
        running--;
    }

    /**
     * A node is lost: jobs on it stop and keep their last checkpoint; jobs that are moving to it stop with a
     * checkpoint.
     */
    void failNode(SimulatedCluster.SimulatedNode node, boolean warned) {
        for (SimulatedJob simulatedJob : node.jobs()) {
            boolean wasOnNode =
                    simulatedJob.placement().orElseThrow().seats().stream()
                            .anyMatch(seat -> seat.node().equals(node.node().name()));
            release(simulatedJob);
            if (wasOnNode && !warned) {
                simulatedJob.loseNode(now);
            } else {
                simulatedJob.stopWithCheckpoint(now);
            }
            if (simulatedJob.nodeLosses() > scenario.cluster().failures().retries()) {
                simulatedJob.abandon(now);
                predictor.abandoned(simulatedJob);
                countEnded(simulatedJob);
            } else {
                requeue(simulatedJob);
            }
        }
    }

    void change(Change change) {
        changes.add(change);
    }

    void scheduleEvent(long time, Event event, SimulatedCluster.SimulatedNode node) {
        eventQueue.add(time, event, node.number, 0);
    }

    long now() {
        return now;
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    SimulationMeter meter() {
        return meter;
    }

    private void execute(Decision decision) {
        SimulatedJob simulatedJob = jobOf(decision);
        if (simulatedJob.isRunning() == decision instanceof Decision.Start) {
            throw new IllegalStateException(
                    "%s is %s, so this cannot be: %s"
                            .formatted(simulatedJob.id, simulatedJob.state(), decision));
        }
        switch (decision) {
            case Decision.Start(_, var placement, _) -> {
                meter.jobDequeued(simulatedJob);
                place(simulatedJob, placement);
            }
            case Decision.Preempt(_, _, var by) -> {
                meter.preempted();
                eventQueue.add(
                        Math.max(now, millis(by)),
                        Event.STOP,
                        simulatedJob.number,
                        simulatedJob.attempt());
            }
            case Decision.Resize(_, var to, var by) -> {
                meter.resized();
                relocate(simulatedJob, to, by);
            }
            case Decision.Migrate(_, var to, _, var by) -> {
                meter.migrated();
                relocate(simulatedJob, to, by);
            }
            case Decision.Wait _, Decision.Stay _ -> {}
        }
    }

    private SimulatedJob jobOf(Decision decision) {
        SimulatedJob simulatedJob = byId.get(decision.workload());
        if (simulatedJob == null) {
            throw new IllegalStateException("There is no such job: " + decision.workload());
        }
        return simulatedJob;
    }

    private void place(SimulatedJob simulatedJob, Placement placement) {
        simulatedJob.start(now, placement, scenario.rework().toMillis());
        predictor.started(simulatedJob);
        cluster.allocate(simulatedJob, placement);
        running++;
        eventQueue.add(simulatedJob.end(), Event.END, simulatedJob.number, simulatedJob.attempt());
        if (checkpointMillis(simulatedJob) > 0) {
            eventQueue.add(
                    now + checkpointMillis(simulatedJob),
                    Event.CHECKPOINT,
                    simulatedJob.number,
                    simulatedJob.attempt());
        }
    }

    private void relocate(SimulatedJob simulatedJob, Placement to, Instant by) {
        simulatedJob.startMove(to);
        cluster.expectArrival(simulatedJob, to);
        eventQueue.add(
                Math.max(now, millis(by)), Event.MOVE, simulatedJob.number, simulatedJob.attempt());
    }

    private static long checkpointMillis(SimulatedJob simulatedJob) {
        return simulatedJob
                .job
                .attributes()
                .checkpointInterval()
                .map(Duration::toMillis)
                .orElse(0L);
    }

    private long submitted(int number) {
        return millis(jobs.get(number).job.submitted());
    }

    private static long millis(Optional<Instant> instant) {
        return instant.map(Replay::millis).orElse(NEVER);
    }

    private static long millis(Instant instant) {
        return instant.toEpochMilli();
    }
}
