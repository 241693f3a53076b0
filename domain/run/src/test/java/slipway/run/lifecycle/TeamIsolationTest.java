package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.IdGenerator;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.catalog.RateCard;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.MemoryStorage;
import slipway.run.Runner;
import slipway.run.attempt.SecretSource;
import slipway.run.estimate.Planning;
import slipway.run.local.LocalEngine;
import slipway.run.local.LocalSettings;
import slipway.run.local.nvml.GpuDriver;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.testkit.MovingClock;

/** Several teams on a machine without a sandbox. */
class TeamIsolationTest {

    private static final Shares ONE =
            new Shares(SchedulingPolicy.DEFAULT, List.of(TeamQuotas.of(RunHarness.VISION)));
    private static final Shares TWO =
            new Shares(
                    SchedulingPolicy.DEFAULT,
                    List.of(TeamQuotas.of(RunHarness.VISION), TeamQuotas.of(new TeamId("speech"))));

    @TempDir Path attempts;

    private final MovingClock clock = MovingClock.at(Instant.EPOCH);
    private final AtomicReference<Shares> shares = new AtomicReference<>(ONE);
    private final Journal journal =
            Journal.open(
                    new MemoryStorage(
                            new MemoryStorage.Disk(
                                    RunTables.LIVE, RunTables.PAST, RunTables.DRAINS),
                            MemoryStorage.Weather.CALM),
                    LoopExecutor.threads(),
                    new Journal.Times(clock, clock::nanos));

    @AfterEach
    void close() {
        journal.close();
    }

    private RunSetup setup(LocalEngine engine) {
        return new RunSetup(
                journal,
                engine,
                attempts,
                shares::get,
                new IdGenerator(clock, new SplittableRandom(1)),
                SecretSource.NONE,
                Planning.NONE);
    }

    private LocalEngine bare(boolean trusting) {
        return LocalEngine.open(
                LocalSettings.of(attempts, clock)
                        .with(GpuDriver.NONE)
                        .sandboxed(false)
                        .trusting(trusting));
    }

    @Test
    void two_teams_are_refused_without_isolation() {
        shares.set(TWO);
        try (LocalEngine engine = bare(false)) {
            assertThatThrownBy(() -> Runner.open(setup(engine), RateCard.NONE))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem -> {
                                assertThat(problem.code()).isEqualTo(RunProblems.NO_SANDBOX);
                                assertThat(problem.what()).contains("2 teams");
                                assertThat(problem.why()).contains("no sandbox");
                                assertThat(problem.next()).contains("run.sandbox: optional");
                            });
        }
    }

    @Test
    void two_teams_that_trust_each_other_are_accepted() {
        shares.set(TWO);
        try (LocalEngine engine = bare(true);
                Runner runner = Runner.open(setup(engine), RateCard.NONE)) {
            assertThat(runner.runState().liveCount()).isZero();
        }
    }

    @Test
    void nothing_is_accepted_once_a_second_team_is_created() {
        try (LocalEngine engine = bare(false);
                Runner runner = Runner.open(setup(engine), RateCard.NONE)) {
            shares.set(TWO);
            assertThatThrownBy(
                            () ->
                                    runner.submit(
                                            RunHarness.submission("run: /bin/true"),
                                            RunHarness.ANA,
                                            Optional.empty()))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem ->
                                    assertThat(problem.code()).isEqualTo(RunProblems.NO_SANDBOX));
        }
    }
}
