package slipway.schedule.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import slipway.schedule.Scripts;
import slipway.schedule.snapshot.Play;
import slipway.testkit.Property;

/** What the scripts never reach, no property proves. */
class ScriptsTest {

    @Test
    void every_kind_of_decision_reason_and_cause_comes_up() {
        Set<String> seen = new TreeSet<>();
        Property.holds(
                1_000,
                Scripts.scripts(90),
                script ->
                        new Play(
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
