package slipway.server.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.House;

/** Workloads from the command line, on a real server that really runs them. */
class DayOfAResearcherTest {

    @TempDir private Path home;

    @Test
    void a_program_runs_is_followed_to_its_end_and_told_afterwards() throws IOException {
        Files.writeString(home.resolve("hello.sh"), "echo hello $1\nexit ${2:-0}\n");
        try (House house = House.open(home.resolve("data"))) {
            assertThat(house.url()).isNotNull();
            TestProgram program = program();
            assertThat(program.run("run", "hello.sh", "-f", "--", "world"))
                    .as(program.err())
                    .isZero();
            assertThat(program.out()).contains("all/hello starts on ", "hello world\n");
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
            assertThat(program.run("logs", "nobody")).isEqualTo(3);
        }
    }

    @Test
    void a_drained_node_gets_nothing_until_it_is_returned() throws IOException {
        Files.writeString(home.resolve("hello.sh"), "echo hello\n");
        try (House house = House.open(home.resolve("data"))) {
            assertThat(house.url()).isNotNull();
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

    private TestProgram program() {
        return new TestProgram(Map.of("SLIPWAY_DATA", home.resolve("data").toString()), home, home);
    }
}
