package slipway.plan.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.plan.acceptance.MeasuredFigure.Kind;
import slipway.plan.acceptance.MeasuredFigure.Scope;
import slipway.testkit.Needs;

/** Runs the real program, briefly, with any other load on the machine. */
@Tag("process")
class MeasureProgramTest {

    @TempDir private Path folder;
    private Path program = Path.of("");
    private Path quiet = Path.of("");

    @BeforeEach
    void write() throws IOException {
        Needs.command("python3", "python3");
        program = folder.resolve("measure.py");
        Files.writeString(program, AcceptanceTest.program());
        // A machine without other load, whatever runs on this one.
        quiet = Files.createDirectory(folder.resolve("proc"));
        Files.writeString(quiet.resolve("stat"), "cpu  1 0 1 100 0 0 0 0 0 0\n");
        Files.writeString(quiet.resolve("meminfo"), "MemTotal:  2048 kB\n");
        Files.createDirectory(folder.resolve("disk"));
    }

    private Process started(Map<String, String> environment, List<String> more) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                "python3",
                                program.toString(),
                                "--hold",
                                "5",
                                "--rounds",
                                "1",
                                "--size",
                                "33554432",
                                "--dir",
                                folder.resolve("disk").toString(),
                                "--node",
                                "here"));
        command.addAll(more);
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String printed(Process process) throws IOException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue()).as(text).isZero();
        return text;
    }

    private static Measurement read(String log) {
        return AcceptanceTest.read("here", AcceptanceTest.document(log).orElseThrow());
    }

    private Measurement measured(String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of("--proc", quiet.toString()));
        all.addAll(List.of(more));
        return read(printed(started(Map.of(), all)));
    }

    private static boolean has(Measurement it, Kind kind, Scope scope) {
        return it.results().figures().stream()
                .anyMatch(measuredFigure -> measuredFigure.is(kind, scope));
    }

    @Test
    void without_pytorch_it_measures_memory_disk_and_network_and_leaves_no_file()
            throws IOException {
        Measurement found = measured("--no-torch");
        assertThat(has(found, Kind.MEMORY, Scope.HOST)).isTrue();
        assertThat(has(found, Kind.READ, Scope.DISK)).isTrue();
        assertThat(has(found, Kind.WRITE, Scope.DISK)).isTrue();
        assertThat(has(found, Kind.NETWORK, Scope.LOOPBACK)).isTrue();
        assertThat(has(found, Kind.MATMUL, Scope.HOST)).isFalse();
        assertThat(found.results().skipped())
                .extracting(Measurement.Skipped::what)
                .contains("compute");
        assertThat(found.isUsable()).as(found.load().busy().toString()).isTrue();
        assertThat(found.machine().memory().count()).isEqualTo(2048 * 1024);
        try (var left = Files.list(folder.resolve("disk"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void a_machine_with_other_load_is_reported_busy() throws IOException {
        Files.writeString(quiet.resolve("stat"), "cpu  0 0 0 0 0 0 0 0 0 0\n");
        Process process =
                started(
                        Map.of(),
                        List.of("--no-torch", "--only", "network", "--proc", quiet.toString()));
        // At each check, other processes have used more processor time.
        long turn = 0;
        while (process.isAlive()) {
            turn++;
            Path draft = folder.resolve("stat");
            Files.writeString(
                    draft, "cpu  %d 0 0 %d 0 0 0 0 0 0\n".formatted(90 * turn, 10 * turn));
            Files.move(
                    draft,
                    quiet.resolve("stat"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING,
                    java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        }
        Measurement found = read(printed(process));
        assertThat(found.isUsable()).isFalse();
        assertThat(found.load().busy().getFirst()).startsWith("others used 90 % of the processors");
    }

    @Test
    void a_nearly_full_disk_is_not_written() throws IOException {
        Files.writeString(
                program, AcceptanceTest.program().replace("LEAVE_FREE = 0.05", "LEAVE_FREE = 1.0"));
        Measurement found = measured("--no-torch", "--only", "disk");
        assertThat(found.results().figures()).isEmpty();
        assertThat(found.results().skipped().getLast().reason())
                .contains("a twentieth of it is left alone");
    }

    @Test
    void two_nodes_measure_the_network_between_them() throws IOException {
        Map<String, String> gang =
                Map.of("NNODES", "2", "MASTER_ADDR", "127.0.0.1", "MASTER_PORT", port());
        List<String> more = List.of("--no-torch", "--only", "network", "--proc", quiet.toString());
        Process second = started(with(gang, "1"), more);
        Measurement found = read(printed(started(with(gang, "0"), more)));
        assertThat(has(found, Kind.NETWORK, Scope.NODES)).isTrue();
        assertThat(has(found, Kind.ROUND_TRIP, Scope.NODES)).isTrue();
        assertThat(found.nodes()).isEqualTo(2);
        assertThat(read(printed(second)).rank()).isEqualTo(1);
    }

    private static Map<String, String> with(Map<String, String> gang, String rank) {
        var all = new java.util.TreeMap<>(gang);
        all.put("NODE_RANK", rank);
        return all;
    }

    private static String port() throws IOException {
        try (var socket = new java.net.ServerSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    @Test
    void the_script_of_a_workload_carries_the_program_and_says_when_there_is_no_python()
            throws IOException {
        Path script = folder.resolve("run");
        Files.writeString(script, AcceptanceTest.script(java.time.Duration.ofSeconds(5)));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        String here = AcceptanceTest.script(java.time.Duration.ofSeconds(5));
        assertThat(here).contains("--hold 5").contains(AcceptanceTest.program());
        Files.writeString(
                script, here.replace("/usr/bin/python3", "nope").replace("/opt/conda", "/nope"));
        var builder = new ProcessBuilder("/bin/sh", script.toString()).redirectErrorStream(true);
        builder.environment().put("PATH", empty.toString());
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.onExit().join().exitValue())
                .as(text)
                .isEqualTo(AcceptanceTest.NO_PYTHON);
        assertThat(text).contains("There is no python3 on this node");
    }
}
