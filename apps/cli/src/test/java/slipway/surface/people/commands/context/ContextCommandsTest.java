package slipway.surface.people.commands.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;

class ContextCommandsTest {

    private static final String TOKEN = "slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c";

    @TempDir private Path home;
    private TestShell shell = new TestShell(Path.of(""));

    @BeforeEach
    void addTwoContexts() throws IOException {
        shell = new TestShell(home);
        Files.writeString(home.resolve("token.txt"), TOKEN + "\n");
        assertThat(
                        shell.run(
                                "context",
                                "add",
                                "lab",
                                "slipway.example.org",
                                "--token-file",
                                "token.txt"))
                .isZero();
        assertThat(
                        shell.typing(TOKEN)
                                .run(
                                        "context",
                                        "add",
                                        "edge",
                                        "http://10.4.2.1:8470",
                                        "--token-file",
                                        "-"))
                .isZero();
    }

    @Test
    void the_list_marks_the_current_context_and_shows_no_token() {
        assertThat(shell.run("context", "use", "lab")).isZero();
        assertThat(shell.out())
                .isEqualTo("Commands now use https://slipway.example.org (context lab).\n");
        for (int width : new int[] {40, 80, 120}) {
            assertThat(shell.wide(width).run("context", "list")).isZero();
            Golden.matches("context-list-" + width + ".txt", shell.out());
        }
        assertThat(shell.run("context", "list", "--json")).isZero();
        Golden.matches("context-list.json", shell.out());
        assertThat(shell.out()).doesNotContain(TOKEN);
    }

    @Test
    void a_broken_context_does_not_hide_the_others() throws IOException {
        Path file = home.resolve(".config/slipway/contexts/lab");
        Files.writeString(file, "url: nonsense\n");
        assertThat(shell.run("context", "list")).isZero();
        assertThat(shell.out()).contains("edge", "lab", "?");
    }

    @Test
    void a_variable_that_overrides_the_current_context_is_reported() {
        shell.with("SLIPWAY_URL", "http://127.0.0.1:1");
        assertThat(shell.run("context", "use", "lab")).isZero();
        assertThat(shell.err()).contains("SLIPWAY_URL is set and takes precedence");
        assertThat(shell.run("context", "list")).isZero();
        assertThat(shell.out()).contains("SLIPWAY_URL *");
    }

    @Test
    void an_unknown_context_is_answered_with_the_nearest() {
        assertThat(shell.run("context", "use", "labb")).isEqualTo(3);
        assertThat(shell.err()).contains("There is no context 'labb'.", "Did you mean lab?");
    }

    @Test
    void removing_a_context_asks_and_needs_yes_in_a_pipe() {
        assertThat(shell.run("context", "remove", "lab")).isEqualTo(2);
        assertThat(shell.err()).contains("Confirmation is required", "--yes");
        assertThat(shell.wide(80).typing("n\n").run("context", "remove", "lab")).isEqualTo(2);
        assertThat(shell.err()).contains("[y/N]", "Nothing was changed.");
        assertThat(shell.run("context", "use", "lab")).isZero();
        assertThat(shell.typing("y\n").run("context", "remove", "lab")).isZero();
        assertThat(shell.out()).contains("Removed context lab.", "(context local)");
        assertThat(shell.run("context", "remove", "edge", "--yes")).isZero();
        assertThat(shell.run("context", "remove", "local", "--yes")).isEqualTo(2);
        assertThat(shell.run("context", "remove", "lab", "--yes")).isEqualTo(3);
    }

    @Test
    void an_invalid_address_token_or_fingerprint_is_refused() throws IOException {
        assertThat(shell.run("context", "add", "a", "ftp://example.org")).isEqualTo(2);
        assertThat(shell.run("context", "add", "a", "example.org", "--fingerprint", "12"))
                .isEqualTo(2);
        assertThat(shell.run("context", "add", "a", "example.org", "--token-file", "nowhere"))
                .isEqualTo(2);
        Files.writeString(home.resolve("token.txt"), "two words\n");
        assertThat(shell.run("context", "add", "a", "example.org", "--token-file", "token.txt"))
                .isEqualTo(2);
        assertThat(shell.err()).doesNotContain("two words");
        assertThat(shell.run("context", "add", "local", "example.org")).isEqualTo(2);
    }
}
