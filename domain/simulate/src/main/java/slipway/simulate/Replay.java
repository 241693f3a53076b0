package slipway.simulate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
 * Plays one scenario through: what is next on the agenda happens, all of one instant together; the scheduler decides;
 * what it decides is done and puts new things on the agenda. Only what has happened is looked at, so an instant costs
 * the same however many jobs there are.
 */
final class Replay {

    private static final long NEVER = Long.MAX_VALUE;

    private final Scenario scenario;
    private final RuntimePredictor runtimePredictor;
    private final LongConsumer progress;
    private final EventQueue eventQueue = new EventQueue();
    private final SimulatedCluster simulatedCluster;
    private final SimulationMeter simulationMeter;
    private final FailureInjector failureInjector;
    private final List<SimulatedJob> courses = new ArrayList<>();
    private final Map<WorkloadId, SimulatedJob> byId = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();

    /** What alone is no reason to decide: that a checkpoint was made. */
    private final List<Change> asides = new ArrayList<>();

    private int arrived;
    private int open;
    private int running;
    private long now;
    private long look = NEVER;

    /**
     * @param origin where its curves begin, so that those of several scenarios can be added up
     */
    Replay(Scenario scenario, Instant origin, LongConsumer progress) {
        this.scenario = scenario;
        this.runtimePredictor = new RuntimePredictor(scenario.ground().policy());
        this.progress = progress;
        this.simulatedCluster = new SimulatedCluster(scenario.ground().nodes());
        scenario.jobs().forEach(this::add);
        this.open = courses.size();
        this.now = millis(scenario.jobs().getFirst().submitted());
        this.simulationMeter = new SimulationMeter(simulatedCluster, millis(origin), now);
        this.failureInjector = new FailureInjector(this, scenario);
    }

    private void add(TraceJob traceJob) {
        int number = courses.size();
        var simulatedJob =
                new SimulatedJob(
                        number, new WorkloadId("job-%08d".formatted(number + 1)), traceJob);
        courses.add(simulatedJob);
        byId.put(simulatedJob.id, simulatedJob);
    }

    SimulationResult run() {
        TraceCluster traceCluster = scenario.ground();
        ClusterSnapshot empty =
                ClusterSnapshot.of(traceCluster.nodes(), traceCluster.teams())
                        .withPolicy(traceCluster.policy());
        Schedule plan = Scheduler.decide(empty, Instant.ofEpochMilli(now));
        failureInjector.begin(now);
        while (open > 0 && !isStuck() && next() < NEVER) {
            now = next();
            simulationMeter.until(now);
            boolean looks = look <= now;
            happen();
            if (looks || !changes.isEmpty()) {
                plan = decide(plan);
            }
        }
        return ResultBuilder.of(scenario, courses, simulatedCluster.capacity(), simulationMeter);
    }

    private Schedule decide(Schedule before) {
        asides.addAll(changes);
        asides.addAll(runtimePredictor.news(now));
        Schedule plan = Scheduler.next(before, asides, Instant.ofEpochMilli(now));
        asides.clear();
        changes.clear();
        plan.actions().forEach(this::carryOut);
        look = Math.min(millis(plan.nextDecisionTime()), millis(runtimePredictor.nextLook()));
        return plan;
    }

    private long next() {
        long arrival = arrived < courses.size() ? submitted(arrived) : NEVER;
        long item = eventQueue.isEmpty() ? NEVER : eventQueue.time();
        return Math.min(look, Math.min(arrival, item));
    }

    /** Nothing runs, nothing comes and every node is well: who still waits will wait for ever. */
    private boolean isStuck() {
        return running == 0
                && look == NEVER
                && arrived == courses.size()
                && simulatedCluster.missing() == 0
                && arrived > 0
                && !agendaHasWork();
    }

    /** Whether something on the agenda is due at once; what may fail some day does not count. */
    private boolean agendaHasWork() {
        return !eventQueue.isEmpty() && eventQueue.time() <= now;
    }

    private void happen() {
        while (!eventQueue.isEmpty() && eventQueue.time() == now) {
            Event event = eventQueue.event();
            int subject = eventQueue.subject();
            int attempt = eventQueue.attempt();
            eventQueue.remove();
            switch (event) {
                case END, LEAVE, MOVE, SAVE -> {
                    SimulatedJob simulatedJob = courses.get(subject);
                    if (simulatedJob.runs() && simulatedJob.attempt() == attempt) {
                        happen(event, simulatedJob);
                    }
                }
                case FAIL, REPAIR, RECLAIM, RETURN ->
                        failureInjector.happen(event, simulatedCluster.spot(subject));
            }
        }
        while (arrived < courses.size() && submitted(arrived) <= now) {
            SimulatedJob simulatedJob = courses.get(arrived++);
            simulationMeter.waits(simulatedJob);
            changes.add(new Change.Submitted(runtimePredictor.submitted(simulatedJob)));
        }
    }

    private void happen(Event event, SimulatedJob simulatedJob) {
        switch (event) {
            case END -> end(simulatedJob);
            case LEAVE -> {
                vacate(simulatedJob);
                simulatedJob.leave(now);
                left(simulatedJob);
            }
            case MOVE -> move(simulatedJob);
            case SAVE -> save(simulatedJob);
            case FAIL, REPAIR, RECLAIM, RETURN ->
                    throw new IllegalStateException("Happens to nodes: " + event);
        }
    }

    private void end(SimulatedJob simulatedJob) {
        vacate(simulatedJob);
        simulatedJob.finish(now);
        runtimePredictor.finished(simulatedJob);
        over(simulatedJob);
    }

    private void over(SimulatedJob simulatedJob) {
        open--;
        progress.accept(1);
        changes.add(new Change.Ended(simulatedJob.id));
    }

    private void move(SimulatedJob simulatedJob) {
        Placement to = simulatedJob.going().orElseThrow();
        vacate(simulatedJob);
        simulatedJob.leave(now);
        changes.add(new Change.Moved(simulatedJob.id, Duration.ofMillis(simulatedJob.done())));
        runtimePredictor.stopped(simulatedJob, now);
        settle(simulatedJob, to);
    }

    private void save(SimulatedJob simulatedJob) {
        asides.add(new Change.Checkpointed(simulatedJob.id, Instant.ofEpochMilli(now)));
        eventQueue.add(
                now + saves(simulatedJob), Event.SAVE, simulatedJob.number, simulatedJob.attempt());
    }

    /** It waits again. */
    private void left(SimulatedJob simulatedJob) {
        simulationMeter.waits(simulatedJob);
        changes.add(new Change.Requeued(simulatedJob.id, Duration.ofMillis(simulatedJob.done())));
        changes.add(runtimePredictor.stopped(simulatedJob, now));
    }

    private void vacate(SimulatedJob simulatedJob) {
        simulatedJob.placement().ifPresent(place -> simulatedCluster.leave(simulatedJob, place));
        simulatedJob.going().ifPresent(place -> simulatedCluster.expectNoMore(simulatedJob, place));
        running--;
    }

    /** A node is no more: those on it stop, with what they have saved; those on their way there stop in good order. */
    void hit(SimulatedCluster.Spot spot, boolean warned) {
        for (SimulatedJob simulatedJob : spot.guests()) {
            boolean there =
                    simulatedJob.placement().orElseThrow().seats().stream()
                            .anyMatch(seat -> seat.node().equals(spot.node().name()));
            vacate(simulatedJob);
            if (there && !warned) {
                simulatedJob.lose(now);
            } else {
                simulatedJob.leave(now);
            }
            if (simulatedJob.losses() > scenario.ground().failures().retries()) {
                simulatedJob.giveUp(now);
                runtimePredictor.givenUp(simulatedJob);
                over(simulatedJob);
            } else {
                left(simulatedJob);
            }
        }
    }

    void change(Change change) {
        changes.add(change);
    }

    void plan(long time, Event event, SimulatedCluster.Spot spot) {
        eventQueue.add(time, event, spot.number, 0);
    }

    long now() {
        return now;
    }

    SimulatedCluster floor() {
        return simulatedCluster;
    }

    SimulationMeter meter() {
        return simulationMeter;
    }

    private void carryOut(Decision decision) {
        SimulatedJob simulatedJob = course(decision);
        if (simulatedJob.runs() == decision instanceof Decision.Start) {
            throw new IllegalStateException(
                    "%s is %s, so this cannot be: %s"
                            .formatted(simulatedJob.id, simulatedJob.state(), decision));
        }
        switch (decision) {
            case Decision.Start(_, var placement, _) -> {
                simulationMeter.waitsNoMore(simulatedJob);
                settle(simulatedJob, placement);
            }
            case Decision.Preempt(_, _, var by) -> {
                simulationMeter.preempted();
                eventQueue.add(
                        Math.max(now, millis(by)),
                        Event.LEAVE,
                        simulatedJob.number,
                        simulatedJob.attempt());
            }
            case Decision.Resize(_, var to, var by) -> {
                simulationMeter.resized();
                send(simulatedJob, to, by);
            }
            case Decision.Migrate(_, var to, _, var by) -> {
                simulationMeter.migrated();
                send(simulatedJob, to, by);
            }
            case Decision.Wait _, Decision.Stay _ -> {}
        }
    }

    private SimulatedJob course(Decision decision) {
        SimulatedJob simulatedJob = byId.get(decision.workload());
        if (simulatedJob == null) {
            throw new IllegalStateException("Nobody submitted " + decision.workload());
        }
        return simulatedJob;
    }

    private void settle(SimulatedJob simulatedJob, Placement placement) {
        simulatedJob.begin(now, placement, scenario.rework().toMillis());
        runtimePredictor.started(simulatedJob);
        simulatedCluster.take(simulatedJob, placement);
        running++;
        eventQueue.add(simulatedJob.end(), Event.END, simulatedJob.number, simulatedJob.attempt());
        if (saves(simulatedJob) > 0) {
            eventQueue.add(
                    now + saves(simulatedJob),
                    Event.SAVE,
                    simulatedJob.number,
                    simulatedJob.attempt());
        }
    }

    private void send(SimulatedJob simulatedJob, Placement to, Instant by) {
        simulatedJob.goes(to);
        simulatedCluster.expect(simulatedJob, to);
        eventQueue.add(
                Math.max(now, millis(by)), Event.MOVE, simulatedJob.number, simulatedJob.attempt());
    }

    private static long saves(SimulatedJob simulatedJob) {
        return simulatedJob
                .job
                .attributes()
                .checkpointInterval()
                .map(Duration::toMillis)
                .orElse(0L);
    }

    private long submitted(int number) {
        return millis(courses.get(number).job.submitted());
    }

    private static long millis(Optional<Instant> instant) {
        return instant.map(Replay::millis).orElse(NEVER);
    }

    private static long millis(Instant instant) {
        return instant.toEpochMilli();
    }
}
