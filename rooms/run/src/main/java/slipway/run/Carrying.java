package slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.Launch;
import slipway.run.engine.Signal;
import slipway.spec.workload.Checkpoint;
import slipway.spec.workload.Program;
import slipway.spec.workload.Resources;

/**
 * Does on the engine what the journal says has been decided. Everything here may be said again: after a restart it is
 * said for every workload that is being started or stopped.
 */
final class Carrying implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Carrying.class);

    /** Between being asked to end and being ended. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration GLANCE = Duration.ofMillis(250);

    /** So many are started at once: starting is work for processors, of which there are few. */
    private static final int AT_ONCE = 16;

    private final Engine engine;
    private final Path attempts;
    private final Checkpoints checkpoints;
    private final Supplier<Docket> docket;
    private final Consumer<Order> report;
    private final InstantSource clock;
    private final Semaphore starting = new Semaphore(AT_ONCE);
    private final ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timers =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("run-timers").factory());

    Carrying(
            Engine engine,
            Path attempts,
            Supplier<Docket> docket,
            Consumer<Order> report,
            InstantSource clock) {
        this.engine = engine;
        this.attempts = attempts;
        this.checkpoints = new Checkpoints(attempts);
        this.docket = docket;
        this.report = report;
        this.clock = clock;
    }

    void carry(Workload workload) {
        switch (workload.state()) {
            case State.Starting _ -> hands.execute(() -> start(workload));
            case State.Stopping(_, _, var stop) -> hands.execute(() -> stop(workload, stop));
            case State.Submitted _, State.Queued _, State.Running _, State.Ended _ -> {}
        }
    }

    // Starting.

    private void start(Workload workload) {
        starting.acquireUninterruptibly();
        try {
            AttemptDirectory directory = AttemptDirectory.write(attempts, attempt(workload));
            engine.launch(
                    new Launch(
                            workload.attempt(),
                            directory.path(),
                            workload.state().place().orElseThrow(),
                            limits(workload)));
            report.accept(new Order.Launched(workload.attempt()));
        } catch (Problem problem) {
            report.accept(
                    new Order.NotLaunched(
                            workload.attempt(), problem.what() + " " + problem.why()));
        } catch (RuntimeException e) {
            LOG.error("{} could not be started", workload.attempt(), e);
            report.accept(
                    new Order.NotLaunched(
                            workload.attempt(), "It could not be started: " + e.getMessage()));
        } finally {
            starting.release();
        }
    }

    private Attempt attempt(Workload workload) {
        Program program = workload.spec().program();
        var script =
                new Attempt.Script(
                        program.setup(),
                        program.run(),
                        Attempt.Launcher.valueOf(program.launcher().name()),
                        signal(workload),
                        program.workdir().map(Path::of));
        AttemptId id = workload.attempt();
        Optional<String> resume =
                id.number() == 1
                        ? Optional.empty()
                        : checkpoints
                                .newest(
                                        new AttemptId(id.workload(), id.number() - 1),
                                        clock.instant())
                                .map(found -> found.path().toString());
        return new Attempt(
                id,
                id.number(),
                workload.frozen().json(),
                script,
                env(workload),
                workload.state().place().orElseThrow(),
                new Attempt.Inputs(resume, Map.of(), Map.of()));
    }

    private static Optional<String> signal(Workload workload) {
        return workload.spec()
                .checkpoint()
                .map(Checkpoint::signal)
                .filter(signal -> signal != Checkpoint.Signal.NONE)
                .map(Checkpoint.Signal::name);
    }

    private static Map<String, String> env(Workload workload) {
        Map<String, String> env = new HashMap<>();
        workload.spec()
                .program()
                .envs()
                .forEach((name, value) -> value.ifPresent(known -> env.put(name, known)));
        env.put("SLIPWAY_NAME", workload.name());
        env.put("SLIPWAY_TEAM", workload.team().value());
        workload.member()
                .ifPresent(
                        member -> {
                            env.put("SLIPWAY_ARRAY", member.array().value());
                            env.put("SLIPWAY_ARRAY_INDEX", Integer.toString(member.index()));
                        });
        return env;
    }

    private static Launch.Limits limits(Workload workload) {
        Resources resources = workload.spec().resources();
        return new Launch.Limits(
                resources.memory().map(Resources.Memory::bytes),
                resources.cpus().map(Resources.Cpus::thousandths).orElse(0),
                workload.spec().times().maxDuration(),
                workload.spec().program().network());
    }

    // Stopping.

    /** Whoever saves gets its notice and the time until then; everybody else is asked to end now. */
    private void stop(Workload workload, State.Stop stop) {
        boolean saves =
                workload.spec().checkpoint().isPresent() && stop.then() != State.Then.CANCEL;
        if (!saves) {
            ask(workload);
            return;
        }
        AttemptDirectory.at(attempts, workload.attempt()).notice(stop.by());
        engine.signal(workload.attempt(), Signal.CHECKPOINT);
        awaitSave(workload, stop);
    }

    /** The accelerators are free again as soon as the save is complete, or the time is over. */
    private void awaitSave(Workload workload, State.Stop stop) {
        if (!isStopping(workload)) {
            return;
        }
        Instant now = clock.instant();
        Instant told = workload.state().since();
        boolean saved =
                checkpoints
                        .of(workload.attempt(), now)
                        .filter(found -> found.made().isAfter(told))
                        .isPresent();
        if (saved || !now.isBefore(stop.by())) {
            ask(workload);
        } else {
            later(GLANCE, () -> awaitSave(workload, stop));
        }
    }

    private void ask(Workload workload) {
        engine.signal(workload.attempt(), Signal.STOP);
        later(
                GRACE,
                () -> {
                    if (isStopping(workload)) {
                        engine.signal(workload.attempt(), Signal.KILL);
                    }
                });
    }

    private boolean isStopping(Workload workload) {
        return docket.get()
                .live(workload.id())
                .filter(now -> now.state() instanceof State.Stopping)
                .filter(now -> now.attempt().equals(workload.attempt()))
                .isPresent();
    }

    private void later(Duration after, Runnable deed) {
        var _ = timers.schedule(() -> hands.execute(deed), after.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timers.shutdownNow();
        hands.shutdown();
    }
}
