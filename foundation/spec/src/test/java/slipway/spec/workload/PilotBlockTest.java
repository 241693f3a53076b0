package slipway.spec.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;

class PilotBlockTest {

    private static WorkloadSpec spec(String yaml) {
        return WorkloadSpec.parse("run: python3 train.py\n" + yaml, "job.yaml");
    }

    private static String mistakes(String yaml) {
        return catchThrowableOfType(Problem.class, () -> spec(yaml)).why();
    }

    @Test
    void a_pilot_says_how_many_steps_or_nothing_and_is_kept_as_it_was_read() {
        assertThat(spec("pilot: {}").pilot()).contains(new PilotSpec(40, Duration.ofMinutes(30)));
        assertThat(spec("pilot: 60").pilot()).contains(new PilotSpec(60, Duration.ofMinutes(30)));
        WorkloadSpec spec = spec("pilot: {steps: 20, patience: 2h}\nplan: {model: m, tokens: 1B}");
        assertThat(WorkloadSpec.readStored(spec.json(), "stored")).isEqualTo(spec);
        assertThat(spec.plan()).isPresent();
        assertThat(spec.planToEnd()).isEmpty();
        assertThat(spec("plan: {model: m, tokens: 1B}").planToEnd()).isPresent();
    }

    @Test
    void all_that_a_pilot_cannot_be_is_reported_at_once() {
        assertThat(mistakes("kind: service\narray: 0-3\npilot: {steps: 5, patience: 0s}"))
                .contains("pilot.steps: \"5\" is not a whole number from 10 to 100000.")
                .contains("pilot: only a job has steps to count, not a service.")
                .contains("pilot: a pilot is one job, not an array. Leave array out.")
                .contains("pilot.patience: must be more than 0s.");
    }
}
