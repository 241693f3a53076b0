package slipway.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ShellWordTest {

    @Test
    void a_value_is_shown_as_one_word_of_a_shell() {
        assertThat(ShellWord.of(Path.of("/srv/slipway-2"))).isEqualTo("/srv/slipway-2");
        assertThat(ShellWord.of(Path.of("/srv/my data"))).isEqualTo("'/srv/my data'");
        assertThat(ShellWord.of(Path.of("/srv/it's"))).isEqualTo("'/srv/it'\\''s'");
        assertThat(ShellWord.of("")).isEqualTo("''");
    }
}
