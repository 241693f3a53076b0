package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.run.attempt.Attempt;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Launch;
import slipway.run.engine.Launch.Limits;
import slipway.run.engine.LiveAttempt;
import slipway.run.workspace.AppConnections;
import slipway.testkit.Needs;
import slipway.testkit.slurm.SlurmCluster;

/** The sandbox that a node of Slurm puts around a job, and what happens on a node where none works. */
@Tag("slurm")
class SlurmSandboxTest extends SlurmTestBase {

    private static final String NOT_STARTED =
            "[slipway] No sandbox works on this node, so the job was not started.";

    private static SlurmCluster cluster;

    @BeforeAll
    static void start() {
        Needs.command("bwrap", "bubblewrap");
        Needs.command("nsenter", "util-linux");
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

    private Path attempts() {
        return data().resolveSibling("attempts");
    }

    private void chooseSandbox(SlurmSettings.Sandbox sandbox) {
        choose(settings().sandboxed(sandbox));
        reopen();
    }

    /** A program that is bubblewrap on all nodes. */
    private SlurmSettings.Sandbox withProgram(String script) throws IOException {
        Path program = Files.createTempDirectory(cluster.folder(), "box").resolve("bwrap");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return SlurmSettings.Sandbox.DEFAULT.withPrograms(
                List.of(Path.of("/nowhere/bwrap"), program));
    }

    private static SlurmSettings.Sandbox withoutProgram() {
        return SlurmSettings.Sandbox.DEFAULT.withPrograms(List.of(Path.of("/nowhere/bwrap")));
    }

    private Launch ended(String script) {
        Launch launch = run(script, 1);
        untilGone(launch);
        return launch;
    }

    private Launch withoutNetwork(String script) {
        Launch launch = prepare(Attempt.Script.of(script), 1);
        return new Launch(
                launch.id(), launch.directory(), launch.placement(), Limits.NONE.withoutNetwork());
    }

    @Test
    void a_job_sees_neither_other_attempts_nor_the_data_of_the_server() {
        Launch other = prepare(Attempt.Script.of("true"), 1);
        Launch launch =
                ended(
                        "cat '%s/server.key'; cat '%s/spec.json'; ls '%s/.slurm'; ls '%s'; true"
                                .formatted(data(), other.directory(), attempts(), attempts()));
        assertThat(log(launch).replace("'", ""))
                .contains("server.key: No such file", "spec.json: No such file")
                .contains(".slurm: No such file")
                .endsWith("\n" + launch.id().workload() + "\n");
    }

    @Test
    void a_job_has_a_private_tmp_that_is_removed_with_it() throws IOException {
        Path others = Files.createTempFile("others", "");
        Launch launch = run("echo mine > /tmp/own; ls /tmp /var/tmp > seen; " + GO_ON, 1);
        untilGoing(launch);
        Files.delete(others);
        Path sandbox = launch.directory().resolve("box.0");
        Path temporary = Path.of(Files.readAllLines(sandbox).getFirst());
        assertThat(temporary.resolve("own")).hasContent("mine");
        assertThat(work(launch, "seen"))
                .matches("(?s)/tmp:\n.*own\n.*\n/var/tmp:\n.*own\n.*")
                .doesNotContain(others.getFileName().toString());
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(temporary).doesNotExist();
    }

    @Test
    void a_job_has_no_capabilities_sees_only_its_own_processes_and_cannot_change_its_records() {
        Launch launch =
                ended(
                        """
                        grep CapEff /proc/self/status
                        ls -d /proc/[0-9]* | wc -l
                        cd "$SLIPWAY_DIRECTORY"
                        for each in exit/0 log/x engine box.0 env /etc/x "$HOME/x"; do
                            (echo 9 > "$each") 2>/dev/null && echo wrote $each
                        done
                        true
                        """);
        String[] lines = log(launch).split("\n", -1);
        assertThat(lines[0]).isEqualTo("CapEff:\t0000000000000000");
        assertThat(Integer.parseInt(lines[1].strip())).isLessThan(8);
        assertThat(log(launch)).doesNotContain("wrote");
    }

    @Test
    void a_command_beside_a_job_sees_what_the_job_sees_and_has_no_capabilities() {
        Launch launch = run("echo mine > /tmp/own; " + GO_ON, 1);
        untilGoing(launch);
        String output =
                outputOf(
                        exec(
                                launch,
                                "cat /tmp/own; ls '%s'; grep CapEff /proc/self/status; pwd; echo $RANK $GIVEN"
                                        .formatted(data())));
        assertThat(output)
                .isEqualTo(
                        "mine\nCapEff:\t0000000000000000\n%s/work\n0 it's \"so\" $HOME\n"
                                .formatted(launch.directory()));
    }

    /** A server that is not root has sandboxes in user namespaces that no process may enter. */
    @Test
    void where_a_sandbox_cannot_be_entered_a_command_gets_an_equal_one() throws IOException {
        chooseSandbox(
                withProgram(
                        "exec %s --unshare-user \"$@\""
                                .formatted(Needs.found("bwrap").orElseThrow())));
        Launch launch = run("echo mine > /tmp/own; " + GO_ON, 1);
        untilGoing(launch);
        String script =
                "cat /tmp/own; ls '%s'; pwd; echo $RANK; ls -d /proc/[0-9]* | wc -l"
                        .formatted(data());
        String[] output = outputOf(exec(launch, script)).split("\n", -1);
        assertThat(output).startsWith("mine", launch.directory().resolve("work").toString(), "0");
        assertThat(Integer.parseInt(output[3].strip())).isLessThan(8);
    }

    @Test
    void the_app_of_a_workspace_is_reachable_while_it_is_used() {
        Launch launch = run("python3 -c '%s' & ".formatted(GreeterApp.PROGRAM) + GO_ON, 1);
        untilGoing(launch);
        try (var appConnections = new AppConnections(engine())) {
            until(() -> GreeterApp.greeting(appConnections, launch).isPresent());
            assertThat(GreeterApp.greeting(appConnections, launch)).contains("/tmp/own there");
            assertThat(GreeterApp.hasRelay(launch)).isTrue();
        }
        until(() -> !GreeterApp.hasRelay(launch));
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.RUNNING);
    }

    @Test
    void a_link_in_place_of_a_workspaces_socket_does_not_leave_its_sandbox() throws IOException {
        Path outside = data().resolve("outside");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                var appConnections = new AppConnections(engine())) {
            server.bind(UnixDomainSocketAddress.of(outside));
            Launch launch = run("ln -s '%s' .socket; ".formatted(outside) + GO_ON, 1);
            untilGoing(launch);
            assertThat(appConnections.connect(launch.id(), launch.directory(), Instant.EPOCH))
                    .isEmpty();
        }
    }

    @Test
    void no_program_made_by_a_job_runs_outside_its_sandbox() throws IOException {
        assertThat(runsOutsideWhatAJobMade()).isFalse();
    }

    @Test
    void a_kill_reaches_processes_that_left_the_session() {
        Launch launch = run(STUBBORN, 2);
        untilGoing(launch);
        assertThat(processes(launch.id())).isGreaterThan(6);
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(processes(launch.id())).isZero();
        assertThat(exits(launch)).containsEntry(0, 137).containsEntry(1, 137);
    }

    @Test
    void a_preempted_job_has_time_to_save() {
        Launch launch =
                run(
                        "trap 'sleep 1; echo yes > saved; exit 7' TERM; echo on > going;"
                                + " while :; do sleep 0.1; done",
                        1);
        untilGoing(launch);
        cluster.ask("scancel", numbers(launch).getFirst());
        untilGone(launch);
        assertThat(work(launch, "saved")).isEqualTo("yes\n");
        assertThat(exits(launch)).containsEntry(0, 7);
    }

    @Test
    void a_job_without_network_has_only_the_loopback() {
        Launch launch = withoutNetwork("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '");
        engine().launch(launch);
        untilGone(launch);
        assertThat(log(launch)).isEqualTo("lo\n");
        assertThat(engine().capabilities().noNetwork()).isTrue();
    }

    @Test
    void a_needed_sandbox_that_is_not_installed_prevents_the_start() {
        chooseSandbox(withoutProgram());
        Launch launch = ended("echo on > going");
        assertThat(exits(launch)).containsEntry(0, 72);
        assertThat(log(launch)).contains("bubblewrap is not installed on n", NOT_STARTED);
        assertThat(work(launch, "going")).isEmpty();
    }

    @Test
    void a_needed_sandbox_that_fails_prevents_the_start() throws IOException {
        chooseSandbox(
                withProgram("echo bwrap: No permissions to create new namespace >&2; exit 1"));
        Launch launch = ended("echo on > going");
        assertThat(exits(launch)).containsEntry(0, 72);
        assertThat(log(launch)).startsWith("bwrap: No permissions").contains(NOT_STARTED);
        assertThat(work(launch, "going")).isEmpty();
    }

    @Test
    void a_failure_inside_the_sandbox_is_the_jobs_own() {
        Launch launch = ended("echo here; exit 1");
        assertThat(exits(launch)).containsEntry(0, 1);
        assertThat(log(launch)).isEqualTo("here\n");
    }

    @Test
    void an_optional_sandbox_that_fails_is_reported_in_the_log() throws IOException {
        chooseSandbox(withProgram("echo bwrap: No permissions >&2; exit 1").trusting(true));
        Launch launch = run("echo here; " + GO_ON, 1);
        untilGoing(launch);
        until(() -> log(launch).endsWith("here\n"));
        assertThat(log(launch)).contains("The job runs without one");
        assertThat(outputOf(exec(launch, "cat '%s/server.key'".formatted(data()))))
                .isEqualTo("swordfish");
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        assertThat(processes(launch.id())).isZero();
    }

    @Test
    void a_job_without_network_never_runs_without_a_sandbox() {
        chooseSandbox(withoutProgram().trusting(true));
        Launch launch = withoutNetwork("echo on > going");
        engine().launch(launch);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 72);
        assertThat(work(launch, "going")).isEmpty();
    }

    @Test
    void without_a_sandbox_a_job_without_network_is_refused() {
        chooseSandbox(SlurmSettings.Sandbox.DEFAULT.wanted(false).trusting(true));
        Launch launch = withoutNetwork("true");
        assertThatThrownBy(() -> engine().launch(launch))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Sandbox on the nodes: none: every job runs under");
        assertThat(live(launch)).isEmpty();
        Launch bare = ended("cat '%s/server.key'".formatted(data()));
        assertThat(log(bare)).isEqualTo("swordfish");
    }

    @Test
    void a_workdir_in_the_servers_folders_is_refused() {
        Launch launch = prepare(Attempt.Script.of("true").in(data()), 1);
        assertThatThrownBy(() -> engine().launch(launch))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("is hidden from jobs");
        assertThat(live(launch)).isEmpty();
    }

    /** What Slurm starts for a job it starts outside of the sandbox, so a job may reach it only among friends. */
    @Test
    void a_job_reaches_slurm_only_where_the_sandbox_is_optional() {
        String signed =
                "munge --no-input --output=/dev/null --socket=%s/munge.sock"
                        .formatted(cluster.folder());
        assertThat(exits(ended(signed)).get(0)).isNotZero();
        chooseSandbox(SlurmSettings.Sandbox.DEFAULT.trusting(true));
        assertThat(exits(ended(signed))).containsEntry(0, 0);
        Launch launch = ended("srun --overlap --ntasks=1 --nodes=1 /bin/echo started by slurm");
        assertThat(log(launch)).isEqualTo("started by slurm\n");
    }

    @Test
    void srun_in_an_sbatch_script_starts_tasks_inside_the_sandbox() {
        var variables =
                Map.of("SLURM_NTASKS_PER_NODE", "2", "SLURM_NNODES", "1", "SLURM_JOB_ID", "7");
        Launch launch =
                prepare(
                        Attempt.Script.of(
                                        "srun sh -c 'echo $SLURM_JOB_ID $SLURM_PROCID; cat \"%s/server.key\"'; true"
                                                .formatted(data()))
                                .asUnderSlurm(variables),
                        1);
        engine().launch(launch);
        untilGone(launch);
        assertThat(log(launch).replace("'", ""))
                .contains("7 0\n", "7 1\n", "server.key: No such file");
    }

    @Test
    void an_engine_counts_as_isolating_until_a_probe_finds_no_working_sandbox() throws IOException {
        var engine = (SlurmEngine) engine();
        assertThat(engine.capabilities().isolated()).isTrue();
        assertThat(engine.probe()).allMatch(kind -> kind.sandboxProblem().isEmpty());
        assertThat(engine.capabilities().isolated()).isTrue();
        assertThat(engine.capabilities().sandbox()).isEqualTo("bubblewrap on every node");
        chooseSandbox(withProgram("echo bwrap: No permissions >&2; exit 1"));
        engine = (SlurmEngine) engine();
        assertThat(engine.capabilities().isolated()).isTrue();
        assertThat(engine.probe().getFirst().describe())
                .endsWith("; no sandbox works there: bwrap: No permissions");
        assertThat(engine.capabilities().isolated()).isFalse();
        assertThat(engine.capabilities().noNetwork()).isFalse();
        assertThat(engine.capabilities().sandbox())
                .isEqualTo("none that works on the nodes: bwrap: No permissions");
        chooseSandbox(withoutProgram().trusting(true));
        engine = (SlurmEngine) engine();
        assertThat(engine.probe().getFirst().sandboxProblem())
                .contains("bubblewrap is not installed");
        assertThat(engine.capabilities().isolated()).isTrue();
    }

    @Test
    void a_job_that_was_not_started_is_gone_without_remains() {
        chooseSandbox(withoutProgram());
        Launch launch = ended(GO_ON);
        assertThat(live(launch).map(LiveAttempt::phase)).contains(LiveAttempt.Phase.GONE);
        assertThat(processes(launch.id())).isZero();
    }
}
