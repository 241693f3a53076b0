package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import slipway.base.Actor;
import slipway.base.Bytes;
import slipway.base.Fact;
import slipway.base.IdGenerator;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.AcceleratorSet;
import slipway.catalog.RateCard;
import slipway.journal.Commit;
import slipway.journal.Event;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;
import slipway.journal.MemoryStorage;
import slipway.journal.table.RowChange;
import slipway.run.Runner;
import slipway.run.engine.AttemptId;
import slipway.run.engine.FakeEngine;
import slipway.run.engine.Launch;
import slipway.run.estimate.Planning;
import slipway.run.estimate.WorkloadEstimate;
import slipway.run.lifecycle.Workload.StoredSpec;
import slipway.schedule.config.IdleRule;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.SchedulingPolicy;
import slipway.schedule.snapshot.TeamQuotas;
import slipway.spec.workload.TrainingSpec;
import slipway.spec.workload.WorkloadSpec;
import slipway.testkit.MovingClock;

/**
 * A runner on a journal that a test can restart, with a fake engine and a clock it can move. It has two nodes with four
 * accelerators each and two teams; every workload can be preempted, with a notice of a minute.
 */
public final class RunHarness implements AutoCloseable {

    public static final Actor ANA = new Actor("ana", "test", "r1");
    public static final TeamId VISION = new TeamId("vision");
    public static final TeamId NLP = new TeamId("nlp");

    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final int GLANCES = 3_000;

    private final Supplier<JournalStorage> medium;
    private final Path attempts;
    private final MovingClock clock = MovingClock.at("2026-09-17T14:20:00Z");
    private final IdGenerator idGenerator = new IdGenerator(clock, new SplittableRandom(4711));
    private final FakeEngine.World world = new FakeEngine.World(nodes(), clock);
    private volatile Shares shares = shares(VISION, NLP);
    private volatile Planning planning = Planning.NONE;
    private FakeEngine engine;
    private Journal journal;
    private Runner runner;

    private RunHarness(Supplier<JournalStorage> medium, Path attempts) {
        this.medium = medium;
        this.attempts = attempts;
        this.engine = new FakeEngine(world);
        this.journal = opened();
        this.runner = begun();
    }

    public static RunHarness inMemory(Path attempts) {
        var disk = new MemoryStorage.Disk(RunTables.LIVE, RunTables.PAST, RunTables.DRAINS);
        return on(() -> new MemoryStorage(disk, MemoryStorage.Weather.CALM), attempts);
    }

    public static RunHarness on(Supplier<JournalStorage> medium, Path attempts) {
        return new RunHarness(medium, attempts);
    }

    private static List<Node> nodes() {
        return List.of(node("n1"), node("n2"));
    }

    private static Node node(String name) {
        return Node.of(
                name, Node.Devices.of("H100", 4), new Node.Machine(32_000, Bytes.gigabytes(256)));
    }

    private static Shares shares(TeamId... teams) {
        SchedulingPolicy schedulingPolicy =
                SchedulingPolicy.DEFAULT
                        .withOrder(SchedulingPolicy.Order.FIRST_COME)
                        .withPreemptionTimes(Duration.ZERO, Duration.ofMinutes(1));
        return new Shares(schedulingPolicy, Arrays.stream(teams).map(TeamQuotas::of).toList());
    }

    /** Sets the rule for idle workloads. */
    public void idle(IdleRule rule) {
        shares = new Shares(shares.policy(), shares.teams(), Map.of(VISION, rule, NLP, rule));
    }

    /** Replaces the teams. */
    public void only(TeamId... teams) {
        shares = shares(teams);
    }

    private Journal opened() {
        return Journal.open(
                medium.get(), LoopExecutor.threads(), new Journal.Times(clock, clock::nanos));
    }

    private Runner begun() {
        return Runner.open(
                new RunSetup(
                        journal,
                        engine,
                        attempts,
                        () -> shares,
                        idGenerator,
                        RunHarness::secret,
                        this::planned),
                RateCard.NONE);
    }

    /** Replaces the estimator. */
    public void planning(Planning other) {
        planning = other;
    }

    private WorkloadEstimate planned(TrainingSpec plan, AcceleratorSet place) {
        return planning.of(plan, place);
    }

    /** Every team has one secret. */
    private static Optional<String> secret(TeamId team, String name) {
        return name.equals("hub-token") ? Optional.of(team + "'s " + name) : Optional.empty();
    }

    /** Stops the server gracefully and starts the next one on its journal; running attempts continue. */
    public void restart() {
        close();
        open();
    }

    /** The same, with an action while no server runs. */
    public void restart(Runnable meanwhile) {
        close();
        engine = new FakeEngine(world);
        meanwhile.run();
        open();
    }

    /** Stops the server, makes the stored specs of these live workloads unreadable, and starts the next server. */
    public void breakSpecs(WorkloadId... ids) {
        restart(
                () -> {
                    try (Journal closed = opened()) {
                        List<RowChange> rows = new ArrayList<>();
                        closed.rows(
                                RunTables.LIVE,
                                row -> {
                                    if (List.of(ids).contains(row.id())) {
                                        Workload workload =
                                                row.workload(
                                                        StoredSpec.of("{\"run\": 7, ", row.id()));
                                        rows.add(
                                                new RowChange.Put<>(
                                                        RunTables.LIVE, WorkloadRow.of(workload)));
                                    }
                                });
                        Journal.await(closed.send(Commit.of(List.of(), rows)));
                    }
                });
    }

    /** Crashes the server: nothing that it still does is recorded. */
    public void die(Runnable meanwhile) {
        journal.close();
        meanwhile.run();
        runner.close();
        engine.close();
        open();
    }

    private void open() {
        engine = new FakeEngine(world);
        journal = opened();
        runner = begun();
    }

    @Override
    public void close() {
        runner.close();
        engine.close();
        journal.close();
    }

    public Runner runner() {
        return runner;
    }

    public Journal journal() {
        return journal;
    }

    public FakeEngine engine() {
        return engine;
    }

    public FakeEngine.World world() {
        return world;
    }

    public MovingClock clock() {
        return clock;
    }

    // What people do.

    /** Submits a workload of team vision from this spec. */
    public WorkloadId submit(String yaml) {
        return submit(yaml, Optional.empty());
    }

    public WorkloadId submit(String yaml, Optional<IdempotencyKey> key) {
        return Journal.await(runner.submit(submission(yaml), ANA, key));
    }

    public static Submission submission(String yaml) {
        WorkloadSpec spec = WorkloadSpec.parse(yaml, "job.yaml");
        return new Submission(spec, spec.name().orElse("job"), VISION, "ana");
    }

    public void cancel(WorkloadId id) {
        Journal.await(runner.cancel(workload(id), ANA));
    }

    public void drain(String node, Optional<String> because) {
        Journal.await(runner.drain(node, because, ANA));
    }

    // What happens.

    /** Moves the clock forward and reconciles. */
    public void forward(Duration by) {
        clock.forward(by);
        runner.reconcileNow();
    }

    /** Ends the newest attempt with this exit code. */
    public void end(WorkloadId id, int exitCode) {
        engine.end(attempt(id), exitCode);
    }

    /** Makes the newest attempt leave a complete checkpoint. */
    public Path save(WorkloadId id, String name) {
        Path file = runner.directory(attempt(id)).checkpoints().resolve(name);
        try {
            Path draft = Files.writeString(file.resolveSibling("." + name), "weights");
            Files.setLastModifiedTime(draft, FileTime.from(clock.instant()));
            return Files.move(draft, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // What there is.

    public Workload workload(WorkloadId id) {
        return runner.runState().find(id).orElseThrow();
    }

    public WorkloadState state(WorkloadId id) {
        return workload(id).state();
    }

    public String word(WorkloadId id) {
        return state(id).label();
    }

    public AttemptId attempt(WorkloadId id) {
        return workload(id).attempt();
    }

    /** Every launch of this workload that started processes. */
    public List<Launch> launches(WorkloadId id) {
        return world.launches().stream()
                .filter(launch -> launch.id().workload().equals(id))
                .toList();
    }

    public String env(AttemptId attempt) {
        try {
            return Files.readString(runner.directory(attempt).path().resolve("env"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public List<Fact> facts(WorkloadId about) {
        var facts = new ArrayList<Fact>();
        events(JournalStream.FACTS, about).forEach(event -> event.fact().ifPresent(facts::add));
        return facts;
    }

    /** The names of the facts about a workload, in order. */
    public List<String> factNames(WorkloadId about) {
        return facts(about).stream().map(fact -> fact.getClass().getSimpleName()).toList();
    }

    public List<Event> events(JournalStream eventStream, WorkloadId about) {
        return journal.events(EnumSet.of(eventStream), 0, 1_000_000).stream()
                .filter(event -> event.what().subject().equals(about.value()))
                .toList();
    }

    // Waiting.

    public void await(WorkloadId id, String word) {
        until(() -> word(id).equals(word), () -> id + " is " + state(id) + ", not " + word);
    }

    public void await(WorkloadId id, Predicate<Workload> how) {
        until(() -> how.test(workload(id)), () -> id + " is " + workload(id));
    }

    /** Waits until the attempt of this number runs. */
    public AttemptId awaitAttempt(WorkloadId id, int number) {
        await(
                id,
                workload ->
                        workload.state() instanceof WorkloadState.Running
                                && workload.history().attempts() == number);
        return attempt(id);
    }

    /** Waits until the engine got the launch, which a test can hold. */
    public void awaitHeld(WorkloadId id) {
        await(id, "starting");
        until(() -> world.held() > 0, () -> "nothing came to the gate");
    }

    public void until(BooleanSupplier condition, Supplier<String> otherwise) {
        for (int glance = 0; glance < GLANCES && !condition.getAsBoolean(); glance++) {
            try {
                journal.awaitAfter(journal.seq(), GLANCE);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        assertThat(condition.getAsBoolean()).as(otherwise.get()).isTrue();
    }
}
