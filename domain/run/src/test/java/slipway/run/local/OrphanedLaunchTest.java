package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.InTarget;
import slipway.run.engine.Launch;
import slipway.run.engine.Launch.Limits;
import slipway.run.engine.LiveAttempt;
import slipway.run.local.nvml.GpuDriver;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.Await;
import slipway.testkit.MovingClock;

/**
 * A server dies right after it started a launch.sh, and that one comes to itself only while the next server does its
 * work, or after it. However late it is, the job runs once.
 */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class OrphanedLaunchTest {

    /** Known by its name alone: no other run of this test may have the same. */
    private static final WorkloadId ORPHANED =
            new WorkloadId("stray-" + ProcessHandle.current().pid());

    private static final String ONCE = "echo ran >> runs";
    private static final String ENTERS = "node=";
    private static final String CLAIMS = "{ true > \"claim/$node\"; }";
    private static final String WRITES_IDENTITY = "printf '%s\\n' \"$boot $$";
    private static final int CONTINUE = 18;
    private static final int ALREADY_CLAIMED = 75;

    @TempDir(factory = InTarget.class)
    Path attempts;

    private final ProcFs procFs = ProcFs.ofThisMachine();
    private final LinkedBlockingQueue<AttemptId> changed = new LinkedBlockingQueue<>();
    private LocalEngine engine;

    @BeforeEach
    void open() {
        engine =
                LocalEngine.open(
                        LocalSettings.of(attempts, MovingClock.at("2026-01-02T03:04:05Z"))
                                .with(GpuDriver.NONE)
                                .sandboxed(false),
                        Optional.empty());
        engine.listen(changed::add);
    }

    @AfterEach
    void close() {
        engine.live().forEach(liveAttempt -> engine.signal(liveAttempt.id(), AttemptSignal.KILL));
        until(() -> engine.live().stream().allMatch(LiveAttempt::gone));
        engine.close();
    }

    private void until(BooleanSupplier condition) {
        Await.until(condition, changed);
    }

    private Launch written(String run) {
        var placement =
                new Placement(
                        List.of(
                                new NodeAllocation(
                                        engine.nodes().getFirst().node().name(), 1, 1_000)));
        var id = new AttemptId(ORPHANED, 1);
        var attempt =
                new Attempt(
                        id,
                        1,
                        "{}",
                        Attempt.Script.of(run),
                        Map.of(),
                        placement,
                        Attempt.Inputs.NONE);
        Path directory = AttemptDirectory.write(attempts, attempt).path();
        return new Launch(id, directory, placement, Limits.NONE);
    }

    /** Its launch.sh stops before the first line that begins so, if the condition holds. */
    private static void stopping(Launch launch, String condition, String line) throws IOException {
        Path script = launch.directory().resolve("launch.sh");
        String text = Files.readString(script);
        int at = text.indexOf("\n" + line) + 1;
        assertThat(at).isPositive();
        String stop = "if %s; then kill -STOP $$; fi\n".formatted(condition);
        Files.writeString(script, text.substring(0, at) + stop + text.substring(at));
    }

    /** One that the engine did not start, known by its variables only if it has them. */
    private static Process orphan(Launch launch, boolean named) throws IOException {
        var builder =
                new ProcessBuilder(
                        "setsid", "sh", launch.directory().resolve("launch.sh").toString());
        builder.environment().put("STRAY", "yes");
        if (named) {
            builder.environment().put("SLIPWAY_ATTEMPT", launch.id().name());
            builder.environment().put("NODE_RANK", "0");
        }
        return builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private void untilStopped(long pid) {
        until(() -> procFs.stat((int) pid).filter(stat -> stat.state() == 'T').isPresent());
    }

    /** The engine's own launch.sh. */
    private int started() {
        until(() -> engineChild().isPresent());
        int pid = engineChild().orElseThrow();
        untilStopped(pid);
        return pid;
    }

    private Optional<Integer> engineChild() {
        return procFs.all().stream()
                .filter(stat -> stat.session() == stat.pid())
                .map(ProcFs.Stat::pid)
                .filter(
                        pid ->
                                procFs.environment(pid)
                                        .contains(
                                                "SLIPWAY_ATTEMPT=%s.1".formatted(ORPHANED.value())))
                .filter(pid -> !procFs.environment(pid).contains("STRAY=yes"))
                .findFirst();
    }

    private void untilGone(Launch launch) {
        until(() -> engine.live(launch.id()).map(LiveAttempt::gone).orElse(false));
    }

    private static String runs(Launch launch) throws IOException {
        return Files.readString(launch.directory().resolve("work/runs"));
    }

    private static int end(Process orphan) throws InterruptedException {
        PosixSignals.kill((int) orphan.pid(), CONTINUE);
        assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return orphan.exitValue();
    }

    private void assertAdopted(String stopped) throws IOException {
        Launch launch = written(ONCE);
        stopping(launch, "true", stopped);
        engine.launch(launch);
        int pid = started();
        engine.close();
        open();
        assertThat(engine.live(launch.id()).map(LiveAttempt::phase))
                .contains(LiveAttempt.Phase.RUNNING);
        engine.launch(launch);
        PosixSignals.kill(pid, CONTINUE);
        untilGone(launch);
        assertThat(runs(launch)).isEqualTo("ran\n");
    }

    @Test
    void a_launch_without_a_claim_is_adopted_by_the_next_server() throws IOException {
        assertAdopted(CLAIMS);
    }

    @Test
    void a_launch_that_claimed_without_its_identity_is_adopted_by_the_next_server()
            throws IOException {
        assertAdopted(WRITES_IDENTITY);
    }

    /** Between fork and exec a process cannot be told from the server that died. */
    private void assertUntouched(String stopped) throws IOException, InterruptedException {
        Launch launch = written(ONCE);
        stopping(launch, "true", stopped);
        Process orphan = orphan(launch, false);
        untilStopped(orphan.pid());
        engine.launch(written(ONCE));
        untilGone(launch);
        assertThat(end(orphan)).isEqualTo(ALREADY_CLAIMED);
        assertThat(runs(launch)).isEqualTo("ran\n");
    }

    @Test
    void a_launch_in_a_rewritten_directory_touches_nothing() throws Exception {
        assertUntouched(ENTERS);
    }

    @Test
    void a_launch_in_a_withdrawn_directory_touches_nothing() throws Exception {
        assertUntouched(CLAIMS);
    }

    @Test
    void a_directory_claimed_by_an_orphan_is_neither_rewritten_nor_started_twice()
            throws Exception {
        Launch launch = written(ONCE);
        stopping(launch, "true", WRITES_IDENTITY);
        Process orphan = orphan(launch, true);
        untilStopped(orphan.pid());
        engine.launch(written(ONCE));
        assertThat(engine.live(launch.id()).map(LiveAttempt::phase))
                .contains(LiveAttempt.Phase.RUNNING);
        assertThat(end(orphan)).isZero();
        untilGone(launch);
        assertThat(runs(launch)).isEqualTo("ran\n");
    }

    @Test
    void an_orphan_that_claims_before_the_engines_own_process_is_adopted() throws Exception {
        Launch launch = written(ONCE + "; echo on > going; while :; do sleep 0.1; done");
        stopping(launch, "[ -z \"$STRAY\" ]", CLAIMS);
        stopping(launch, "[ -n \"$STRAY\" ]", WRITES_IDENTITY);
        engine.launch(launch);
        int own = started();
        Process orphan = orphan(launch, true);
        untilStopped(orphan.pid());
        var adopted = new AtomicBoolean();
        engine.listen(_ -> adopted.set(true));
        PosixSignals.kill(own, CONTINUE);
        until(adopted::get);
        PosixSignals.kill((int) orphan.pid(), CONTINUE);
        until(() -> Files.exists(launch.directory().resolve("work/going")));
        engine.signal(launch.id(), AttemptSignal.KILL);
        assertThat(orphan.waitFor(30, TimeUnit.SECONDS)).isTrue();
        untilGone(launch);
        assertThat(launch.directory().resolve("exit/0")).hasContent("137\n");
        assertThat(runs(launch)).isEqualTo("ran\n");
    }
}
