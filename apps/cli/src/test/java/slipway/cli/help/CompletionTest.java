package slipway.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Needs;

/** Runs the scripts in real shells. */
@Tag("process")
class CompletionTest {

    @TempDir private Path home;

    @Test
    void bash_completes_commands_options_and_files() throws Exception {
        Path script = script("bash");
        assertThat(inBash(script, "slipway", "con")).containsExactly("context");
        assertThat(inBash(script, "slipway", "context", ""))
                .contains("list", "use", "add", "remove");
        assertThat(inBash(script, "slipway", "whoami", "--j")).containsExactly("--json");
        assertThat(inBash(script, "slipway", "context", "add", "lab", "--t"))
                .containsExactly("--token-file");
        assertThat(inBash(script, "slipway", "whoami", "--context", "w")).isEmpty();
    }

    private List<String> inBash(Path script, String... arguments) throws Exception {
        var program = new StringBuilder("compopt() { :; }; source " + script + "\nCOMP_WORDS=(");
        for (String argument : arguments) {
            program.append('\'').append(argument).append("' ");
        }
        program.append(")\nCOMP_CWORD=").append(arguments.length - 1);
        program.append("\n_slipway\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
        return run("bash", "-c", program.toString());
    }

    @Test
    void zsh_parses_its_script() throws Exception {
        Needs.command("zsh", "zsh");
        Path script = script("zsh");
        assertThat(run("zsh", "-n", script.toString())).isEmpty();
    }

    @Test
    void fish_completes_commands_and_options() throws Exception {
        Needs.command("fish", "fish");
        Path script = script("fish");
        String program = "source " + script + "; complete -C 'slipway con'";
        assertThat(run("fish", "-c", program)).anyMatch(line -> line.startsWith("context"));
        program = "source " + script + "; complete -C 'slipway whoami --j'";
        assertThat(run("fish", "-c", program)).anyMatch(line -> line.startsWith("--json"));
    }

    @Test
    void an_unknown_shell_is_refused_with_a_list_of_the_known() {
        TestShell shell = new TestShell(home);
        assertThat(shell.run("completion", "tcsh")).isEqualTo(2);
        assertThat(shell.err()).containsIgnoringCase("bash");
    }

    private Path script(String name) throws IOException {
        TestShell shell = new TestShell(home);
        assertThat(shell.run("completion", name)).isZero();
        return Files.writeString(home.resolve("completion." + name), shell.out());
    }

    /** The output lines of a program, which must succeed. */
    private List<String> run(String... arguments) throws Exception {
        Path output = home.resolve("said.txt");
        Process process =
                new ProcessBuilder(arguments)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        List<String> lines = new ArrayList<>(Files.readAllLines(output));
        lines.removeIf(String::isBlank);
        assertThat(process.exitValue()).as(lines.toString()).isZero();
        return lines;
    }
}
