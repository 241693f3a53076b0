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

/** In the shells themselves. */
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

    private List<String> inBash(Path script, String... words) throws Exception {
        var program = new StringBuilder("compopt() { :; }; source " + script + "\nCOMP_WORDS=(");
        for (String word : words) {
            program.append('\'').append(word).append("' ");
        }
        program.append(")\nCOMP_CWORD=").append(words.length - 1);
        program.append("\n_slipway\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n");
        return run("bash", "-c", program.toString());
    }

    @Test
    void zsh_understands_its_script() throws Exception {
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
    void a_shell_that_we_do_not_know_is_refused_with_those_we_know() {
        TestShell shell = new TestShell(home);
        assertThat(shell.run("completion", "tcsh")).isEqualTo(2);
        assertThat(shell.err()).containsIgnoringCase("bash");
    }

    private Path script(String name) throws IOException {
        TestShell shell = new TestShell(home);
        assertThat(shell.run("completion", name)).isZero();
        return Files.writeString(home.resolve("completion." + name), shell.out());
    }

    /** The lines of what a program says; it must end well. */
    private List<String> run(String... words) throws Exception {
        Path said = home.resolve("said.txt");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        List<String> lines = new ArrayList<>(Files.readAllLines(said));
        lines.removeIf(String::isBlank);
        assertThat(process.exitValue()).as(lines.toString()).isZero();
        return lines;
    }
}
