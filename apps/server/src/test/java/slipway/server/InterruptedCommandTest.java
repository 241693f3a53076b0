package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command line as a process that is interrupted. The server is a socket that never answers. */
@Timeout(120)
@Tag("process")
class InterruptedCommandTest {

    @TempDir private Path folder;

    @Test
    void an_interrupted_change_reports_an_unknown_result() throws Exception {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Process command = begin(silent, "note", "half-way");
            try (Socket asked = silent.accept()) {
                assertThat(asked.getInputStream().read()).isEqualTo('P');
                assertThat(interrupt(command)).isEqualTo(130);
            }
        }
        assertThat(Files.readString(folder.resolve("err")))
                .contains(
                        "Interrupted during the request to write note.",
                        "It is unknown whether the server has executed it")
                .doesNotContain("Exception", "\tat ");
    }

    @Test
    void an_interrupted_query_prints_nothing() throws Exception {
        try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Process command = begin(silent, "whoami");
            try (Socket asked = silent.accept()) {
                assertThat(asked.getInputStream().read()).isEqualTo('G');
                assertThat(interrupt(command)).isEqualTo(130);
            }
        }
        assertThat(Files.readString(folder.resolve("err"))).isEmpty();
    }

    @Test
    void a_closed_pipe_is_not_an_error() throws IOException, InterruptedException {
        var command = command("help", "tokens");
        var line = String.join(" ", command.stream().map(word -> "'" + word + "'").toList());
        Process shell =
                new ProcessBuilder("sh", "-c", line + " | head -n 1")
                        .redirectError(folder.resolve("err").toFile())
                        .redirectOutput(folder.resolve("out").toFile())
                        .start();
        assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("out"))).isEqualTo("Tokens\n");
        assertThat(Files.readString(folder.resolve("err"))).isEmpty();
    }

    private Process begin(ServerSocket server, String... words) throws IOException {
        var builder = new ProcessBuilder(command(words));
        builder.environment().put("SLIPWAY_URL", "http://127.0.0.1:" + server.getLocalPort());
        builder.environment().put("SLIPWAY_TOKEN", "any");
        builder.environment().put("HOME", folder.toString());
        return builder.redirectError(folder.resolve("err").toFile())
                .redirectOutput(Redirect.DISCARD)
                .start();
    }

    private static List<String> command(String... words) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-Dslipway.terminals=",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName()));
        command.addAll(List.of(words));
        return command;
    }

    /** Sends SIGINT and returns the exit code. */
    private static int interrupt(Process command) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", String.valueOf(command.pid())).start().waitFor();
        assertThat(command.waitFor(Duration.ofSeconds(60))).isTrue();
        return command.exitValue();
    }
}
