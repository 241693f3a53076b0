package slipway.run.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.WorkloadId;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.Launch.Limits;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.Await;

/** The fixture of the engine contract: an engine that can die and be reopened, and attempts for it to run. */
public abstract class EngineContractFixture implements Scripts {

    @TempDir(factory = InTarget.class)
    private Path root;

    private final LinkedBlockingQueue<AttemptId> told = new LinkedBlockingQueue<>();
    private int number;
    private Engine engine = NO_ENGINE;

    /** Processes are identified by their attempt: two concurrent runs of the contract must not confuse theirs. */
    private static final String OURS = Long.toString(ProcessHandle.current().pid());

    private static final String SECRET = "swordfish";
    private static final Engine NO_ENGINE = new FakeEngine(new FakeEngine.World(List.of()));

    /**
     * An engine over machines that keep running between two calls. Beside the attempts lies the folder {@code data}
     * with the server's key, which no job may see.
     */
    protected abstract Engine open(Path attempts);

    /** Loses a node of the attempt with all that runs on it. */
    protected abstract void loseNode(Engine engine, AttemptDirectory attempt, int rank);

    /** The number of live processes of the attempt. */
    protected abstract long processes(AttemptId id);

    @BeforeEach
    void begin() throws IOException {
        Files.writeString(Files.createDirectories(data()).resolve("server.key"), SECRET);
        reopen();
    }

    @AfterEach
    void clear() {
        engine.live().forEach(liveAttempt -> engine.signal(liveAttempt.id(), AttemptSignal.KILL));
        until(() -> engine.live().stream().allMatch(LiveAttempt::gone));
        engine.close();
    }

    /** Reopens the engine as after a crash of the server. */
    protected final void reopen() {
        engine.close();
        engine = open(root.resolve("attempts"));
        engine.listen(told::add);
    }

    protected final Engine engine() {
        return engine;
    }

    /** Waits until the engine's signals make the condition true. */
    protected final void until(BooleanSupplier condition) {
        Await.until(condition, told);
    }

    protected final Path data() {
        return root.resolve("data");
    }

    protected final Launch prepare(Attempt.Script script, int nodes) {
        var variables = Map.of("GIVEN", "it's \"so\" $HOME");
        return prepare("contract", script, nodes, variables);
    }

    private Launch prepare(
            String workload, Attempt.Script script, int nodes, Map<String, String> variables) {
        number++;
        List<NodeAllocation> seats =
                engine.nodes().stream()
                        .limit(nodes)
                        .map(
                                discoveredNode ->
                                        new NodeAllocation(discoveredNode.node().name(), 1, 1_000))
                        .toList();
        assertThat(seats).hasSize(nodes);
        var placement = new Placement(seats);
        var id = new AttemptId(new WorkloadId(workload + "-" + OURS), number);
        var inputs =
                new Attempt.Inputs(
                        Optional.empty(), Optional.empty(), Map.of(), Map.of("token", SECRET));
        var attempt = new Attempt(id, number, "{}", script, variables, placement, inputs);
        var directory = AttemptDirectory.write(root.resolve("attempts"), attempt);
        return new Launch(id, directory.path(), placement, Limits.NONE);
    }

    /** A launch under another user. */
    protected final Launch runAs(String user, String script, Map<String, String> variables) {
        Launch launch = prepare(user, Attempt.Script.of(script), 1, variables);
        engine.launch(launch);
        return launch;
    }

    protected final Launch run(String script, int nodes) {
        Launch launch = prepare(Attempt.Script.of(script), nodes);
        engine.launch(launch);
        return launch;
    }

    protected final void untilGone(Launch launch) {
        until(() -> live(launch).map(LiveAttempt::gone).orElse(false));
    }

    protected final void untilGoing(Launch launch) {
        until(() -> Files.exists(launch.directory().resolve("work/going")));
    }

    protected final Optional<LiveAttempt> live(Launch launch) {
        return engine.live(launch.id());
    }

    /** Exit codes by rank. */
    protected static Map<Integer, Integer> exits(Launch launch) {
        var codes = new TreeMap<Integer, Integer>();
        AttemptDirectory.of(launch).exits().forEach((rank, exit) -> codes.put(rank, exit.code()));
        return codes;
    }

    protected static String log(Launch launch) {
        return new String(AttemptDirectory.of(launch).log(0).read(0, 1_000).bytes(), UTF_8);
    }

    protected static String work(Launch launch, String file) {
        try {
            return Files.readString(launch.directory().resolve("work").resolve(file));
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Whether a program that the job could have made ran outside of the job's sandbox or with privileges: the job sets
     * {@code PATH} and a preloaded library, which apply to itself and to commands executed in it.
     */
    protected final boolean runsOutsideWhatAJobMade() throws IOException {
        Path made = Files.createDirectories(root.resolve("made"));
        for (String name : PROGRAMS_OUTSIDE) {
            Path program = made.resolve(name);
            Files.writeString(
                    program,
                    """
                    #!/bin/sh
                    echo x >> "%s/mine"
                    /usr/bin/grep CapEff /proc/self/status >> "$SLIPWAY_DIRECTORY/work/powers"
                    exec /usr/bin/%s "$@"
                    """
                            .formatted(data(), name));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String path = made + ":/usr/bin:/bin";
        Launch launch =
                runAs(
                        "ana",
                        "echo here; echo \"$PATH $LD_LIBRARY_PATH\" > seen; " + GO_ON,
                        Map.of("PATH", path, "LD_LIBRARY_PATH", "/made"));
        untilGoing(launch);
        assertThat(work(launch, "seen")).isEqualTo(path + " /made\n");
        assertThat(outputOf(exec(launch, "echo $PATH $LD_LIBRARY_PATH")))
                .isEqualTo(path + " /made\n");
        engine.signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        boolean powers =
                work(launch, "powers").lines().anyMatch(line -> !line.endsWith("0".repeat(16)));
        return powers || Files.exists(data().resolve("mine"));
    }

    protected final ExecProcess exec(Launch launch, String script) {
        var command = List.of("sh", "-c", script);
        return engine.exec(launch.id(), new ExecRequest("v" + OURS + "x" + ++number, 0, command));
    }

    protected static String outputOf(ExecProcess process) {
        try {
            process.input().close();
            return new String(process.output().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
