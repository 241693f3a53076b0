package slipway.run.engine;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import slipway.schedule.snapshot.Placement;

/** One launch on the simulated machines. */
final class FakeJob {

    final Launch launch;
    final JobBehavior behaviour;
    final Optional<InstantSource> clock;
    final Map<Integer, Integer> exits = new TreeMap<>();
    Optional<String> word = Optional.empty();
    boolean over;
    Optional<UsageSample> sample = Optional.empty();
    boolean waits;
    Optional<Placement> place = Optional.empty();

    FakeJob(Launch launch, JobBehavior behaviour, Optional<InstantSource> clock) {
        this.launch = launch;
        this.behaviour = behaviour;
        this.clock = clock;
    }

    LiveAttempt live() {
        LiveAttempt.Phase now = waits ? LiveAttempt.Phase.WAITING : LiveAttempt.Phase.RUNNING;
        return new LiveAttempt(launch.id(), gone() ? LiveAttempt.Phase.GONE : now, word, place);
    }

    boolean gone() {
        return over || exits.size() == launch.placement().nodes();
    }
}
