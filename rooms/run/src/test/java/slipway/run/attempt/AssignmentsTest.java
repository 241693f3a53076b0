package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssignmentsTest {

    private static final Map<String, String> STRANGE =
            Map.of("A", "it's 'x' \\ $HOME\nB='y'\n", "B", "", "C_1", "'", "D", "''\\''");

    @Test
    void what_was_written_is_read_back_whatever_is_in_it() {
        assertThat(Assignments.read(Assignments.written(STRANGE))).contains(STRANGE);
        assertThat(Assignments.read(Assignments.exported(STRANGE))).contains(STRANGE);
    }

    @Test
    void reading_ends_where_something_else_begins() {
        assertThat(Assignments.read("A='1'\nif true; then B='2'; fi\nC='3'\n"))
                .contains(Map.of("A", "1"));
        assertThat(Assignments.read("")).contains(Map.of());
    }

    @Test
    void a_value_that_breaks_off_is_not_read() {
        assertThat(Assignments.read("A='1'\nB='2")).isEmpty();
        assertThat(Assignments.words("'a' 'b")).isEmpty();
    }

    @Test
    void words_are_read_one_after_the_other() {
        assertThat(Assignments.words("'a b' 'it'\\''s' ''\n")).contains(List.of("a b", "it's", ""));
        assertThat(Assignments.words("\n")).contains(List.of());
    }
}
