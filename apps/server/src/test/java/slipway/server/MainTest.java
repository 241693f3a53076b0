package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.server.commands.TestProgram;
import slipway.surface.terminal.command.CommandEnvironment;

@Tag("process")
class MainTest {

    private final TestProgram program =
            new TestProgram(Map.of(), Path.of("/home/ana"), Path.of("/srv"));

    @Test
    void the_version_goes_to_standard_output() {
        assertThat(run("--version")).isZero();
        assertThat(program.out()).startsWith("Slipway ");
    }

    @Test
    void numbers_are_written_in_the_same_way_in_every_country() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG"));
            assertThat(Main.run(CommandEnvironment.ofThisProcess("0.1"), "--version")).isZero();
            assertThat("%,d".formatted(1_024)).isEqualTo("1,024");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void help_names_the_commands_but_not_those_for_contributors() {
        assertThat(run("--help")).isZero();
        assertThat(program.out()).contains("config").doesNotContain("reference");
    }

    @Test
    void the_training_runs_of_the_launcher_succeed() {
        assertThat(run("train")).isZero();
        assertThat(run("rehearse")).isZero();
    }

    @Test
    void an_unknown_command_is_answered_with_a_suggestion() {
        assertThat(run("confg")).isEqualTo(2);
        assertThat(program.err())
                .isEqualTo(
                        "There is no command 'slipway confg'.\nDid you mean config?\nSee: slipway --help\n");
        assertThat(program.out()).isEmpty();
    }

    @Test
    void an_unknown_option_is_answered_with_a_suggestion() {
        assertThat(run("config", "show", "--prot=1")).isEqualTo(2);
        assertThat(program.err())
                .isEqualTo(
                        """
                        slipway config show has no option --prot.
                        Did you mean --port?
                        See: slipway config show --help
                        """);
    }

    @Test
    void a_missing_subcommand_lists_the_subcommands() {
        assertThat(run("config")).isEqualTo(2);
        assertThat(program.err())
                .isEqualTo(
                        """
                        slipway config needs a command.
                        Commands: check, schema, show.
                        See: slipway config --help
                        """);
    }

    private int run(String... words) {
        return program.run(words);
    }
}
