package slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import slipway.base.Ids;
import slipway.base.WorkloadId;
import slipway.journal.Crew;
import slipway.journal.Journal;
import slipway.journal.MemoryMedium;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Live;
import slipway.run.engine.Signal;
import slipway.run.local.LocalEngine;
import slipway.run.local.LocalSettings;
import slipway.run.local.nvml.Cards;
import slipway.schedule.picture.Policy;
import slipway.schedule.picture.Team;
import slipway.testkit.MovingClock;

/** Real processes on this machine, from submission to end. */
class RealJobsTest {

    private static final Duration GLANCE = Duration.ofMillis(50);
    private static final int GLANCES = 1_200;

    /** Not under /tmp, which is the job's own in a sandbox. */
    static final class InTarget implements TempDirFactory {

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
                throws IOException {
            return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "real");
        }
    }

    @TempDir(factory = InTarget.class)
    Path attempts;

    private final MovingClock clock = MovingClock.at(Instant.EPOCH);
    private final Ids ids = new Ids(clock, new SplittableRandom(4711));
    private final MemoryMedium.Disk disk =
            new MemoryMedium.Disk(Tables.LIVE, Tables.PAST, Tables.DRAINS);
    private Server server;

    private record Server(LocalEngine engine, Journal journal, Runner runner) {}

    /** Files carry the time of the machine, so the clock begins there. */
    @BeforeEach
    void begin() throws IOException {
        clock.set(Files.getLastModifiedTime(attempts).toInstant());
        open();
    }

    private void open() {
        var engine = LocalEngine.open(LocalSettings.of(attempts, clock).with(Cards.NONE));
        var journal =
                Journal.open(
                        new MemoryMedium(disk, MemoryMedium.Weather.CALM),
                        Crew.threads(),
                        new Journal.Times(clock, () -> 0L));
        var policy = Policy.USUAL.giving(Duration.ZERO, Duration.ofMinutes(1));
        var shares = new Shares(policy, List.of(Team.of(Yard.VISION)));
        server =
                new Server(
                        engine,
                        journal,
                        Runner.open(
                                new Runner.Setup(
                                        journal, engine, attempts, () -> shares, clock, ids)));
    }

    @AfterEach
    void close() {
        server.runner.close();
        server.engine.live().forEach(live -> server.engine.signal(live.id(), Signal.KILL));
        until(() -> server.engine.live().stream().allMatch(Live::gone));
        server.engine.close();
        server.journal.close();
    }

    private void restart() {
        server.runner.close();
        server.engine.close();
        server.journal.close();
        open();
    }

    private WorkloadId submit(String yaml) {
        return Journal.await(
                server.runner.submit(Yard.submission(yaml), Yard.ANA, Optional.empty()));
    }

    private Workload workload(WorkloadId id) {
        return server.runner.docket().find(id).orElseThrow();
    }

    private void await(WorkloadId id, String word) {
        until(() -> workload(id).state().word().equals(word));
    }

    private void until(BooleanSupplier condition) {
        for (int glance = 0; glance < GLANCES && !condition.getAsBoolean(); glance++) {
            try {
                server.journal.awaitAfter(server.journal.seq(), GLANCE);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        assertThat(condition.getAsBoolean())
                .as("it came true; now %s", server.runner.docket().live().toList())
                .isTrue();
    }

    private void untilLogged(WorkloadId id, String line) {
        until(() -> log(workload(id).attempt()).contains(line));
    }

    private String log(AttemptId attempt) {
        var log = server.runner.directory(attempt).log(0);
        return new String(log.read(0, 100_000).bytes(), StandardCharsets.UTF_8);
    }

    private static long processes(AttemptId attempt) {
        String variable = "SLIPWAY_ATTEMPT=" + attempt.name();
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> environment(path).contains(variable))
                    .count();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String environment(Path process) {
        try {
            return Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it is gone, or not ours
        }
    }

    @Test
    void a_job_that_does_nothing_succeeds() {
        WorkloadId job = submit("run: /bin/true");
        await(job, "succeeded");
        until(() -> server.engine.live().isEmpty());
    }

    @Test
    void a_job_that_fails_fails_with_its_code_and_its_log_is_kept() {
        WorkloadId job = submit("run: echo so it goes; exit 3");
        await(job, "failed");
        assertThat(((State.Ended) workload(job).state()).exitCode()).contains(3);
        assertThat(log(workload(job).attempt())).contains("so it goes");
    }

    @Test
    void many_small_jobs_all_end_once() {
        for (int each = 0; each < 30; each++) {
            submit("run: /bin/true");
        }
        until(() -> server.runner.docket().size() == 0);
        assertThat(server.runner.docket().ended())
                .hasSize(30)
                .allMatch(each -> each.state().word().equals("succeeded"))
                .allMatch(each -> each.trail().attempts() == 1);
    }

    @Test
    void a_job_that_sleeps_is_cancelled() {
        WorkloadId job = submit("run: echo on; exec sleep 1000");
        await(job, "running");
        untilLogged(job, "on");
        Journal.await(server.runner.cancel(workload(job), Yard.ANA));
        await(job, "cancelled");
        assertThat(processes(workload(job).attempt())).isZero();
    }

    @Test
    void a_job_that_forks_and_will_not_end_is_ended_whole() {
        WorkloadId job =
                submit(
                        """
                        run: |
                          trap '' TERM
                          setsid sh -c 'trap "" TERM; while :; do sleep 1; done' &
                          echo on
                          while :; do sleep 1; done
                        """);
        await(job, "running");
        untilLogged(job, "on");
        Journal.await(server.runner.cancel(workload(job), Yard.ANA));
        await(job, "stopping");
        until(
                () -> {
                    clock.forward(Duration.ofSeconds(1));
                    return workload(job).state().word().equals("cancelled");
                });
        assertThat(processes(workload(job).attempt())).isZero();
    }

    @Test
    void a_job_outlives_the_server_and_is_found_again() {
        WorkloadId job = submit("run: echo on; while [ ! -e go ]; do sleep 0.05; done");
        await(job, "running");
        untilLogged(job, "on");
        restart();
        assertThat(workload(job).state().word()).isEqualTo("running");
        go(job);
        await(job, "succeeded");
        assertThat(workload(job).trail().attempts()).isEqualTo(1);
    }

    @Test
    void what_ended_while_there_was_no_server_is_known_to_the_next_one() {
        WorkloadId job = submit("run: echo on; while [ ! -e go ]; do sleep 0.05; done; exit 4");
        await(job, "running");
        untilLogged(job, "on");
        Path exit = server.runner.directory(workload(job).attempt()).path().resolve("exit/0");
        server.runner.close();
        server.engine.close();
        go(job);
        until(() -> Files.exists(exit));
        server.journal.close();
        open();
        await(job, "failed");
        assertThat(((State.Ended) workload(job).state()).exitCode()).contains(4);
    }

    private void go(WorkloadId job) {
        Path work = server.runner.directory(workload(job).attempt()).path().resolve("work");
        try {
            Files.createFile(work.resolve("go"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void a_job_that_is_preempted_saves_and_goes_on_from_there() {
        int all = server.engine.nodes().getFirst().node().machine().cpus() / 1_000;
        WorkloadId low =
                submit(
                        """
                        priority: low
                        checkpoint: 30m
                        resources: {cpus: %d}
                        run: |
                          if [ -n "$SLIPWAY_RESUME_FROM" ]; then
                            echo "resumed with $(cat "$SLIPWAY_RESUME_FROM")"
                            exit 0
                          fi
                          echo on
                          while [ ! -e "$SLIPWAY_NOTICE" ]; do sleep 0.05; done
                          echo forty-two > "$SLIPWAY_CHECKPOINT_DIR/step.tmp"
                          mv "$SLIPWAY_CHECKPOINT_DIR/step.tmp" "$SLIPWAY_CHECKPOINT_DIR/step"
                          while :; do sleep 0.05; done
                        """
                                .formatted(all));
        await(low, "running");
        untilLogged(low, "on");
        WorkloadId urgent =
                submit("run: /bin/true\npriority: high\nresources: {cpus: %d}".formatted(all));
        until(
                () -> {
                    clock.forward(Duration.ofMillis(100));
                    return workload(urgent).state().word().equals("succeeded");
                });
        await(low, "succeeded");
        assertThat(workload(low).trail().attempts()).isEqualTo(2);
        assertThat(workload(low).trail().preempted()).isEqualTo(1);
        assertThat(log(workload(low).attempt())).contains("resumed with forty-two");
    }
}
