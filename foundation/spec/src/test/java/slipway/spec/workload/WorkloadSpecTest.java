package slipway.spec.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.spec.Document;
import slipway.spec.workload.AcceleratorRequest.Alternative;
import slipway.spec.workload.Gang.Elastic;
import slipway.spec.workload.Gang.TopologyConstraint;
import slipway.spec.workload.Gang.Within;
import slipway.spec.workload.Program.Launcher;
import slipway.spec.workload.ResourceSpec.Cpus;
import slipway.spec.workload.ResourceSpec.Memory;
import slipway.spec.workload.RetryPolicy.Action;
import slipway.spec.workload.RetryPolicy.Rule;
import slipway.testkit.Golden;

class WorkloadSpecTest {

    private static final String EVERYTHING =
            """
            name: glossa-7b-sft
            team: language
            kind: job
            priority: high
            resources:
              accelerators: [A100:8, H100:8]
              cpus: 16+
              memory: 64GB+
            nodes: 4
            elastic: {min: 2, max: 8}
            within: {domain: rack, required: true}
            spot: true
            labels: [zone-a, fast-disk]
            workdir: src
            environment: {venv: .venv}
            setup: pip install -r requirements.txt
            setup_cache: false
            run: |
              python3 sft.py
            arguments: [--lr, "3e-4"]
            slurm_variables: {submit_dir: /home/ana, tasks_per_node: 8, cpus_per_task: 12}
            envs: {LR: 3e-4, TOKEN: , EMPTY: ""}
            launcher: torchrun
            network: false
            data: {corpus: web-clean@12, small: tiny}
            max_duration: 6h
            minimum_run: 20m
            checkpoint: {every: 30m, signal: usr1, notice: 2m, directory: saves}
            retry:
              attempts: 3
              backoff: 30s
              max_backoff: 10m
              exit_codes: [75, 137]
              rules:
                - {pattern: "Xid .*79", do: exclude-node}
            needs: [prepare, tokens]
            array: 0-9,20%4
            plan: {model: llama-3-8b, tokens: 15B, seq: 4096, method: lora}
            """;

    private static final Program.Context AROUND =
            new Program.Context(
                    Optional.of(new EnvironmentSpec(EnvironmentSpec.Kind.VENV, ".venv")),
                    false,
                    List.of("--lr", "3e-4"),
                    Optional.of(new SlurmVariables("/home/ana", 8, Optional.of(12))));

    @Test
    void every_key_is_understood() {
        WorkloadSpec spec = WorkloadSpec.parse(EVERYTHING, "job.yaml");
        assertEquals(Optional.of("glossa-7b-sft"), spec.name());
        assertEquals(Optional.of(new TeamId("language")), spec.team());
        assertEquals(WorkloadSpec.Kind.JOB, spec.kind());
        assertEquals(WorkloadSpec.Priority.HIGH, spec.scheduling().priority());
        assertEquals(
                new ResourceSpec(
                        new AcceleratorRequest(
                                List.of(Alternative.of("A100", 8), Alternative.of("H100", 8))),
                        Optional.of(new Cpus(16_000, true)),
                        Optional.of(new Memory(Bytes.gigabytes(64), true))),
                spec.resources());
        assertEquals(
                new Gang(
                        4,
                        Optional.of(new Elastic(2, 8)),
                        Optional.of(new TopologyConstraint(Within.RACK, true)),
                        true,
                        List.of("zone-a", "fast-disk")),
                spec.scheduling().gang());
        assertEquals(
                new Program(
                        Optional.of("src"),
                        Optional.of("pip install -r requirements.txt"),
                        "python3 sft.py\n",
                        Map.of(
                                "LR",
                                Optional.of("3e-4"),
                                "TOKEN",
                                Optional.empty(),
                                "EMPTY",
                                Optional.of("")),
                        List.of(),
                        Launcher.TORCHRUN,
                        false,
                        AROUND),
                spec.execution().program());
        assertEquals(List.of("TOKEN"), spec.execution().program().unset());
        assertEquals(
                Map.of(
                        "corpus",
                        new DatasetReference("web-clean", OptionalInt.of(12)),
                        "small",
                        new DatasetReference("tiny", OptionalInt.empty())),
                spec.execution().data());
    }

    @Test
    void what_happens_over_time_is_understood() {
        WorkloadSpec spec = WorkloadSpec.parse(EVERYTHING, "job.yaml");
        assertEquals(
                new WorkloadSpec.Times(
                        Optional.of(Duration.ofHours(6)), Optional.of(Duration.ofMinutes(20))),
                spec.scheduling().times());
        assertEquals(
                Optional.of(
                        new CheckpointSpec(
                                Optional.of("saves"),
                                Optional.of(Duration.ofMinutes(30)),
                                CheckpointSpec.Signal.USR1,
                                Optional.of(Duration.ofMinutes(2)))),
                spec.execution().checkpoint());
        assertEquals(
                new RetryPolicy(
                        3,
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        Set.of(75, 137),
                        List.of(new Rule("Xid .*79", Action.EXCLUDE_NODE)),
                        RetryPolicy.Hung.WARN),
                spec.execution().retry());
        assertEquals(List.of("prepare", "tokens"), spec.scheduling().needs());
        assertEquals(
                List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20),
                spec.scheduling().array().orElseThrow().indices());
        assertEquals(OptionalInt.of(4), spec.scheduling().array().orElseThrow().maxParallel());
        assertEquals(
                Optional.of(
                        new TrainingSpec(
                                "llama-3-8b",
                                Optional.of(15_000_000_000L),
                                Optional.empty(),
                                1,
                                Optional.of(4_096L),
                                Optional.empty(),
                                TrainingSpec.Precision.BF16,
                                TrainingSpec.Method.LORA)),
                spec.plan());
    }

    @Test
    void only_run_is_needed() {
        WorkloadSpec spec = WorkloadSpec.parse("run: hostname\n", "job.yaml");
        assertEquals(Optional.empty(), spec.name());
        assertEquals(ResourceSpec.DEFAULT, spec.resources());
        assertEquals(Gang.ONE, spec.scheduling().gang());
        assertEquals(RetryPolicy.NEVER, spec.execution().retry());
        assertEquals(Optional.empty(), spec.execution().checkpoint());
        assertEquals(WorkloadSpec.Times.UNLIMITED, spec.scheduling().times());
        assertEquals("hostname", spec.execution().program().run());
        assertEquals(true, spec.execution().program().network());
    }

    @Test
    void short_forms_say_the_usual() {
        WorkloadSpec spec =
                WorkloadSpec.parse(
                        """
                        run: a
                        resources: {accelerators: 'A100:4 | H100'}
                        within: rack
                        checkpoint: 30m
                        retry: 3
                        array: 100
                        elastic: {min: 1, max: 3}
                        """,
                        "job.yaml");
        assertEquals(
                List.of(Alternative.of("A100", 4), Alternative.of("H100", 1)),
                spec.resources().accelerators().alternatives());
        assertEquals(false, spec.resources().accelerators().sameAmount());
        assertEquals(
                Optional.of(new TopologyConstraint(Within.RACK, false)),
                spec.scheduling().gang().topology());
        assertEquals(
                Optional.of(Duration.ofMinutes(30)),
                spec.execution().checkpoint().flatMap(CheckpointSpec::every));
        assertEquals(RetryPolicy.times(3), spec.execution().retry());
        assertEquals(100, spec.scheduling().array().orElseThrow().size());
        assertEquals(3, spec.scheduling().gang().nodes());
    }

    @Test
    void a_part_of_an_accelerator_is_counted_in_thousandths() {
        assertEquals(
                List.of(new Alternative(Optional.of("H100"), 1, 500)), accelerators("H100:0.5"));
        assertEquals(List.of(new Alternative(Optional.empty(), 1, 125)), accelerators("0.125"));
        assertEquals(List.of(new Alternative(Optional.empty(), 8, 1_000)), accelerators("8"));
        assertEquals(List.of(), accelerators("0"));
    }

    @Test
    void all_mistakes_are_reported_at_once_with_line_and_nearest_key() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () -> WorkloadSpec.parse(resource("mistakes.yaml"), "job.yaml"));
        Golden.matches("workload-mistakes.txt", told(problem));
    }

    @Test
    void ten_mistakes_are_ten() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                WorkloadSpec.parse(
                                        """
                                        nam: bert
                                        resources: {gpus: 8, cpus: -1}
                                        nodes: 0
                                        spot: yes
                                        kind: jobb
                                        priority: 5
                                        checkpoint: often
                                        within: {domain: moon}
                                        needs: {a: b}
                                        run: x
                                        """,
                                        "job.yaml"));
        assertThat(problem.mistakes()).hasSize(10);
        assertThat(problem.what()).isEqualTo("job.yaml has 10 problems:");
    }

    @Test
    void keys_that_contradict_each_other_are_reported() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                WorkloadSpec.parse(
                                        """
                                        name: bert
                                        kind: service
                                        run: x
                                        resources: {accelerators: H100:0.5}
                                        nodes: 3
                                        elastic: {min: 4, max: 8}
                                        within: node
                                        max_duration: 1m
                                        minimum_run: 1h
                                        checkpoint: 0s
                                        retry: {backoff: 2h}
                                        array: 3
                                        needs: [bert]
                                        """,
                                        "job.yaml"));
        Golden.matches("workload-contradictions.txt", told(problem));
    }

    @Test
    void flags_win_over_the_file_and_their_mistakes_name_the_flag() {
        Document file = Document.of("job.yaml", "run: x\nnodes: 2\nenvs: {A: 1, B: }\n");
        WorkloadSpec spec =
                WorkloadSpec.read(
                        file,
                        SpecOverrides.NONE
                                .with("nodes", "--nodes", "4")
                                .with("resources.accelerators", "--gpus", "H100:8")
                                .list("needs", "--needs", "prepare, tokens")
                                .env("--env", "B=x=y")
                                .data("--data", "corpus@3")
                                .data("--data", "val=corpus@2"));
        assertEquals(4, spec.scheduling().gang().nodes());
        assertEquals(List.of("prepare", "tokens"), spec.scheduling().needs());
        assertEquals(
                Map.of("A", Optional.of("1"), "B", Optional.of("x=y")),
                spec.execution().program().envs());
        assertEquals(Set.of("corpus", "val"), spec.execution().data().keySet());
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                WorkloadSpec.read(
                                        file, SpecOverrides.NONE.with("nodes", "--nodes", "few")));
        assertThat(problem.why())
                .isEqualTo("  flag --nodes  nodes: \"few\" is not a whole number from 1 to 10000.");
    }

    @Test
    void the_pause_between_attempts_doubles_up_to_its_longest() {
        RetryPolicy retryPolicy =
                new RetryPolicy(
                        9,
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(35),
                        Set.of(3),
                        List.of(),
                        RetryPolicy.Hung.WARN);
        assertEquals(Duration.ofSeconds(10), retryPolicy.backoffAfter(1));
        assertEquals(Duration.ofSeconds(20), retryPolicy.backoffAfter(2));
        assertEquals(Duration.ofSeconds(35), retryPolicy.backoffAfter(3));
        assertEquals(Duration.ofSeconds(35), retryPolicy.backoffAfter(1_000_000));
        assertThat(retryPolicy.retries(3)).isTrue();
        assertThat(retryPolicy.retries(1)).isFalse();
        assertThat(RetryPolicy.NEVER.retries(0)).isFalse();
    }

    private static List<Alternative> accelerators(String text) {
        return WorkloadSpec.parse("run: x\nresources: {accelerators: " + text + "}", "job.yaml")
                .resources()
                .accelerators()
                .alternatives();
    }

    private static String told(Problem problem) {
        return problem.what() + "\n" + problem.why() + "\n" + problem.next() + "\n";
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = WorkloadSpecTest.class.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void an_environment_is_one_thing() {
        for (String block : List.of("{}", "{venv: .venv, image: torch.sif}")) {
            Problem problem =
                    assertThrows(
                            Problem.class,
                            () ->
                                    WorkloadSpec.parse(
                                            "run: make\nenvironment: " + block, "job.yaml"));
            assertEquals(
                    "exactly one of venv, conda and image is written.",
                    problem.mistakes().getFirst().text());
        }
    }

    @Test
    void a_folder_alone_is_a_virtual_environment() {
        assertEquals(
                Optional.of(new EnvironmentSpec(EnvironmentSpec.Kind.VENV, ".venv")),
                WorkloadSpec.parse("run: make\nworkdir: .\nenvironment: .venv", "job.yaml")
                        .execution()
                        .program()
                        .context()
                        .environment());
    }

    @Test
    void an_environment_beside_no_workdir_is_found_nowhere() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () -> WorkloadSpec.parse("run: make\nenvironment: .venv", "job.yaml"));
        assertThat(problem.why()).contains(".venv is seen from the workdir, and there is none");
    }

    @Test
    void an_image_is_never_taken_for_an_option() {
        Problem problem =
                assertThrows(
                        Problem.class,
                        () ->
                                WorkloadSpec.parse(
                                        "run: make\nenvironment: {image: --privileged}",
                                        "job.yaml"));
        assertEquals("environment.image", problem.mistakes().getFirst().key());
    }
}
