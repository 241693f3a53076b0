package slipway.run.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import slipway.base.Bytes;
import slipway.base.Problem;
import slipway.base.WorkloadId;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.InTarget;
import slipway.run.engine.Launch;
import slipway.run.engine.Launch.Limits;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.UsageSample;
import slipway.run.local.nvml.GpuDriver;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.Await;
import slipway.testkit.MovingClock;
import slipway.testkit.Needs;

@Tag("process")
class LocalEngineTest {

    private static final String TAKE_MEMORY =
            "x=$(head -c 200000000 /dev/zero | tr '\\0' x); echo on > going; while :; do sleep 0.1; done";

    @TempDir(factory = InTarget.class)
    Path folder;

    private final LinkedBlockingQueue<AttemptId> changed = new LinkedBlockingQueue<>();
    private final MovingClock clock = MovingClock.at("2026-01-02T03:04:05Z");
    private Path keys = Path.of("/nowhere");
    private Optional<LocalEngine> opened = Optional.empty();

    @BeforeEach
    void hide() throws IOException {
        keys = Files.createDirectories(folder.resolve("data"));
        Files.writeString(keys.resolve("server.key"), "top secret");
    }

    @AfterEach
    void clear() {
        opened.ifPresent(
                engine -> {
                    engine.live()
                            .forEach(
                                    liveAttempt ->
                                            engine.signal(liveAttempt.id(), AttemptSignal.KILL));
                    until(() -> engine.live().stream().allMatch(LiveAttempt::gone));
                    engine.close();
                });
    }

    private LocalSettings settings() {
        return LocalSettings.of(folder.resolve("attempts"), clock)
                .with(GpuDriver.NONE)
                .hiding(List.of(keys));
    }

    private LocalEngine open(LocalSettings settings, Optional<Cgroups> cgroups) {
        LocalEngine engine = LocalEngine.open(settings, cgroups);
        opened = Optional.of(engine);
        engine.listen(changed::add);
        return engine;
    }

    private LocalEngine sandboxed() {
        Needs.command("bwrap", "bubblewrap");
        LocalEngine engine = open(settings(), Optional.empty());
        Needs.that(
                engine.capabilities().isolated(),
                "a bubblewrap that works",
                "allow user namespaces");
        return engine;
    }

    private void until(BooleanSupplier condition) {
        Await.until(condition, changed);
    }

    private Launch prepared(LocalEngine engine, String workload, String run, Limits limits) {
        String node = engine.nodes().getFirst().node().name();
        var placement = new Placement(List.of(new NodeAllocation(node, 1, 1_000)));
        var id = new AttemptId(new WorkloadId(workload), 1);
        var attempt =
                new Attempt(
                        id,
                        1,
                        "{}",
                        Attempt.Script.of(run),
                        Map.of(),
                        placement,
                        Attempt.Inputs.NONE);
        var directory = AttemptDirectory.write(folder.resolve("attempts"), attempt);
        return new Launch(id, directory.path(), placement, limits);
    }

    private Launch run(LocalEngine engine, String run, Limits limits) {
        Launch launch = prepared(engine, "job", run, limits);
        engine.launch(launch);
        return launch;
    }

    private String log(LocalEngine engine, String run, Limits limits) {
        Launch launch = run(engine, run, limits);
        until(() -> live(engine, launch).gone());
        return new String(AttemptDirectory.of(launch).log(0).read(0, 100_000).bytes(), UTF_8);
    }

    private static LiveAttempt live(LocalEngine engine, Launch launch) {
        return engine.live().stream()
                .filter(liveAttempt -> liveAttempt.id().equals(launch.id()))
                .findFirst()
                .orElseThrow();
    }

    private void awaitRunning(Launch launch) {
        until(() -> Files.exists(launch.directory().resolve("work/going")));
    }

    @Test
    void a_sandboxed_job_sees_neither_keys_nor_other_attempts() {
        LocalEngine engine = sandboxed();
        Launch other = prepared(engine, "other", "true", Limits.NONE);
        String log =
                log(
                        engine,
                        "cat '%s/server.key'; ls '%s'; ls '%s'"
                                .formatted(keys, other.directory(), keys),
                        Limits.NONE);
        assertThat(log)
                .doesNotContain("top secret")
                .doesNotContain("launch.sh")
                .contains("No such file");
    }

    @Test
    void a_sandboxed_job_cannot_change_its_own_records() {
        LocalEngine engine = sandboxed();
        String log =
                log(
                        engine,
                        """
                        cd "$SLIPWAY_DIRECTORY"
                        for each in exit/0 log/x launch.sh env /etc/x "$HOME/x"; do
                            (echo 9 > "$each") && echo wrote $each
                        done
                        """,
                        Limits.NONE);
        assertThat(log).doesNotContain("wrote").contains("Read-only file system");
    }

    @Test
    void a_sandboxed_job_writes_to_its_own_folders() {
        LocalEngine engine = sandboxed();
        String log =
                log(
                        engine,
                        """
                        write() { echo 1 > "$1" && echo wrote; }
                        write here; write "$SLIPWAY_CHECKPOINT_DIR/1"; write "$SLIPWAY_PROGRESS"
                        write /tmp/x; write /var/tmp/x; write /dev/shm/x
                        """,
                        Limits.NONE);
        assertThat(log).isEqualTo("wrote\n".repeat(6));
    }

    @Test
    void a_sandboxed_job_sees_only_its_own_processes_and_has_no_capabilities() {
        LocalEngine engine = sandboxed();
        String log =
                log(
                        engine,
                        "ls -d /proc/[0-9]* | wc -l; grep CapEff /proc/self/status",
                        Limits.NONE);
        assertThat(Integer.parseInt(log.lines().findFirst().orElseThrow().strip())).isLessThan(8);
        assertThat(log).contains("CapEff:\t0000000000000000");
    }

    /** Bubblewrap killed during its start leaves processes that no parent's death ends. */
    @Test
    void processes_left_by_a_killed_sandbox_are_found_by_their_variables() throws Exception {
        LocalEngine engine = sandboxed();
        Launch launch = run(engine, "echo on > going; sleep 1000", Limits.NONE);
        awaitRunning(launch);
        var left = new ProcessBuilder("setsid", "sleep", "1000");
        left.environment().putAll(Map.of("SLIPWAY_ATTEMPT", launch.id().name(), "NODE_RANK", "0"));
        Process leftover = left.start();
        int root = identity(launch).pid();
        ProcFs.ofThisMachine().all().stream()
                .filter(stat -> stat.session() == root)
                .forEach(stat -> PosixSignals.kill(stat.pid(), PosixSignals.KILL));
        until(() -> live(engine, launch).gone());
        assertThat(leftover.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private static ProcessIdentity identity(Launch launch) {
        return AttemptDirectory.of(launch).process(0).flatMap(ProcessIdentity::parse).orElseThrow();
    }

    @Test
    void a_job_without_network_has_only_the_loopback() {
        LocalEngine engine = sandboxed();
        String log =
                log(
                        engine,
                        "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '",
                        Limits.NONE.withoutNetwork());
        assertThat(log).isEqualTo("lo\n");
    }

    @Test
    void without_a_sandbox_a_job_without_network_is_refused() {
        LocalEngine engine = open(settings().sandboxed(false), Optional.empty());
        assertThatThrownBy(() -> run(engine, "true", Limits.NONE.withoutNetwork()))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Install bubblewrap");
        assertThat(engine.live()).isEmpty();
    }

    @Test
    void a_placement_on_a_missing_node_is_refused() {
        LocalEngine engine = open(settings(), Optional.empty());
        Launch launch = prepared(engine, "job", "true", Limits.NONE);
        var elsewhere = new Placement(List.of(new NodeAllocation("elsewhere", 1, 1_000)));
        assertThatThrownBy(
                        () ->
                                engine.launch(
                                        new Launch(
                                                launch.id(),
                                                launch.directory(),
                                                elsewhere,
                                                Limits.NONE)))
                .isInstanceOf(Problem.class);
    }

    @Test
    void a_job_above_its_memory_limit_is_killed_by_the_kernel() {
        Optional<Cgroups> cgroups = Cgroups.detect();
        Needs.that(
                cgroups.isPresent(),
                "a control group to make others in",
                "delegate one to this user");
        LocalEngine engine = open(settings(), cgroups);
        Launch launch = run(engine, TAKE_MEMORY, Limits.NONE.memory(Bytes.megabytes(50)));
        until(() -> live(engine, launch).gone());
        assertThat(live(engine, launch).engineState()).contains(LiveAttempt.OUT_OF_MEMORY);
        assertThat(AttemptDirectory.of(launch).exits()).isNotEmpty();
    }

    @Test
    void without_cgroups_a_job_above_its_memory_limit_is_killed_by_the_sampler() {
        LocalEngine engine = open(settings(), Optional.empty());
        Launch launch = run(engine, TAKE_MEMORY, Limits.NONE.memory(Bytes.megabytes(50)));
        // On a busy machine the engine may have looked by itself before the job says that it goes.
        until(
                () ->
                        Files.exists(launch.directory().resolve("work/going"))
                                || live(engine, launch).gone());
        engine.sampleAll();
        until(() -> live(engine, launch).gone());
        assertThat(live(engine, launch).engineState()).contains(LiveAttempt.OUT_OF_MEMORY);
    }

    @Test
    void a_job_ends_at_its_time_limit() {
        LocalEngine engine = open(settings(), Optional.empty());
        Launch launch =
                run(
                        engine,
                        "echo on > going; while :; do sleep 0.1; done",
                        Limits.NONE.lasting(Duration.ofHours(2)));
        awaitRunning(launch);
        clock.forward(Duration.ofHours(2));
        engine.sampleAll();
        assertThat(live(engine, launch).engineState()).isEmpty();
        clock.forward(Duration.ofSeconds(1));
        engine.sampleAll();
        until(() -> live(engine, launch).gone());
        assertThat(live(engine, launch).engineState()).contains(LiveAttempt.TIME_LIMIT);
    }

    @Test
    void a_job_that_leaves_background_processes_ends() {
        LocalEngine engine = open(settings().sandboxed(false), Optional.empty());
        Launch launch =
                run(
                        engine,
                        "echo hi; setsid sh -c 'while :; do sleep 0.1; done' & echo on > going",
                        Limits.NONE);
        until(() -> Files.exists(launch.directory().resolve("exit/.0")));
        engine.sampleAll();
        until(() -> live(engine, launch).gone());
        assertThat(AttemptDirectory.of(launch).exits()).containsKey(0);
    }

    @Test
    void a_silent_job_that_leaves_background_processes_ends() {
        LocalEngine engine = open(settings().sandboxed(false), Optional.empty());
        Launch launch =
                run(engine, "setsid sh -c 'while :; do sleep 0.1; done' & exit 5", Limits.NONE);
        until(() -> Files.exists(launch.directory().resolve("exit/0")));
        engine.sampleAll();
        until(() -> live(engine, launch).gone());
        assertThat(AttemptDirectory.of(launch).exits().get(0))
                .extracting(AttemptDirectory.Exit::code)
                .isEqualTo(5);
        // On a busy machine launch.sh may have begun to keep a log before the engine could tell the
        // kernel whom to tell.
        assertThat(AttemptDirectory.of(launch).log(0).read(0, 100).bytes()).isEmpty();
    }

    @Test
    void output_is_in_the_log_as_soon_as_it_is_printed_even_partial_lines_and_binary() {
        LocalEngine engine = open(settings(), Optional.empty());
        Launch launch =
                run(
                        engine,
                        "printf 'a\\0\\377b'; until [ -e go ]; do sleep 0.05; done; echo; echo late",
                        Limits.NONE);
        var log = AttemptDirectory.of(launch).log(0);
        until(() -> log.end() > 0);
        assertThat(log.read(0, 10).bytes()).containsExactly('a', 0, 0xff, 'b');
        write(launch, "work/go");
        until(() -> live(engine, launch).gone());
        assertThat(log.read(0, 20).bytes())
                .containsExactly('a', 0, 0xff, 'b', '\n', 'l', 'a', 't', 'e', '\n');
    }

    private static void write(Launch launch, String file) {
        try {
            Files.writeString(launch.directory().resolve(file), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void resource_usage_is_sampled_and_recorded() throws IOException {
        LocalEngine engine = open(settings(), Optional.empty());
        Launch launch =
                run(
                        engine,
                        """
                        x=$(head -c 50000000 /dev/zero | tr '\\0' x)
                        i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done
                        echo on > going; sleep 60
                        """,
                        Limits.NONE);
        awaitRunning(launch);
        // The job's processes may not all have been started when it writes its file.
        Await.until(() -> sampled(engine, launch).processes() >= 4);
        UsageSample sample = engine.sample(launch.id()).orElseThrow();
        assertThat(sample.at()).isEqualTo(clock.instant());
        assertThat(sample.cpu()).isGreaterThan(Duration.ofMillis(50));
        assertThat(sample.memory().now()).isGreaterThan(Bytes.megabytes(50));
        assertThat(sample.memory().peak()).isGreaterThanOrEqualTo(sample.memory().now());
        assertThat(sample.network()).isPresent();
        assertThat(Files.readString(launch.directory().resolve("usage/0")))
                .startsWith("{\"at\":\"2026-01-02T03:04:05Z\",\"cpu_ms\":")
                .endsWith("\"accelerators\":[]}\n");
    }

    private static UsageSample sampled(LocalEngine engine, Launch launch) {
        engine.sampleAll();
        return engine.sample(launch.id()).orElseThrow();
    }

    @Test
    void a_machine_without_accelerators_offers_cpu_slots() {
        LocalEngine engine = open(settings(), Optional.empty());
        var node = engine.nodes().getFirst().node();
        assertThat(node.devices().type()).isEqualTo("cpu");
        assertThat(node.devices().count())
                .isEqualTo(Math.min(64, Runtime.getRuntime().availableProcessors()));
        assertThat(node.machine().memory()).isGreaterThan(Bytes.megabytes(100));
    }
}
