package slipway.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class MainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void the_version_is_said_on_the_output() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("Slipway ");
    }

    @Test
    void an_unknown_command_is_named_and_answered_with_usage() {
        assertThat(run("upp")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("'upp'").contains("Usage: slipway COMMAND");
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    private int run(String... words) {
        return Main.run(
                words, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }
}
