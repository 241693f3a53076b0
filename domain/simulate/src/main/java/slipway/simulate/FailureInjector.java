package slipway.simulate;

import java.time.Duration;
import java.util.random.RandomGenerator;
import slipway.schedule.snapshot.Change;
import slipway.schedule.snapshot.Node.Condition;
import slipway.simulate.EventQueue.Event;
import slipway.simulate.SimulatedCluster.Spot;
import slipway.simulate.trace.FailureModel;

/**
 * What goes wrong by chance: nodes fail and are repaired, spot nodes are taken away and replaced. The times between are
 * exponential, drawn from the scenario's seed. Whoever is on a spot node is warned and saves; a failure warns nobody.
 */
final class FailureInjector {

    private final Replay replay;
    private final FailureModel failureModel;
    private final RandomGenerator chance;

    FailureInjector(Replay replay, Scenario scenario) {
        this.replay = replay;
        this.failureModel = scenario.ground().failures();
        this.chance = SeededRandom.of(scenario.seed());
    }

    void begin(long now) {
        for (Spot spot : replay.floor().spots()) {
            next(now, Event.FAIL, spot);
            if (spot.node().offer().spot()) {
                next(now, Event.RECLAIM, spot);
            }
        }
    }

    void happen(Event event, Spot spot) {
        switch (event) {
            case FAIL -> goes(spot, event, Event.REPAIR, failureModel.repair());
            case RECLAIM -> goes(spot, event, Event.RETURN, failureModel.back());
            case REPAIR -> returns(spot, Event.FAIL);
            case RETURN -> returns(spot, Event.RECLAIM);
            case END, LEAVE, MOVE, SAVE ->
                    throw new IllegalStateException("Happens to jobs: " + event);
        }
    }

    private void goes(Spot spot, Event event, Event back, Duration away) {
        if (!spot.ready()) {
            next(replay.now(), event, spot);
            return;
        }
        boolean reclaimed = event == Event.RECLAIM;
        if (reclaimed) {
            replay.meter().reclaimed();
        } else {
            replay.meter().failed();
        }
        replay.hit(spot, reclaimed);
        replay.change(new Change.NodeChanged(replay.floor().becomes(spot, Condition.FAILED)));
        replay.plan(replay.now() + Math.max(1, away.toMillis()), back, spot);
    }

    private void returns(Spot spot, Event next) {
        replay.change(new Change.NodeChanged(replay.floor().becomes(spot, Condition.READY)));
        next(replay.now(), next, spot);
    }

    private void next(long now, Event event, Spot spot) {
        Duration mean =
                event == Event.FAIL ? failureModel.failEvery() : failureModel.reclaimEvery();
        if (!mean.isZero()) {
            long away = (long) (chance.nextExponential() * mean.toMillis());
            replay.plan(now + Math.max(1, away), event, spot);
        }
    }
}
