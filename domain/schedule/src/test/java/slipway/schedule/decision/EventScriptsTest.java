package slipway.schedule.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import slipway.schedule.EventScripts;
import slipway.schedule.snapshot.ScenarioRunner;
import slipway.testkit.Property;

/** No property proves anything about cases that the scripts never reach. */
class EventScriptsTest {

    @Test
    void scripts_reach_every_decision_reason_and_cause() {
        Set<String> seen = new TreeSet<>();
        Property.holds(
                1_000,
                EventScripts.scripts(90),
                script ->
                        new ScenarioRunner(
                                script,
                                scene -> {
                                    for (Decision decision : scene.plan().decisions()) {
                                        seen.add(decision.getClass().getSimpleName());
                                        if (decision instanceof Decision.Wait wait) {
                                            seen.add(wait.cause().getClass().getSimpleName());
                                        }
                                        if (decision instanceof Decision.Preempt preempt) {
                                            seen.add(preempt.reason().getClass().getSimpleName());
                                        }
                                    }
                                }));
        Set<String> all = new TreeSet<>();
        for (Class<?> kind : Set.of(Decision.class, Cause.class, Decision.Reason.class)) {
            for (Class<?> each : kind.getPermittedSubclasses()) {
                all.add(each.getSimpleName());
            }
        }
        assertThat(seen).isEqualTo(all);
    }
}
