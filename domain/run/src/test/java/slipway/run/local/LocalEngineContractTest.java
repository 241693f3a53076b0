package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.EngineContract;
import slipway.run.engine.Launch;
import slipway.run.local.nvml.GpuDriver;
import slipway.testkit.MovingClock;

/** The contract, with a sandbox where one works. */
@Tag("process")
class LocalEngineContractTest extends EngineContract {

    boolean sandboxed() {
        return true;
    }

    /** Whether jobs of one process run under the job supervisor, if the build has one. */
    boolean usesSupervisor() {
        return true;
    }

    Optional<Cgroups> cgroups() {
        return Cgroups.detect();
    }

    @Override
    protected Engine open(Path attempts) {
        return LocalEngine.open(
                LocalSettings.of(attempts, MovingClock.at("2026-01-02T03:04:05Z"))
                        .asNodes(3)
                        .with(GpuDriver.NONE)
                        .hiding(List.of(attempts.resolveSibling("data")))
                        .sandboxed(sandboxed()),
                cgroups(),
                usesSupervisor());
    }

    @Test
    void no_program_made_by_a_job_runs_outside_its_sandbox() throws IOException {
        assertThat(runsOutsideWhatAJobMade()).isEqualTo(!engine().capabilities().isolated());
    }

    /** A process of the job that is not in its group yet, and not in a sandbox, must not survive its launch.sh. */
    @Test
    void what_launch_sh_forked_just_before_it_was_killed_is_killed_too() throws IOException {
        Launch launch = prepare(Attempt.Script.of(GO_ON), 2);
        Path script = launch.directory().resolve("launch.sh");
        String call = "\n    hold_back\n";
        String text = Files.readString(script);
        assertThat(text).contains(call);
        String waits = "\n    echo > \"$dir/forked.$node\"; while :; do sleep 0.02; done" + call;
        Files.writeString(script, text.replace(call, waits));
        engine().launch(launch);
        AttemptDirectory attempt = AttemptDirectory.of(launch);
        for (int rank = 0; rank < 2; rank++) {
            Path forked = launch.directory().resolve("forked." + rank);
            until(() -> Files.exists(forked));
            PosixSignals.kill(launchScript(attempt, rank), PosixSignals.KILL);
        }
        untilGone(launch);
        assertThat(processes(launch.id())).isZero();
    }

    private static int launchScript(AttemptDirectory attempt, int rank) {
        return attempt.process(rank).flatMap(ProcessIdentity::parse).orElseThrow().pid();
    }

    /** On this machine a node is lost when the process that represents it dies. */
    @Override
    protected void loseNode(Engine engine, AttemptDirectory attempt, int rank) {
        int pid = launchScript(attempt, rank);
        var session =
                ProcFs.ofThisMachine().all().stream()
                        .filter(stat -> stat.session() == pid)
                        .toList();
        session.forEach(stat -> PosixSignals.kill(stat.pid(), PosixSignals.KILL));
    }

    @Override
    protected long processes(AttemptId id) {
        ProcFs procFs = ProcFs.ofThisMachine();
        String variable = "SLIPWAY_ATTEMPT=" + id;
        return procFs.all().stream()
                .filter(stat -> !stat.dead() && procFs.environment(stat.pid()).contains(variable))
                .count();
    }
}
