package slipway.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WitnessTest {

    private static Witness heard(String... lines) {
        return Witness.of(List.of(lines));
    }

    @Test
    void an_attempt_that_wrote_both_lines_ran_to_its_end() {
        Witness witness = heard("begin a a.1", "end a a.1", "begin b b.1");
        assertThat(witness.of("a")).containsExactly(Map.entry("a.1", Witness.Ran.TO_ITS_END));
        assertThat(witness.of("b")).containsExactly(Map.entry("b.1", Witness.Ran.BEGUN));
        assertThat(witness.of("c")).isEmpty();
        assertThat(witness.twice()).isEmpty();
        assertThat(witness.together()).isEmpty();
    }

    @Test
    void an_attempt_after_the_end_of_another_is_in_order() {
        Witness witness = heard("begin a a.1", "end a a.1", "begin a a.2", "end a a.2");
        assertThat(witness.of("a")).hasSize(2);
        assertThat(witness.together()).isEmpty();
    }

    @Test
    void an_attempt_that_begins_before_the_other_has_ended_is_one_too_many() {
        Witness witness = heard("begin a a.1", "begin a a.2", "end a a.1", "end a a.2");
        assertThat(witness.together()).containsExactly("a");
    }

    @Test
    void an_attempt_whose_script_runs_again_is_found_out() {
        Witness witness = heard("begin a a.1", "end a a.1", "begin a a.1", "end a a.1");
        assertThat(witness.twice()).containsExactly("a.1");
    }
}
