package slipway.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.server.config.Surroundings;

class MainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void the_version_is_said_on_the_output() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString(UTF_8)).startsWith("Slipway ");
    }

    @Test
    void help_names_the_commands_but_not_those_for_contributors() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(UTF_8)).contains("config").doesNotContain("reference");
    }

    @Test
    void the_training_run_of_the_launcher_ends_well() {
        assertThat(run("train")).isZero();
    }

    @Test
    void an_unknown_command_is_answered_with_the_one_that_was_meant() {
        assertThat(run("confg")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo(
                        "There is no command 'slipway confg'.\nDid you mean config?\nSee: slipway --help\n");
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @Test
    void an_unknown_option_is_answered_with_the_one_that_was_meant() {
        assertThat(run("config", "show", "--prot=1")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo(
                        """
                        slipway config show has no option --prot.
                        Did you mean --port?
                        See: slipway config show --help
                        """);
    }

    @Test
    void a_command_without_its_word_is_told_the_words() {
        assertThat(run("config")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .isEqualTo(
                        """
                        slipway config needs a command.
                        There are: check, schema, show.
                        See: slipway config --help
                        """);
    }

    private int run(String... words) {
        return Main.run(
                words,
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                new Surroundings(Map.of(), Path.of("/home/ana"), Path.of("/srv")));
    }
}
