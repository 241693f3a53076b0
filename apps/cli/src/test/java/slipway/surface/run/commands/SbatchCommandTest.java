package slipway.surface.run.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.FakeServer;
import slipway.cli.TestShell;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.workload.WorkloadRoutes;
import slipway.surface.api.workload.WorkloadRoutes.ExplanationView;
import slipway.surface.api.workload.WorkloadView;
import slipway.testkit.Golden;

@Tag("network")
class SbatchCommandTest {

    private static final WorkloadView DIGITS = SampleWorkloads.digits("01k9x0m6c5q8v2t7r4n1h3j5yd");

    private static final ExplanationView STARTS_NOW =
            new ExplanationView(
                    "digits",
                    List.of("digits starts now on h100-b1."),
                    Optional.empty(),
                    Optional.of("h100-b1"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    SampleWorkloads.NO_PRICE,
                    List.of(),
                    Optional.empty(),
                    List.of());

    @TempDir private Path home;
    private final FakeServer server = new FakeServer();

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                home.resolve("train.sh"),
                """
                #!/bin/bash
                #SBATCH --job-name=BERT -N 2 --ntasks-per-node=8
                #SBATCH --gres=gpu:h100:8 --cpus-per-task=12
                #SBATCH -t 1-12:00:00 -p long -o logs/%x-%j.out
                #SBATCH --export=LR=3e-4,HF_TOKEN
                srun python train.py "$@"
                """);
        ApiCall<?, ExplanationView> explain =
                ApiCall.to(WorkloadRoutes.EXPLAIN)
                        .with(PathParameter.WORKLOAD, DIGITS.id())
                        .query(WorkloadRoutes.ZONE, ZoneOffset.UTC);
        server.answering(
                        ApiCall.to(WorkloadRoutes.SUBMIT).with(PathParameter.TEAM, "vision"),
                        DIGITS)
                .answering(explain, STARTS_NOW);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private TestShell shell() {
        return new TestShell(home)
                .asking(server)
                .with("SLIPWAY_TEAM", "vision")
                .with("HF_TOKEN", "hf_1");
    }

    @Test
    void every_directive_is_reported_and_the_script_is_sent_with_its_arguments() {
        TestShell shell = shell();
        assertThat(shell.run("sbatch", "train.sh", "--lr", "3e-4")).as(shell.err()).isZero();
        Golden.matches("run/sbatch.txt", shell.err() + "---\n" + shell.out());
        assertThat(server.requests().getFirst().replace("\\", ""))
                .contains("\"submit_dir\":\"" + home + "\"", "\"tasks_per_node\":8")
                .contains("\"arguments\":[\"--lr\",\"3e-4\"]", "\"HF_TOKEN\":\"hf_1\"");
    }

    @Test
    void json_has_the_directives_next_to_the_workload() {
        TestShell shell = shell();
        assertThat(shell.run("sbatch", "--json", "train.sh")).as(shell.err()).isZero();
        assertThat(shell.out()).contains("\"fate\" : \"mapped\"", "\"workload\" : {");
        assertThat(shell.err()).doesNotContain("mapped");
    }

    @Test
    void a_script_with_a_directive_that_is_refused_is_not_sent() throws IOException {
        Files.writeString(
                home.resolve("late.sh"),
                "#!/bin/sh\n#SBATCH -N 2 --begin=18:00\n#SBATCH --gress=gpu:1\nmake\n");
        TestShell shell = shell();
        assertThat(shell.run("sbatch", "late.sh")).isEqualTo(2);
        Golden.matches("run/sbatch-refused.txt", shell.err());
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_file_that_is_not_a_script_is_answered_with_submit() throws IOException {
        Files.writeString(home.resolve("job.yaml"), "run: make\n");
        TestShell shell = shell();
        assertThat(shell.run("sbatch", "job.yaml")).isEqualTo(2);
        assertThat(shell.err()).contains("slipway submit job.yaml");
    }
}
