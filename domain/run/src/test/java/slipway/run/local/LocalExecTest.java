package slipway.run.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
import slipway.run.engine.ExecProcess;
import slipway.run.engine.ExecRequest;
import slipway.run.engine.InTarget;
import slipway.run.engine.Launch;
import slipway.run.engine.Launch.Limits;
import slipway.run.engine.LiveAttempt;
import slipway.run.local.nvml.GpuDriver;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.Await;
import slipway.testkit.MovingClock;
import slipway.testkit.Needs;

/** Commands beside a job that is in a sandbox. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("process")
class LocalExecTest {

    @TempDir(factory = InTarget.class)
    Path folder;

    private final LinkedBlockingQueue<AttemptId> changed = new LinkedBlockingQueue<>();
    private Path keys;
    private LocalEngine engine;

    @BeforeEach
    void open() throws IOException {
        Needs.command("bwrap", "bubblewrap");
        Needs.command("nsenter", "util-linux");
        Needs.command("setpriv", "util-linux");
        keys = Files.createDirectories(folder.resolve("data"));
        Files.writeString(keys.resolve("server.key"), "top secret");
        open(settings());
        Needs.that(
                engine.capabilities().isolated(),
                "a bubblewrap that works",
                "allow user namespaces");
    }

    private LocalSettings settings() {
        return LocalSettings.of(folder.resolve("attempts"), MovingClock.at("2026-01-02T03:04:05Z"))
                .with(GpuDriver.NONE)
                .hiding(List.of(keys));
    }

    private void open(LocalSettings settings) {
        engine = LocalEngine.open(settings, Optional.empty());
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

    /** Runs, once it has written that it does. */
    private AttemptId running(String script) {
        String node = engine.nodes().getFirst().node().name();
        var placement = new Placement(List.of(new NodeAllocation(node, 1, 1_000)));
        var id = new AttemptId(new WorkloadId("visited"), 1);
        var attempt =
                new Attempt(
                        id,
                        1,
                        "{}",
                        Attempt.Script.of(script),
                        Map.of(),
                        placement,
                        Attempt.Inputs.NONE);
        Path directory = AttemptDirectory.write(folder.resolve("attempts"), attempt).path();
        engine.launch(new Launch(id, directory, placement, Limits.NONE));
        until(() -> Files.exists(directory.resolve("work/going")));
        return id;
    }

    private static String line(ExecProcess process) throws IOException {
        return new BufferedReader(new InputStreamReader(process.output(), UTF_8)).readLine();
    }

    private ExecProcess exec(AttemptId id, String script) {
        return engine.exec(
                id,
                new ExecRequest(
                        "v" + ProcessHandle.current().pid(), 0, List.of("sh", "-c", script)));
    }

    @Test
    void a_command_sees_what_the_job_sees_and_has_no_capabilities() throws IOException {
        AttemptId id =
                running("echo mine > /tmp/own; echo on > going; while :; do sleep 0.1; done");
        String script =
                "cat /tmp/own; ls %s; ls -d /proc/[0-9]* | wc -l; pwd; grep CapEff /proc/self/status; echo $RANK"
                        .formatted(keys);
        String[] lines =
                new String(exec(id, script).output().readAllBytes(), UTF_8).split("\n", -1);
        assertThat(lines[0]).isEqualTo("mine");
        assertThat(String.join(" ", lines)).doesNotContain("server.key");
        assertThat(Integer.parseInt(lines[lines.length - 5].strip())).isBetween(2, 15);
        assertThat(lines[lines.length - 4]).endsWith("work");
        assertThat(lines[lines.length - 3]).isEqualTo("CapEff:\t0000000000000000");
        assertThat(lines[lines.length - 2]).isEqualTo("0");
    }

    @Test
    void a_command_ends_with_the_job() throws Exception {
        AttemptId id = running("echo on > going; sleep 1000");
        ExecProcess process = exec(id, "sleep 1000");
        engine.signal(id, AttemptSignal.KILL);
        until(() -> engine.live(id).map(LiveAttempt::gone).orElse(true));
        assertThat(process.exit().get(30, TimeUnit.SECONDS)).isNotZero();
    }

    @Test
    void a_command_without_its_variables_ends_with_the_job() throws Exception {
        engine.close();
        open(settings().sandboxed(false));
        AttemptId id = running("echo on > going; sleep 1000");
        ExecProcess process = exec(id, "exec env -i sh -c 'sleep 1000 & echo $!; sleep 1000'");
        int child = Integer.parseInt(line(process));
        engine.signal(id, AttemptSignal.KILL);
        until(() -> engine.live(id).map(LiveAttempt::gone).orElse(true));
        assertThat(process.exit().get(30, TimeUnit.SECONDS)).isNotZero();
        assertThat(ProcFs.ofThisMachine().stat(child).filter(stat -> !stat.dead())).isEmpty();
    }
}
