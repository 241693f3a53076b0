package slipway.simulate;

import java.time.Duration;
import java.util.random.RandomGenerator;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.Node.Condition;
import slipway.simulate.EventQueue.Event;
import slipway.simulate.SimulatedCluster.SimulatedNode;
import slipway.simulate.trace.FailureModel;

/**
 * Injects random failures: nodes fail and are repaired, spot nodes are reclaimed and replaced. Intervals are
 * exponential, drawn from the scenario's seed. A reclaim comes with a warning, so jobs make a checkpoint; a failure
 * does not.
 */
final class FailureInjector {

    private final Replay replay;
    private final FailureModel model;
    private final RandomGenerator random;

    FailureInjector(Replay replay, Scenario scenario) {
        this.replay = replay;
        this.model = scenario.cluster().failures();
        this.random = SeededRandom.of(scenario.seed());
    }

    void begin(long now) {
        for (SimulatedNode node : replay.cluster().nodes()) {
            scheduleNext(now, Event.FAIL, node);
            if (node.node().offer().spot()) {
                scheduleNext(now, Event.RECLAIM, node);
            }
        }
    }

    void apply(Event event, SimulatedNode node) {
        switch (event) {
            case FAIL -> takeDown(node, event, Event.REPAIR, model.repair());
            case RECLAIM -> takeDown(node, event, Event.RETURN, model.back());
            case REPAIR -> bringBack(node, Event.FAIL);
            case RETURN -> bringBack(node, Event.RECLAIM);
            case END, STOP, MOVE, CHECKPOINT ->
                    throw new IllegalStateException("Happens to jobs: " + event);
        }
    }

    private void takeDown(SimulatedNode node, Event event, Event recovery, Duration downtime) {
        if (!node.isReady()) {
            scheduleNext(replay.now(), event, node);
            return;
        }
        boolean reclaimed = event == Event.RECLAIM;
        if (reclaimed) {
            replay.meter().reclaimed();
        } else {
            replay.meter().failed();
        }
        replay.failNode(node, reclaimed);
        replay.change(
                new Change.NodeChanged(replay.cluster().changeCondition(node, Condition.FAILED)));
        replay.scheduleEvent(replay.now() + Math.max(1, downtime.toMillis()), recovery, node);
    }

    private void bringBack(SimulatedNode node, Event next) {
        replay.change(
                new Change.NodeChanged(replay.cluster().changeCondition(node, Condition.READY)));
        scheduleNext(replay.now(), next, node);
    }

    private void scheduleNext(long now, Event event, SimulatedNode node) {
        Duration mean = event == Event.FAIL ? model.failEvery() : model.reclaimEvery();
        if (!mean.isZero()) {
            long downtime = (long) (random.nextExponential() * mean.toMillis());
            replay.scheduleEvent(now + Math.max(1, downtime), event, node);
        }
    }
}
