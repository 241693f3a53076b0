package slipway.surface.plan.commands.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.TestShell;
import slipway.testkit.Golden;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SimulateCommandTest {

    private static final String[] LAB = {
        "simulate", "--trace", "jobs.csv", "--cluster", "lab.yaml"
    };

    @TempDir private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                folder.resolve("jobs.csv"),
                """
                submit,duration,accelerators,nodes,team,priority,checkpoint
                0,2h,8,2,language,normal,30m
                600,1h,8,1,vision,normal,
                900,20m,4,1,vision,high,
                1200,0,4,1,vision,normal,
                1500,30m,16,1,vision,normal,
                """);
        Files.writeString(
                folder.resolve("lab.yaml"),
                """
                nodes: [{count: 2, type: H100, accelerators: 8}]
                teams: {vision: {quota: {H100: 8}}, language: {}}
                """);
    }

    private static String[] with(String[] command, String... flags) {
        String[] all = java.util.Arrays.copyOf(command, command.length + flags.length);
        System.arraycopy(flags, 0, all, command.length, flags.length);
        return all;
    }

    @Test
    void simulate_prints_the_answer_first() {
        for (int width : List.of(40, 80, 120)) {
            TestShell shell = new TestShell(folder).wide(width);
            assertThat(shell.run(LAB)).as(shell.err()).isZero();
            Golden.matches("simulate/replayed-" + width + ".txt", shell.out());
            assertThat(shell.run(with(LAB, "--add", "H100:8"))).as(shell.err()).isZero();
            Golden.matches("simulate/compared-" + width + ".txt", shell.out());
        }
    }

    @Test
    void json_is_one_line_and_the_same_every_time() {
        TestShell shell = new TestShell(folder);
        assertThat(shell.run(with(LAB, "--json"))).isZero();
        String first = shell.out();
        assertThat(first.lines()).hasSize(1);
        JsonNode json = JsonMapper.shared().readTree(first);
        assertThat(json.get("jobs").asInt()).isEqualTo(3);
        assertThat(json.get("dropped").get("zero_duration").asInt()).isEqualTo(1);
        for (String field :
                List.of(
                        "mean_jct_seconds",
                        "makespan_seconds",
                        "preemptions",
                        "utilisation_percent",
                        "seconds_taken")) {
            assertThat(json.get(field).isNumber()).as(field).isTrue();
        }
        assertThat(shell.run(with(LAB, "--json"))).isZero();
        assertThat(shell.out()).isEqualTo(first);
    }

    @Test
    void pods_are_packed() throws IOException {
        Files.writeString(folder.resolve("nodes.csv"), "sn,gpu,model\na,8,T4\nb,8,T4\n");
        Files.writeString(folder.resolve("pods.csv"), "num_gpu,gpu_milli\n4,1000\n1,250\n");
        TestShell shell = new TestShell(folder).wide(80);
        String[] command = {"simulate", "--openb", "nodes.csv", "pods.csv", "--seeds", "3"};
        assertThat(shell.run(command)).as(shell.err()).isZero();
        Golden.matches("simulate/packed-80.txt", shell.out());
        assertThat(shell.run(with(command, "--json"))).isZero();
        assertThat(shell.out())
                .contains(
                        "\"gpu_allocation_percent\":", "\"gpu_allocation_percent_consolidated\":");
    }

    @Test
    void html_writes_a_page_to_the_given_file() {
        TestShell shell = new TestShell(folder);
        assertThat(shell.run(with(LAB, "--html", "report.html"))).isZero();
        assertThat(shell.out()).endsWith("With charts: report.html\n");
        assertThat(folder.resolve("report.html")).content().startsWith("<!doctype html>");
        assertThat(shell.run(with(LAB, "--html", "none/report.html"))).isEqualTo(6);
        assertThat(shell.err()).contains("was not written");
    }

    @Test
    void a_malformed_line_is_named_and_nothing_is_simulated() throws IOException {
        Files.writeString(folder.resolve("jobs.csv"), "submit,duration,accelerators\n0,soon,8\n");
        TestShell shell = new TestShell(folder);
        assertThat(shell.run(LAB)).isEqualTo(2);
        assertThat(shell.out()).isEmpty();
        Golden.matches("simulate/malformed.txt", shell.err());
        assertThat(shell.run(with(LAB, "--json"))).isEqualTo(2);
        assertThat(
                        JsonMapper.shared()
                                .readTree(shell.err())
                                .get("mistakes")
                                .get(0)
                                .get("column")
                                .asInt())
                .isEqualTo(3);
    }

    @Test
    void contradictory_flags_are_refused() {
        TestShell shell = new TestShell(folder);
        assertThat(shell.run("simulate")).isEqualTo(2);
        assertThat(shell.err()).contains("No trace is given");
        assertThat(shell.run("simulate", "--trace", "jobs.csv")).isEqualTo(2);
        assertThat(shell.err()).contains("--trace needs --cluster FILE");
        assertThat(shell.run("simulate", "--trace", "a", "--philly", "b")).isEqualTo(2);
        assertThat(shell.err()).contains("Only one trace");
        assertThat(shell.run(with(LAB, "--add", "H100"))).isEqualTo(2);
        assertThat(shell.err()).contains("such as H100:16");
        assertThat(shell.run(with(LAB, "--add", "H100:12"))).isEqualTo(2);
        assertThat(shell.err()).contains("--add H100:8 or --add H100:16");
        assertThat(shell.run("simulate", "--philly", "jobs.csv", "--add", "GPU:8")).isEqualTo(2);
        assertThat(shell.run("simulate", "--philly", "jobs.csv", "--shrink", "0")).isEqualTo(2);
        assertThat(shell.run("simulate", "--philly", "jobs.csv", "--from", "2018-01-01"))
                .isEqualTo(2);
        assertThat(shell.run("simulate", "--sacct", "none.txt")).isEqualTo(3);
        assertThat(shell.err()).contains("There is no file");
    }

    @Test
    void the_help_topic_describes_the_trace_formats() {
        TestShell shell = new TestShell(folder).wide(120);
        assertThat(shell.run("help", "simulate")).isZero();
        assertThat(shell.out()).contains("submit,duration,accelerators", "--preemption-cost");
    }
}
