package slipway.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Mistake;
import slipway.server.TestServer;

/** Workload commands against a real server with real jobs. */
@Tag("process")
class WorkloadCommandsTest {

    @TempDir private Path home;

    @Test
    void a_program_runs_and_is_followed_and_explained_afterwards() throws IOException {
        Files.writeString(home.resolve("hello.sh"), "echo hello $1\nexit ${2:-0}\n");
        try (TestServer server = TestServer.open(home.resolve("data"))) {
            assertThat(server.url()).isNotNull();
            TestProgram program = program();
            assertThat(program.run("run", "hello.sh", "-f", "--", "world"))
                    .as(program.err())
                    .isZero();
            // Such a small job may end before its state is queried.
            assertThat(program.out()).contains("all/hello starts ", "hello world\n");
            assertThat(program.err()).contains("hello succeeded.");
            assertThat(program.run("run", "hello.sh", "-f", "--name", "sad", "--", "you", "3"))
                    .as(program.err())
                    .isEqualTo(1);
            assertThat(program.run("logs", "sad")).as(program.err()).isZero();
            assertThat(program.out()).isEqualTo("hello you\n");
            assertThat(program.run("explain", "sad")).as(program.err()).isZero();
            assertThat(program.out()).contains("sad failed at ", "exit code 3");
            assertThat(program.run("ps", "-a")).as(program.err()).isZero();
            assertThat(program.out()).contains("hello", "succeeded", "sad", "2 ended");
            assertThat(program.run("cancel", "sad")).isEqualTo(4);
            assertThat(program.run("logs", "missing")).isEqualTo(3);
        }
    }

    @Test
    void a_drained_node_gets_nothing_until_it_is_restored() throws IOException {
        Files.writeString(home.resolve("hello.sh"), "echo hello\n");
        try (TestServer server = TestServer.open(home.resolve("data"))) {
            assertThat(server.url()).isNotNull();
            TestProgram program = program();
            assertThat(program.run("nodes", "--json")).as(program.err()).isZero();
            String node = program.out().replaceFirst("(?s).*?\"node\" : \"([^\"]+)\".*", "$1");
            assertThat(program.run("drain", node, "--because", "The fan.")).isZero();
            assertThat(program.run("run", "hello.sh")).as(program.err()).isZero();
            assertThat(program.out()).contains("all/hello queued", "waits", "out of service now");
            assertThat(program.run("run", "hello.sh", "--dry-run")).as(program.err()).isZero();
            assertThat(program.out()).contains("hello waits.", "Nothing was submitted");
            assertThat(program.run("logs", "hello")).as(program.err()).isZero();
            assertThat(program.err()).contains("hello has not started yet");
            assertThat(program.run("return", node)).as(program.err()).isZero();
            assertThat(program.run("logs", "-f", "hello")).as(program.err()).isZero();
            assertThat(program.out()).isEqualTo("hello\n");
        }
    }

    @Test
    void configured_prices_and_quotas_apply_in_the_running_server() throws IOException {
        Files.writeString(home.resolve("long.sh"), "sleep 600\n");
        Files.createDirectories(home.resolve("data"));
        Files.writeString(
                home.resolve("data/slipway.yaml"),
                """
                prices: {cpu: 3600}
                teams:
                  vision: {quota: {cpu: {limit: 1}}}
                  lanuage: {weight: 2}
                """);
        try (TestServer server = TestServer.open(home.resolve("data"))) {
            TestProgram program = program();
            assertThat(program.run("team", "add", "vision")).as(program.err()).isZero();
            assertThat(program.run("team", "add", "language")).as(program.err()).isZero();
            assertThat(server.platform().remarks())
                    .extracting(Mistake::toString)
                    .singleElement()
                    .asString()
                    .contains(
                            "slipway.yaml line 4",
                            "lanuage",
                            "no such team",
                            "Did you mean language?");
            assertThat(program.run(runCommand("first"))).as(program.err()).isZero();
            assertThat(program.out()).contains("vision/first starts on ", "$3,600.00 per hour");
            assertThat(program.run(runCommand("second"))).as(program.err()).isZero();
            assertThat(program.out()).contains("Team vision has 1 of its limit of 1");
            assertThat(
                            program.run(
                                    "run",
                                    "long.sh",
                                    "--dry-run",
                                    "--max-duration",
                                    "2h",
                                    "--team",
                                    "language"))
                    .as(program.err())
                    .isZero();
            assertThat(program.out())
                    .contains("  takes      at most 2 h, its time limit\n", "at most $7,200\n");
            assertThat(program.run("ps")).as(program.err()).isZero();
            assertThat(program.out()).contains("COST", "per hour");
            assertThat(program.run("cancel", "first", "second")).as(program.err()).isZero();
        }
    }

    /** Random bytes, escape sequences, invalid UTF-8 and a very long line. */
    private static final String NOISE =
            """
            head -c 300000 /dev/urandom
            printf '\\n\\033]0;title\\007\\033[2J\\033P1$r\\033\\\\\\2331m\\302\\2331m\\033c\\033[?1049h\\377\\300\\200'
            printf '\\033]8;;http://127.0.0.1/\\033\\\\link \\342\\200\\256 back\\n'
            head -c 3000000 /dev/zero | tr '\\0' x
            printf '\\nend \\033[31mred\\007\\n'
            exit 4
            """;

    @Test
    void control_characters_in_a_log_reach_neither_terminal_nor_page() throws Exception {
        Files.writeString(home.resolve("noise.sh"), NOISE);
        try (TestServer server = TestServer.open(home.resolve("data"))) {
            TestProgram program = program();
            assertThat(program.run("run", "noise.sh", "-f")).as(program.err()).isEqualTo(1);
            assertThat(program.out())
                    .doesNotContainPattern(CONTROL_CHARACTERS)
                    .contains("end red\ufffd\n");
            for (String[] words : NOISE_COMMANDS) {
                assertThat(program.run(words)).as(program.err()).isZero();
                assertThat(program.out() + program.err())
                        .as(words[0])
                        .doesNotContainPattern(CONTROL_CHARACTERS);
            }
            assertThat(program.run("logs", "noise", "--grep", "^end")).as(program.err()).isZero();
            assertThat(program.out()).isEqualTo("end red\ufffd\n");
            assertThat(page(server, "/workloads/noise"))
                    .contains("end red\ufffd")
                    .doesNotContainPattern(CONTROL_CHARACTERS);
        }
    }

    private static final String[][] NOISE_COMMANDS = {
        {"logs", "noise"}, {"logs", "noise", "--json"}, {"explain", "noise"}, {"ps", "-a"}
    };

    /** Control characters and bidirectional overrides. */
    private static final String CONTROL_CHARACTERS =
            "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]";

    private static String page(TestServer server, String path)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(server.url().resolve(path))
                            .header("Authorization", "Bearer " + server.localToken())
                            .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    private static String[] runCommand(String name) {
        return new String[] {"run", "long.sh", "--team", "vision", "--gpus", "1", "--name", name};
    }

    private TestProgram program() {
        return new TestProgram(Map.of("SLIPWAY_DATA", home.resolve("data").toString()), home, home);
    }
}
