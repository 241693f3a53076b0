package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShellVariablesTest {

    private static final Map<String, String> STRANGE =
            Map.of("A", "it's 'x' \\ $HOME\nB='y'\n", "B", "", "C_1", "'", "D", "''\\''");

    @Test
    void what_was_written_is_read_back_whatever_is_in_it() {
        assertThat(ShellVariables.read(ShellVariables.written(STRANGE))).contains(STRANGE);
        assertThat(ShellVariables.read(ShellVariables.exported(STRANGE))).contains(STRANGE);
    }

    @Test
    void reading_ends_where_something_else_begins() {
        assertThat(ShellVariables.read("A='1'\nif true; then B='2'; fi\nC='3'\n"))
                .contains(Map.of("A", "1"));
        assertThat(ShellVariables.read("")).contains(Map.of());
    }

    @Test
    void a_value_that_breaks_off_is_not_read() {
        assertThat(ShellVariables.read("A='1'\nB='2")).isEmpty();
        assertThat(ShellVariables.words("'a' 'b")).isEmpty();
    }

    @Test
    void words_are_read_one_after_the_other() {
        assertThat(ShellVariables.words("'a b' 'it'\\''s' ''\n"))
                .contains(List.of("a b", "it's", ""));
        assertThat(ShellVariables.words("\n")).contains(List.of());
    }
}
