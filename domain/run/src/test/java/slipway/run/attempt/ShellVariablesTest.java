package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShellVariablesTest {

    private static final Map<String, String> STRANGE =
            Map.of("A", "it's 'x' \\ $HOME\nB='y'\n", "B", "", "C_1", "'", "D", "''\\''");

    @Test
    void every_value_is_read_back_unchanged() {
        assertThat(ShellVariables.read(ShellVariables.written(STRANGE))).contains(STRANGE);
        assertThat(ShellVariables.read(ShellVariables.exported(STRANGE))).contains(STRANGE);
    }

    @Test
    void reading_stops_at_the_first_line_that_is_no_assignment() {
        assertThat(ShellVariables.read("A='1'\nif true; then B='2'; fi\nC='3'\n"))
                .contains(Map.of("A", "1"));
        assertThat(ShellVariables.read("")).contains(Map.of());
    }

    @Test
    void a_truncated_value_is_rejected() {
        assertThat(ShellVariables.read("A='1'\nB='2")).isEmpty();
        assertThat(ShellVariables.words("'a' 'b")).isEmpty();
    }

    @Test
    void quoted_words_are_read_in_order() {
        assertThat(ShellVariables.words("'a b' 'it'\\''s' ''\n"))
                .contains(List.of("a b", "it's", ""));
        assertThat(ShellVariables.words("\n")).contains(List.of());
    }
}
