package slipway.server.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RestoreCommandTest {

    @Test
    void a_path_is_shown_as_one_word_of_a_shell() {
        assertThat(RestoreCommand.forShell(Path.of("/srv/slipway-2"))).isEqualTo("/srv/slipway-2");
        assertThat(RestoreCommand.forShell(Path.of("/srv/my data"))).isEqualTo("'/srv/my data'");
        assertThat(RestoreCommand.forShell(Path.of("/srv/it's"))).isEqualTo("'/srv/it'\\''s'");
    }
}
