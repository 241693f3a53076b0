package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.ForeignJob;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.UsageSample;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Node.Condition;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.slurm.SlurmCluster;

/** What this engine sees of a real cluster, and what it asks of it. */
@Tag("slurm")
class SlurmEngineTest extends SlurmTestBase {

    private static SlurmCluster cluster;

    @BeforeAll
    static void start() {
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void end() {
        if (cluster != null) { // what it needs may be missing
            cluster.close();
        }
    }

    @Override
    SlurmCluster cluster() {
        return cluster;
    }

    @Test
    void nodes_have_accelerators_cpus_memory_and_a_site() {
        choose(settings().typed(name -> name.toUpperCase(Locale.ROOT)));
        reopen();
        assertThat(names()).containsExactly("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7");
        Node node = engine().nodes().get(5).node();
        assertThat(node.devices()).isEqualTo(new Node.Devices("H100", 8, 8, 1));
        assertThat(node.machine()).isEqualTo(new Node.Machine(64_000, Bytes.mebibytes(512_000)));
        assertThat(node.topology()).isEqualTo(new Node.Topology("spine", "leaf1"));
        assertThat(node.labels()).contains("partition-ours", "partition-low");
        assertThat(node.condition()).isEqualTo(Condition.READY);
        assertThat(engine().nodes().get(5).devices()).hasSize(8);
    }

    private List<String> names() {
        return engine().nodes().stream()
                .map(discoveredNode -> discoveredNode.node().name())
                .toList();
    }

    @Test
    void only_nodes_of_configured_partitions_are_listed() {
        choosePartition("short");
        reopen();
        assertThat(names()).containsExactly("n0", "n1", "n2", "n3");
    }

    @Test
    void drained_and_failed_nodes_are_listed_with_their_condition() {
        cluster.ask("scontrol", "update", "NodeName=n6", "State=DRAIN", "Reason=test");
        until(() -> condition("n6") == Condition.DRAINED);
        cluster.ask("scontrol", "update", "NodeName=n6", "State=DOWN", "Reason=test");
        until(() -> condition("n6") == Condition.FAILED);
        cluster.bringBack("n6");
        until(() -> condition("n6") == Condition.READY);
    }

    private Condition condition(String name) {
        return engine().nodes().stream()
                .map(DiscoveredNode::node)
                .filter(node -> node.name().equals(name))
                .map(Node::condition)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void foreign_jobs_are_listed_with_their_end_and_own_jobs_are_not() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        String name = "Hello JobId=7 NodeList=n5\nJobId=8 NodeList=n6";
        String number =
                cluster.ask(
                        "sbatch",
                        "--parsable",
                        "--partition=low",
                        "--nodelist=n3,n4",
                        "--nodes=2",
                        "--ntasks-per-node=1",
                        "--cpus-per-task=2",
                        "--gres=gpu:h100:3",
                        "--mem=4000",
                        "--time=10",
                        "--output=/dev/null",
                        "--job-name=" + name,
                        "--wrap=sleep 100");
        until(() -> !engine().foreignJobs().isEmpty());
        assertThat(engine().foreignJobs()).hasSize(1);
        ForeignJob foreignJob = engine().foreignJobs().getFirst();
        assertThat(foreignJob.name()).isEqualTo(number);
        assertThat(foreignJob.placement().seats())
                .containsExactly(
                        new NodeAllocation("n3", 7, 1_000), new NodeAllocation("n4", 7, 1_000));
        assertThat(foreignJob.machine()).isEqualTo(new Node.Machine(2_000, Bytes.mebibytes(4_000)));
        assertThat(foreignJob.until()).isPresent();
        cluster.ask("scancel", number);
        until(() -> engine().foreignJobs().isEmpty());
    }

    @Test
    void an_attempt_reports_its_actual_placement() {
        Launch first =
                prepareOn(
                        GO_ON,
                        new NodeAllocation("n2", 1, 1_000),
                        new NodeAllocation("n1", 1, 1_000));
        engine().launch(first);
        untilGoing(first);
        assertThat(place(first.id()).seats())
                .containsExactly(
                        new NodeAllocation("n1", 1, 1_000), new NodeAllocation("n2", 1, 1_000));
        assertThat(AttemptDirectory.of(first).node(0)).contains("n1");
        until(() -> AttemptDirectory.of(first).node(1).equals(Optional.of("n2")));
        Launch second = prepareOn(GO_ON, new NodeAllocation("n1", 1, 1_000));
        engine().launch(second);
        untilGoing(second);
        assertThat(place(second.id()).seats()).containsExactly(new NodeAllocation("n1", 2, 1_000));
    }

    @Test
    void on_a_shared_partition_slurm_chooses_the_node() {
        String number =
                cluster.ask(
                        "sbatch",
                        "--parsable",
                        "--partition=ours",
                        "--nodelist=n0",
                        "--gres=gpu:8",
                        "--mem=100",
                        "--output=/dev/null",
                        "--wrap=sleep 100");
        choosePartition("low");
        reopen();
        Launch launch = prepareOn(GO_ON, new NodeAllocation("n0", 3, 1_000));
        engine().launch(launch);
        untilGoing(launch);
        NodeAllocation seat = place(launch.id()).seats().getFirst();
        cluster.ask("scancel", number);
        assertThat(seat.node()).isNotEqualTo("n0");
        assertThat(seat.count()).isEqualTo(2);
    }

    @Test
    void where_slurm_allocates_whole_nodes_only_whole_nodes_are_offered() {
        assertThat(engine().nodes().getFirst().node().devices().wholeNodeOnly()).isFalse();
        choosePartition("whole");
        reopen();
        assertThat(engine().nodes().getFirst().node().devices().wholeNodeOnly()).isTrue();
        Launch launch = prepareOn(GO_ON, new NodeAllocation("n0", 255, 1_000));
        engine().launch(launch);
        untilGoing(launch);
        until(() -> live(launch).flatMap(LiveAttempt::placement).isPresent());
        assertThat(place(launch.id()).seats())
                .containsExactly(new NodeAllocation("n0", 255, 1_000));
        assertThat(submittedOptions(launch)).contains("NumCPUs=64");
    }

    @Test
    void a_pending_job_reports_slurms_reason_and_expected_start() {
        String number =
                cluster.ask(
                        "sbatch",
                        "--parsable",
                        "--partition=ours",
                        "--nodelist=n0",
                        "--gres=gpu:8",
                        "--mem=100",
                        "--time=10",
                        "--output=/dev/null",
                        "--wrap=sleep 100");
        Launch launch = prepareOn(GO_ON, new NodeAllocation("n0", 1, 1_000));
        engine().launch(launch);
        until(() -> engineState(launch).orElse("").contains("; Slurm expects to start it at 20"));
        cluster.ask("scancel", number);
        untilGoing(launch);
    }

    @Test
    void a_job_gets_its_share_of_the_node_and_as_long_as_the_partition_allows() {
        choosePartition("short");
        reopen();
        Launch launch = prepareOn(GO_ON, new NodeAllocation("n0", 3, 1_000));
        engine().launch(launch);
        assertThat(submittedOptions(launch))
                .contains("TimeLimit=01:00:00", "NumCPUs=16", "mem=125G", "Requeue=0");
    }

    @Test
    void a_job_gets_the_requested_resources() {
        Launch launch = prepareOn(GO_ON, new NodeAllocation("n0", 1, 1_000));
        var limits =
                new Launch.Limits(
                        Optional.of(Bytes.mebibytes(1_000)),
                        2_500,
                        Optional.of(Duration.ofSeconds(90)),
                        true);
        engine().launch(new Launch(launch.id(), launch.directory(), launch.placement(), limits));
        assertThat(submittedOptions(launch))
                .contains("TimeLimit=00:02:00", "NumCPUs=3", "mem=1000M");
    }

    private String submittedOptions(Launch launch) {
        return cluster.ask("scontrol", "show", "job", "-o", numbers(launch).getFirst());
    }

    @Test
    void a_job_inherits_only_the_named_variables_of_the_server() throws IOException {
        Launch launch = run("env > variables", 1);
        untilGone(launch);
        Path told = launch.directory().resolve("work/variables");
        List<String> names =
                Files.readAllLines(told).stream()
                        .map(line -> line.replaceFirst("=.*", ""))
                        .toList();
        var others = new TreeSet<>(System.getenv().keySet());
        others.removeAll(
                List.of("PATH", "HOME", "USER", "LOGNAME", "LD_LIBRARY_PATH", "LANG", "LC_ALL"));
        others.removeAll(
                List.of("TZ", "SLURM_CONF", "PWD", "OLDPWD", "SHELL", "SHLVL", "_", "TMPDIR"));
        assertThat(others).isNotEmpty();
        assertThat(names)
                .contains("PATH", "HOME", "SLURM_JOB_ID")
                .doesNotContainAnyElementsOf(others);
    }

    @Test
    void parts_of_accelerators_and_uneven_gangs_are_refused() {
        Launch part = prepareOn(GO_ON, new NodeAllocation("n0", 1, 500));
        assertThatThrownBy(() -> engine().launch(part))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("whole accelerators");
        Launch uneven =
                prepareOn(
                        GO_ON,
                        new NodeAllocation("n0", 1, 1_000),
                        new NodeAllocation("n1", 3, 1_000));
        assertThatThrownBy(() -> engine().launch(uneven)).isInstanceOf(Problem.class);
        assertThat(engine().live()).isEmpty();
    }

    @Test
    void an_attempt_is_sampled_on_its_nodes_and_invalid_lines_are_ignored() throws IOException {
        Launch launch = run(GO_ON, 2);
        untilGoing(launch);
        until(() -> engine().sample(launch.id()).filter(all -> all.processes() >= 2).isPresent());
        UsageSample sample = engine().sample(launch.id()).orElseThrow();
        assertThat(sample.memory().now().count()).isPositive();
        assertThat(sample.memory().peak()).isGreaterThanOrEqualTo(sample.memory().now());
        // The other node may have been the first to write what it takes.
        Path usage = launch.directory().resolve("usage/0");
        until(() -> Files.exists(usage));
        Files.writeString(
                usage,
                "{\"at\":\"2026-01-01T00:00:00Z\",\"cpu_ms\":-1}\n" + "x".repeat(100_000) + "\n",
                StandardOpenOption.APPEND);
        assertThat(engine().sample(launch.id()).map(UsageSample::processes).orElse(0))
                .isLessThan(1_000);
    }

    @Test
    void background_processes_end_with_the_job() {
        Launch launch = run("setsid sleep 1000 & echo on > going", 1);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 0);
        assertThat(processes(launch.id())).isZero();
    }

    @Test
    void a_command_leaves_no_processes_behind() {
        Launch launch = run(GO_ON, 1);
        untilGoing(launch);
        var process = exec(launch, "(setsid sleep 1000 &); echo $SLIPWAY_NODE; pwd");
        assertThat(outputOf(process)).isEqualTo("0\n" + launch.directory().resolve("work") + "\n");
        until(() -> sleepers("SLIPWAY_VISIT") == 0);
    }

    private static long sleepers(String variable) {
        return ProcessHandle.allProcesses()
                .map(process -> text(Path.of("/proc", Long.toString(process.pid()), "environ")))
                .filter(
                        text ->
                                text.contains(variable + "=")
                                        && text.contains(cluster.configuration().toString()))
                .count();
    }

    @Test
    void a_probe_finds_that_a_node_of_each_kind_shares_the_attempts_folder() {
        var engine = (SlurmEngine) engine();
        assertThat(engine.probeResults()).isEmpty();
        assertThat(engine.probe()).hasSize(2);
        ProbeResult probeResult = engine.probeResults().getFirst();
        assertThat(probeResult.problem()).isEmpty();
        assertThat(probeResult.similarNodes()).isEqualTo(4);
        // The server of these tests believes that it is January: nothing else of them minds that.
        assertThat(probeResult.describe())
                .startsWith("n0 (and 3 like it): the attempts are shared")
                .containsPattern("its clock is [0-9]{7,} s ahead of the server's");
    }

    @Test
    void a_probe_reports_attempts_that_are_not_shared_and_other_accounts() {
        var engine = (SlurmEngine) engine();
        replace("srun", "echo 0 1794812763000 unread wrote");
        assertThat(engine.probe().getFirst().describe()).contains("is another folder there");
        replace(
                "srun",
                "for name; do :; done; echo x > $attempts/.slurm/$name.answered\n"
                                .replace("$attempts", root().toString())
                        + "echo 4711 1794812763000 read wrote");
        assertThat(engine.probe().getFirst().describe()).contains("uid 4711 there and 0 here");
        replace("srun", "echo 'srun: error: Unable to allocate resources' >&2; exit 1");
        assertThat(engine.probe().getFirst().describe()).contains("Unable to allocate resources");
    }

    private Path root() {
        return data().resolveSibling("attempts");
    }
}
