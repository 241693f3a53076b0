package slipway.spec.sbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.spec.workload.AcceleratorRequest;
import slipway.spec.workload.AcceleratorRequest.Alternative;
import slipway.spec.workload.CheckpointSpec;
import slipway.spec.workload.ResourceSpec;
import slipway.spec.workload.ResourceSpec.Cpus;
import slipway.spec.workload.ResourceSpec.Memory;
import slipway.spec.workload.SlurmVariables;
import slipway.spec.workload.SpecOverrides;
import slipway.spec.workload.WorkloadSpec;
import slipway.testkit.Generator;
import slipway.testkit.Golden;
import slipway.testkit.Property;

class SbatchScriptTest {

    @Test
    void directives_become_keys() {
        WorkloadSpec spec = SbatchScript.parse(resource("train.sbatch"), "train.sbatch").spec();
        assertEquals(Optional.of("train-bert"), spec.name());
        assertEquals(Optional.of(new TeamId("language")), spec.team());
        assertEquals(WorkloadSpec.Priority.HIGH, spec.scheduling().priority());
        assertEquals(
                new ResourceSpec(
                        new AcceleratorRequest(List.of(Alternative.of("h100", 8))),
                        Optional.of(new Cpus(96_000, false)),
                        Optional.of(new Memory(new Bytes(512L << 30), false))),
                spec.resources());
        assertEquals(2, spec.scheduling().gang().nodes());
        assertEquals(List.of("nvlink", "ib"), spec.scheduling().gang().labels());
        assertEquals(Optional.of(Duration.ofHours(36)), spec.scheduling().times().maxDuration());
        assertEquals("0-15%4", spec.scheduling().array().orElseThrow().notation());
        assertEquals(List.of("prepare", "tokens"), spec.scheduling().needs());
        assertEquals(
                Map.of("LR", Optional.of("3e-4"), "HF_TOKEN", Optional.empty()),
                spec.execution().program().envs());
        assertEquals(
                Optional.of(
                        new CheckpointSpec(
                                Optional.empty(),
                                Optional.empty(),
                                CheckpointSpec.Signal.USR1,
                                Optional.of(Duration.ofMinutes(2)))),
                spec.execution().checkpoint());
    }

    @Test
    void the_rest_of_the_script_is_what_runs_on_the_same_lines() {
        String script = resource("train.sbatch");
        String run = SbatchScript.parse(script, "train.sbatch").spec().execution().program().run();
        assertThat(run).startsWith("#!/bin/bash\n#\n").doesNotContain("\n#SBATCH");
        List<String> before = script.lines().toList();
        assertEquals(before.size(), run.lines().count());
        assertEquals(before.getLast(), run.lines().toList().getLast());
    }

    @Test
    void what_became_of_each_directive_is_reported() {
        String remarks =
                SbatchScript.parse(resource("train.sbatch"), "train.sbatch").remarks().stream()
                        .map(directiveRemark -> directiveRemark + "\n")
                        .collect(Collectors.joining());
        Golden.matches("sbatch-remarks.txt", remarks);
    }

    @Test
    void all_mistakes_of_a_script_are_reported_at_once() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () -> SbatchScript.parse(resource("mistakes.sbatch"), "train.sbatch"));
        Golden.matches(
                "sbatch-mistakes.txt",
                problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n");
    }

    @Test
    void what_is_counted_for_the_whole_job_is_spread_over_its_nodes() {
        assertEquals("8", accelerators("-N2 --gpus=16"));
        assertEquals("a100:4", accelerators("--gpus-per-node=a100:4"));
        assertEquals("8", accelerators("--ntasks=16 -N 2 --gpus-per-task=1"));
        assertEquals("1", accelerators("--gres=gpu"));
        assertEquals("", accelerators("--ntasks=4"));
    }

    @Test
    void times_and_memory_are_read_as_slurm_does() {
        assertEquals(Optional.of(Duration.ofMinutes(90)), SlurmNotation.time("90"));
        assertEquals(Optional.of(Duration.ofSeconds(5_430)), SlurmNotation.time("90:30"));
        assertEquals(Optional.of(Duration.ofMinutes(750)), SlurmNotation.time("12:30:00"));
        assertEquals(Optional.of(Duration.ofHours(60)), SlurmNotation.time("2-12"));
        assertEquals(Optional.of(Duration.ofMinutes(3_630)), SlurmNotation.time("2-12:30"));
        assertEquals(Optional.empty(), SlurmNotation.time("soon"));
        assertEquals(Optional.of(Bytes.mebibytes(64)), SlurmNotation.memory("64"));
        assertEquals(Optional.of(Bytes.mebibytes(65_536)), SlurmNotation.memory("64G"));
        assertEquals(Optional.of(new Bytes(2_048)), SlurmNotation.memory("2K"));
        assertEquals(Optional.empty(), SlurmNotation.memory("999999999999T"));
    }

    @Test
    void a_number_alone_is_an_index_to_slurm() {
        assertEquals(List.of(5), spec("--array=5").scheduling().array().orElseThrow().indices());
    }

    @Test
    void a_script_that_was_called_knows_where_and_with_what() {
        WorkloadSpec spec =
                called("#!/bin/sh\n#SBATCH -N 2 --ntasks=16 -c 6\ntrue\n", "Train_BERT.sh").spec();
        assertEquals(Optional.of("train-bert"), spec.name());
        assertEquals(Optional.of("/home/ana"), spec.execution().program().workdir());
        assertEquals(List.of("--lr", "3e-4"), spec.execution().program().context().arguments());
        assertEquals(
                Optional.of(new SlurmVariables("/home/ana", 8, Optional.of(6))),
                spec.execution().program().context().slurm());
        assertEquals(
                Optional.of("/home/ana/runs"),
                called("#!/bin/sh\n#SBATCH -D runs\ntrue\n", "t.sh")
                        .spec()
                        .execution()
                        .program()
                        .workdir());
    }

    @Test
    void a_script_that_was_only_submitted_has_no_variables_of_slurm() {
        assertEquals(Optional.empty(), spec("-N 2").execution().program().context().slurm());
    }

    @Test
    void every_directive_of_a_refused_script_is_reported_too() {
        SbatchScript script =
                called(
                        """
                        #!/bin/sh
                        #SBATCH -N 2 -N 3
                        #SBATCH --begin=tomorrow --tim 5 -p long
                        #SBATCH --account=Big --gress=gpu:1
                        true
                        """,
                        "job.sh");
        assertEquals(
                List.of(
                        "--nodes=3 mapped",
                        "--nodes=2 ignored",
                        "--begin=tomorrow refused",
                        "--partition=long ignored",
                        "--tim refused",
                        "--account=Big refused",
                        "--gress refused"),
                script.remarks().stream()
                        .map(it -> it.directive() + " " + it.outcome().word())
                        .toList());
        Problem problem = assertThrows(Problem.class, script::spec);
        assertThat(problem.why()).contains("--gress", "Did you mean --gres?", "line 3", "line 4");
    }

    @Test
    void the_beginning_of_one_option_only_is_that_option() {
        assertEquals(
                Optional.of(new Cpus(8_000, false)), spec("--ntasks-per-n=8").resources().cpus());
        assertEquals("a100:4", accelerators("--gpus-per-n=a100:4"));
    }

    private static SbatchScript called(String text, String file) {
        return SbatchScript.parseInvocation(
                text,
                file,
                SpecOverrides.NONE,
                new SbatchScript.Invocation(Path.of("/home/ana"), List.of("--lr", "3e-4")));
    }

    @Test
    void flags_win_over_directives() {
        WorkloadFile file =
                SbatchScript.parse(
                        "#!/bin/sh\n#SBATCH -N 2\ntrue\n",
                        "job.sh",
                        SpecOverrides.NONE.with("nodes", "--nodes", "4"));
        assertEquals(4, file.spec().scheduling().gang().nodes());
    }

    @Test
    void any_text_is_a_script_or_one_problem() {
        Generator<String> texts =
                Generator.choice(
                                List.of(
                                        "#SBATCH ",
                                        "--nodes",
                                        "=",
                                        "-N",
                                        "-",
                                        "--gres=gpu:",
                                        "h100:8",
                                        "--mem",
                                        "99999999999999999999",
                                        "--signal=",
                                        "--export=",
                                        "--array=",
                                        "%",
                                        ",",
                                        "\"",
                                        "'",
                                        "\n",
                                        " ",
                                        "#",
                                        "\0",
                                        "2",
                                        "x"))
                        .list(0, 40)
                        .map(pieces -> String.join("", pieces));
        Property.holds(
                2_000,
                texts,
                text -> {
                    try {
                        SbatchScript.parse(text, "job.sh");
                    } catch (Problem refused) {
                        assertThat(refused.mistakes()).isNotEmpty();
                    }
                });
    }

    private static WorkloadSpec spec(String directives) {
        return SbatchScript.parse("#!/bin/sh\n#SBATCH " + directives + "\ntrue\n", "job.sh").spec();
    }

    private static String accelerators(String directives) {
        return spec(directives).resources().accelerators().alternatives().stream()
                .map(Alternative::notation)
                .collect(Collectors.joining(" | "));
    }

    private static String resource(String name) {
        try (InputStream in = SbatchScriptTest.class.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
