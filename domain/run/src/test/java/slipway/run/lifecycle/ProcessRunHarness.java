package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import slipway.base.IdGenerator;
import slipway.base.WorkloadId;
import slipway.catalog.RateCard;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.MemoryStorage;
import slipway.run.Runner;
import slipway.run.attempt.SecretSource;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Engine;
import slipway.run.engine.LiveAttempt;
import slipway.run.estimate.Planning;
import slipway.run.local.LocalEngine;
import slipway.run.local.LocalSettings;
import slipway.run.local.nvml.GpuDriver;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.testkit.MovingClock;

/**
 * A runner on an engine with real processes, by default those of this machine, and a clock that only the test moves.
 */
final class ProcessRunHarness implements AutoCloseable {

    private static final Duration GLANCE = Duration.ofMillis(50);
    private static final int GLANCES = 1_200;

    final MovingClock clock = MovingClock.at(Instant.EPOCH);
    private final Path attempts;
    private final Function<InstantSource, Engine> opening;
    private final IdGenerator idGenerator = new IdGenerator(clock, new SplittableRandom(4711));
    private final MemoryStorage.Disk disk =
            new MemoryStorage.Disk(RunTables.LIVE, RunTables.PAST, RunTables.DRAINS);
    private Server server;

    private record Server(Engine engine, Journal journal, Runner runner) {}

    /** Files carry the time of the machine, so the clock starts there. */
    ProcessRunHarness(Path attempts) {
        this(attempts, 1, GpuDriver.NONE);
    }

    /** Presents this machine as several nodes with simulated GPUs. */
    ProcessRunHarness(Path attempts, int nodes, GpuDriver gpuDriver) {
        this(
                attempts,
                clock ->
                        LocalEngine.open(
                                LocalSettings.of(attempts, clock).asNodes(nodes).with(gpuDriver)));
    }

    ProcessRunHarness(Path attempts, Function<InstantSource, Engine> opening) {
        this.attempts = attempts;
        this.opening = opening;
        try {
            clock.set(Files.getLastModifiedTime(attempts).toInstant());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.server = start();
    }

    private Server start() {
        Engine engine = opening.apply(clock);
        var journal =
                Journal.open(
                        new MemoryStorage(disk, MemoryStorage.Weather.CALM),
                        LoopExecutor.threads(),
                        new Journal.Times(clock, clock::nanos));
        var schedulingPolicy =
                SchedulingPolicy.DEFAULT
                        .withPreemptionTimes(Duration.ZERO, Duration.ofMinutes(1))
                        .preemption(new SchedulingPolicy.PreemptionRules(true, true, false, 100, 0))
                        .rebalancing(new SchedulingPolicy.RebalancingRules(true, 2, Duration.ZERO));
        var shares = new Shares(schedulingPolicy, List.of(TeamQuotas.of(RunHarness.VISION)));
        return new Server(
                engine,
                journal,
                Runner.open(
                        new RunSetup(
                                journal,
                                engine,
                                attempts,
                                () -> shares,
                                idGenerator,
                                SecretSource.NONE,
                                Planning.NONE),
                        RateCard.NONE));
    }

    Engine engine() {
        return server.engine;
    }

    Runner runner() {
        return server.runner;
    }

    void open() {
        server = start();
    }

    /** Stops the engine and the runner; jobs continue to run. */
    void stopEngine() {
        server.runner.close();
        server.engine.close();
    }

    void restart() {
        stopEngine();
        server.journal.close();
        open();
    }

    void closeJournal() {
        server.journal.close();
    }

    @Override
    public void close() {
        server.runner.close();
        server.engine
                .live()
                .forEach(liveAttempt -> server.engine.signal(liveAttempt.id(), AttemptSignal.KILL));
        until(() -> server.engine.live().stream().allMatch(LiveAttempt::gone));
        server.engine.close();
        server.journal.close();
    }

    /** The CPUs of this machine. */
    int cpus() {
        return server.engine.nodes().getFirst().node().machine().cpus() / 1_000;
    }

    WorkloadId submit(String yaml) {
        return Journal.await(
                server.runner.submit(
                        RunHarness.submission(yaml), RunHarness.ANA, Optional.empty()));
    }

    Workload workload(WorkloadId id) {
        return server.runner.runState().find(id).orElseThrow();
    }

    String word(WorkloadId id) {
        return workload(id).state().label();
    }

    void await(WorkloadId id, String word) {
        until(() -> word(id).equals(word));
    }

    void until(BooleanSupplier condition) {
        for (int glance = 0; glance < GLANCES && !condition.getAsBoolean(); glance++) {
            try {
                server.journal.awaitAfter(server.journal.seq(), GLANCE);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        assertThat(condition.getAsBoolean())
                .as("it came true; now %s", server.runner.runState().live().toList())
                .isTrue();
    }

    void untilLogged(WorkloadId id, String line) {
        until(() -> log(workload(id).attempt()).contains(line));
    }

    String log(AttemptId attempt) {
        var log = server.runner.directory(attempt).log(0);
        return new String(log.read(0, 100_000).bytes(), StandardCharsets.UTF_8);
    }

    /** Puts a file of this name into the working directory of the job. */
    void give(WorkloadId job, String name, String text) {
        Path work = server.runner.directory(workload(job).attempt()).path().resolve("work");
        try {
            Files.writeString(work.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
