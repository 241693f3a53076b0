package slipway.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.Cli;
import slipway.server.TestServer;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;
import slipway.surface.terminal.command.CommandEnvironment;
import slipway.testkit.Golden;

/** Administration commands against a real server. */
@Tag("process")
class AdminCommandsTest {

    private static final TerminalCapabilities WIDE =
            new TerminalCapabilities(120, false, true, true, false, true);

    private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

    @TempDir private Path home;
    private final StringBuilder transcript = new StringBuilder();
    private final Map<String, String> environment = new HashMap<>();
    private String last = "";

    @Test
    void users_teams_tokens_and_secrets_are_administered() {
        try (TestServer server = TestServer.open(home.resolve("data"))) {
            as(server, server.localToken());
            addUser();
            as(server, last.lines().filter(it -> it.startsWith("slw_")).findFirst().orElseThrow());
            leadTeam();
            as(server, server.localToken());
            disableUser();
            Golden.matches("remote-commands.txt", stable(server));
        }
    }

    private void addUser() {
        type(0, "team add research");
        type(0, "team add vision --under research --title 'Computer vision'");
        type(0, "user add mira --team vision --role lead");
        type(0, "user change mira --shown 'Mira Lindqvist' --email mira@example.org");
        type(0, "user show mira");
        type(0, "token new --user mira --label laptop --within vision");
    }

    private void leadTeam() {
        type(0, "whoami");
        type(0, "team list");
        type(0, "secret set hub-token --team vision");
        type(0, "secret list --team vision");
        type(0, "account add ci-vision --team vision --shown 'Deploys from CI'");
        type(0, "account list --team vision");
        type(0, "note --team vision Replaced the fan.");
        type(7, "user list");
        type(3, "team show research");
        type(2, "secret remove hub-token --team vision");
        type(0, "secret remove hub-token --team vision --yes");
    }

    private void disableUser() {
        type(0, "team role vision mira none --yes");
        type(4, "team remove research --yes");
        type(0, "user disable mira --yes");
        type(0, "user list");
        type(0, "audit log --limit 8");
        type(0, "audit seal");
        type(0, "audit");
    }

    @Test
    void events_are_followed_until_the_pipe_is_closed() {
        try (TestServer server = TestServer.open(home.resolve("data"))) {
            as(server, server.localToken());
            note(server, "first");
            var reader =
                    new StringWriter() {
                        @Override
                        public void write(String text, int from, int length) {
                            super.write(text, from, length);
                            if (text.contains("first")) {
                                note(server, "second");
                            }
                        }

                        @Override
                        public void flush() {
                            if (toString().contains("second")) {
                                throw new java.io.UncheckedIOException(new IOException("gone"));
                            }
                        }
                    };
            var closedPipe = new ClosedPipe(reader);
            int code =
                    run(
                            closedPipe,
                            new StringWriter(),
                            "",
                            "events",
                            "-f",
                            "--kind",
                            "note.created");
            assertThat(code).isZero();
            assertThat(reader.toString())
                    .contains("local wrote a note: “first”", "local wrote a note: “second”");
        }
    }

    /** Converts the exception of the reader into the one of a closed pipe. */
    private static final class ClosedPipe extends Writer {
        private final StringWriter reader;

        ClosedPipe(StringWriter reader) {
            this.reader = reader;
        }

        @Override
        public void write(char[] letters, int from, int length) {
            reader.write(new String(letters, from, length), 0, length);
        }

        @Override
        public void flush() throws IOException {
            try {
                reader.flush();
            } catch (java.io.UncheckedIOException gone) {
                throw new IOException(gone);
            }
        }

        @Override
        public void close() {}
    }

    private static void note(TestServer server, String text) {
        var _ =
                server.local()
                        .call(ApiCall.to(EventRoutes.NOTE).sending(new EventRoutes.NewNote(text)));
    }

    private void as(TestServer server, String token) {
        environment.put("SLIPWAY_URL", server.url().toString());
        environment.put("SLIPWAY_TOKEN", token);
    }

    private void type(int code, String line) {
        var out = new StringWriter();
        var err = new StringWriter();
        String[] words =
                WORD.matcher(line)
                        .results()
                        .map(word -> word.group().replace("'", ""))
                        .toArray(String[]::new);
        int ended = run(out, err, "hush\n", words);
        last = out.toString();
        String end = ended == 0 ? "" : "(exit " + ended + ")\n";
        transcript.append("$ slipway " + line + "\n" + err + out + end);
        assertThat(ended).as(transcript.toString()).isEqualTo(code);
    }

    private int run(Writer out, Writer err, String input, String... words) {
        var terminal = new Terminal(WIDE, out, err, new StringReader(input));
        var commandEnvironment =
                new CommandEnvironment(
                        "0.1",
                        terminal,
                        environment,
                        home,
                        home,
                        InstantSource.system(),
                        () -> ZoneOffset.UTC);
        return Cli.of(commandEnvironment).run(words);
    }

    /** Replaces values that differ between runs by placeholders. */
    private String stable(TestServer server) {
        return transcript
                .toString()
                .replace(server.url().toString(), "SERVER")
                .replaceAll("slw_[a-z]+_[A-Za-z0-9]+_[A-Za-z0-9]+", "TEXT")
                .replaceAll("(?<=[Tt]oken )[A-Za-z0-9]{8}\\b", "TOKEN")
                .replaceAll("\\b\\d{2}:\\d{2}:\\d{2}\\b", "HH:MM:SS")
                .replaceAll("\\b\\d{2}:\\d{2}\\b", "HH:MM")
                .replaceAll("until \\d+ [A-Z][a-z]{2}( \\d{4})?", "until DAY")
                .replaceAll("\\b[0-9a-f]{64}\\b", "ROOT")
                .replaceAll("(?<=HH:MM, )(now|[\\d.]+ m?s ago)", "AGO")
                .replaceAll("(?<=\\S) {3,}", "  ");
    }
}
