package slipway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobOutputTest {

    private static JobOutput read(String... lines) {
        return JobOutput.attempts(List.of(lines));
    }

    @Test
    void an_attempt_that_wrote_both_lines_ran_to_its_end() {
        JobOutput witness = read("begin a a.1", "end a a.1", "begin b b.1");
        assertThat(witness.attempts("a"))
                .containsExactly(Map.entry("a.1", JobOutput.Ran.COMPLETED));
        assertThat(witness.attempts("b")).containsExactly(Map.entry("b.1", JobOutput.Ran.STARTED));
        assertThat(witness.attempts("c")).isEmpty();
        assertThat(witness.ranTwice()).isEmpty();
        assertThat(witness.overlapping()).isEmpty();
    }

    @Test
    void an_attempt_after_the_end_of_another_is_in_order() {
        JobOutput witness = read("begin a a.1", "end a a.1", "begin a a.2", "end a a.2");
        assertThat(witness.attempts("a")).hasSize(2);
        assertThat(witness.overlapping()).isEmpty();
    }

    @Test
    void an_attempt_that_begins_before_the_other_has_ended_is_one_too_many() {
        JobOutput witness = read("begin a a.1", "begin a a.2", "end a a.1", "end a a.2");
        assertThat(witness.overlapping()).containsExactly("a");
    }

    @Test
    void an_attempt_whose_script_runs_again_is_found_out() {
        JobOutput witness = read("begin a a.1", "end a a.1", "begin a a.1", "end a a.1");
        assertThat(witness.ranTwice()).containsExactly("a.1");
    }
}
