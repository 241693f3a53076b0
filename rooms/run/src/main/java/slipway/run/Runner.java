package slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Ids;
import slipway.base.WorkloadId;
import slipway.catalog.Catalog;
import slipway.journal.Asked;
import slipway.journal.Commit;
import slipway.journal.Journal;
import slipway.journal.Key;
import slipway.journal.Owner;
import slipway.journal.Row;
import slipway.journal.Written;
import slipway.journal.sql.Schema;
import slipway.run.Order.Finding;
import slipway.run.Workload.Frozen;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Engine;
import slipway.run.engine.Found;
import slipway.run.engine.Live;
import slipway.schedule.Cause;
import slipway.schedule.Explanation;
import slipway.schedule.Scheduler;
import slipway.schedule.picture.Cluster;
import slipway.schedule.picture.Node;
import slipway.schedule.picture.Span;

/** The front door of the room: takes workloads in, and sees that they run to their end. */
public final class Runner implements AutoCloseable {

    public static final Schema SCHEMA = new Schema("run", 1);

    private static final Logger LOG = LoggerFactory.getLogger(Runner.class);
    private static final Actor SELF = Actor.system("run");
    private static final Pattern ID = Pattern.compile("\"id\":\"([a-z0-9-]+)\"");
    private static final Duration ROUND = Duration.ofSeconds(5);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Setup setup;
    private final Owner<Docket, Errand> owner;
    private final Carrying carrying;
    private final Watching watching;
    private final Meter meter;
    private final Loop loop;
    private final LinkedBlockingQueue<AttemptId> signs = new LinkedBlockingQueue<>();
    private final Thread watcher;
    private final ScheduledExecutorService rounds =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("run-rounds").factory());
    private volatile boolean closed;

    /**
     * What the room rests on.
     *
     * @param attempts where attempt directories are
     */
    public record Setup(
            Journal journal,
            Engine engine,
            Path attempts,
            Supplier<Shares> shares,
            InstantSource clock,
            Ids ids) {}

    private Runner(Setup setup) {
        this.setup = setup;
        this.owner = setup.journal().owner("run", Tables.read(setup.journal()), Runner::decide);
        this.carrying =
                new Carrying(
                        setup.engine(), setup.attempts(), this::docket, this::tell, setup.clock());
        this.watching = new Watching(setup.engine(), setup.attempts(), setup.clock());
        this.meter = new Meter(setup.engine());
        var dispatch =
                new Dispatch(
                        this::docket, setup.engine()::nodes, setup.shares(), Catalog.bundled());
        this.loop =
                new Loop(
                        dispatch,
                        carrying,
                        order -> ask(order, SELF, Optional.empty()),
                        id -> docket().live(id),
                        setup.clock());
        this.watcher = Thread.ofPlatform().daemon().name("run-watch").unstarted(this::watch);
    }

    /** Reads the tables, asks the engine what it runs, and goes on from there. */
    public static Runner open(Setup setup) {
        var runner = new Runner(setup);
        setup.engine().listen(runner.signs::add);
        runner.docket().live().forEach(runner.carrying::carry);
        runner.watcher.start();
        runner.loop.start();
        runner.every(ROUND, runner::lookAtAll);
        runner.every(MINUTE, runner::meterAll);
        return runner;
    }

    private void every(Duration time, Runnable deed) {
        var _ =
                rounds.scheduleWithFixedDelay(
                        () -> guarded(deed), 0, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void guarded(Runnable deed) {
        try {
            deed.run();
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.warn("A round over the running workloads failed and is tried again", e);
            }
        }
    }

    /** Decides, and notes for whom: they are looked at again once it is durable. */
    private static Commit decide(Docket docket, Asked<Errand> asked, Instant now) {
        Errand errand = asked.request();
        Commit commit =
                Rules.decide(docket, new Asked<>(errand.order, asked.actor(), asked.key()), now);
        errand.touches(
                commit.rows().stream()
                        .flatMap(
                                row ->
                                        row instanceof Row.Put<?>(_, WorkloadRow put)
                                                ? Stream.of(put.id())
                                                : Stream.empty())
                        .distinct()
                        .toList());
        return commit;
    }

    private CompletableFuture<Written> ask(Order order, Actor actor, Optional<Key> key) {
        var errand = new Errand(order);
        return owner.ask(new Asked<>(errand, actor, key))
                .thenApply(
                        written -> {
                            errand.touched().forEach(loop::touch);
                            return written;
                        });
    }

    /** What the engine reports. If it cannot be written now the next round over all sees it again. */
    private void tell(Order order) {
        var _ =
                ask(order, SELF, Optional.empty())
                        .exceptionally(
                                problem -> {
                                    if (!closed) {
                                        LOG.warn("{} could not be written down", order, problem);
                                    }
                                    return new Written(0, "", false);
                                });
    }

    // What people ask.

    /** The newest picture. */
    public Docket docket() {
        return owner.picture();
    }

    public List<Found> nodes() {
        return setup.engine().nodes();
    }

    public Engine engine() {
        return setup.engine();
    }

    public Path attempts() {
        return setup.attempts();
    }

    /**
     * Takes a workload in. It is durable when the future completes.
     *
     * @throws slipway.base.Problem if it could never run here
     */
    public CompletableFuture<WorkloadId> submit(
            Submission submission, Actor actor, Optional<Key> key) {
        check(submission);
        List<WorkloadId> ids = new ArrayList<>();
        int members = submission.spec().array().map(array -> array.size()).orElse(1);
        for (int each = 0; each < members; each++) {
            ids.add(setup.ids().workload());
        }
        List<WorkloadId> needs =
                submission.spec().needs().stream()
                        .map(need -> needed(need, submission).id())
                        .toList();
        var order =
                new Order.Submit(
                        ids,
                        submission.name(),
                        submission.team(),
                        submission.owner(),
                        Frozen.of(submission.spec()),
                        needs);
        return ask(order, actor, key).thenApply(Runner::id);
    }

    private static WorkloadId id(Written written) {
        Matcher matcher = ID.matcher(written.answer());
        if (!matcher.find()) {
            throw new IllegalStateException("No id in " + written.answer());
        }
        return new WorkloadId(matcher.group(1));
    }

    private Workload needed(String need, Submission by) {
        return find(need, found -> found.team().equals(by.team()))
                .orElseThrow(() -> Trouble.unknownNeed(need, "which is not there"));
    }

    private void check(Submission submission) {
        Shares shares = setup.shares().get();
        if (shares.teams().stream().noneMatch(team -> team.id().equals(submission.team()))) {
            throw Trouble.noTeam(submission.team());
        }
        List<String> unset = submission.spec().program().unset();
        if (!unset.isEmpty()) {
            throw Trouble.unset(unset);
        }
        List<Node> nodes = nodes().stream().map(Found::node).toList();
        Scheduler.check(
                Cluster.of(nodes, shares.teams()).under(shares.policy()),
                pictured(submission, nodes));
    }

    private slipway.schedule.picture.Workload pictured(Submission submission, List<Node> nodes) {
        return new Fitting(Catalog.bundled(), nodes)
                .pictured(
                        draft(submission),
                        Span.unknown(setup.shares().get().policy().longest()),
                        0);
    }

    /** As it would be if it were submitted. */
    private Workload draft(Submission submission) {
        Instant now = setup.clock().instant();
        return new Workload(
                setup.ids().workload(),
                new Workload.Title(submission.name(), submission.team(), submission.owner(), now),
                Frozen.of(submission.spec()),
                new State.Queued(now, Optional.empty(), ""),
                Workload.Trail.NONE,
                Optional.empty(),
                List.of(),
                java.util.Set.of());
    }

    /** What each of these waits for, of those that wait for a place. */
    public Map<WorkloadId, Cause> causes(List<WorkloadId> ids) {
        return ids.isEmpty() ? Map.of() : Journal.await(loop.between(it -> it.causes(ids)));
    }

    /**
     * The same as {@link #find}.
     *
     * @throws slipway.base.Problem if there is none that may be seen
     */
    public Workload get(String idOrName, Predicate<Workload> seen) {
        return find(idOrName, seen).orElseThrow(() -> Trouble.noWorkload(idOrName));
    }

    public Optional<Workload> find(String idOrName, Predicate<Workload> seen) {
        return docket().find(idOrName, seen);
    }

    /** Cancels it; of an array all that have not ended. */
    public CompletableFuture<Written> cancel(Workload workload, Actor actor) {
        List<WorkloadId> ids =
                workload.member()
                        .map(
                                member ->
                                        docket().members(member.array()).stream()
                                                .filter(each -> !each.state().ended())
                                                .map(Workload::id)
                                                .toList())
                        .orElse(List.of(workload.id()));
        if (ids.isEmpty() || (workload.member().isEmpty() && workload.state().ended())) {
            throw Trouble.ended(workload);
        }
        return ask(new Order.Cancel(ids), actor, Optional.empty())
                .thenApply(
                        written -> {
                            ids.forEach(id -> docket().live(id).ifPresent(carrying::carry));
                            return written;
                        });
    }

    public CompletableFuture<Written> drain(String node, Optional<String> because, Actor actor) {
        List<String> there = nodes().stream().map(found -> found.node().name()).toList();
        if (!there.contains(node)) {
            throw Trouble.noNode(node, there);
        }
        return ask(new Order.Drained(node, because), actor, Optional.empty())
                .thenApply(
                        written -> {
                            var _ =
                                    loop.between(
                                            dispatch -> {
                                                dispatch.forget();
                                                return true;
                                            });
                            return written;
                        });
    }

    /** Puts it at this place among its team's own. */
    public CompletableFuture<Written> rank(WorkloadId id, long rank, Actor actor) {
        return ask(new Order.Rank(id, rank), actor, Optional.empty());
    }

    /** Why it waits, when it will start, and what would help; nothing if it has ended. */
    public Optional<Explanation> explain(WorkloadId id) {
        Instant now = setup.clock().instant();
        Cluster cluster = Journal.await(loop.between(dispatch -> dispatch.picture(now)));
        return Scheduler.explain(cluster, id, now);
    }

    /** What becomes of everything that waits or runs, in one look. */
    public Outlook outlook() {
        Instant now = setup.clock().instant();
        return Outlook.of(Journal.await(loop.between(dispatch -> dispatch.picture(now))), now);
    }

    /** What would become of it if it were submitted now. */
    public Explanation dryRun(Submission submission) {
        check(submission);
        Instant now = setup.clock().instant();
        Cluster cluster = Journal.await(loop.between(dispatch -> dispatch.picture(now)));
        List<Node> nodes = nodes().stream().map(Found::node).toList();
        return Scheduler.whatIf(cluster, pictured(submission, nodes), now);
    }

    public AttemptDirectory directory(AttemptId attempt) {
        return AttemptDirectory.at(setup.attempts(), attempt);
    }

    // What the engine says.

    private void watch() {
        try {
            while (!closed) {
                AttemptId sign = signs.take();
                guarded(() -> look(sign));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look(AttemptId attempt) {
        docket().live(attempt.workload())
                .filter(Workload::occupies)
                .filter(workload -> workload.attempt().equals(attempt))
                .ifPresent(workload -> look(workload, watching.live()));
    }

    private void lookAtAll() {
        Map<AttemptId, Live> live = watching.live();
        docket().live().filter(Workload::occupies).forEach(workload -> look(workload, live));
    }

    private void look(Workload workload, Map<AttemptId, Live> live) {
        watching.look(workload, live).ifPresent(finding -> finished(workload, finding));
    }

    private void finished(Workload workload, Finding finding) {
        AttemptId attempt = workload.attempt();
        var order = new Order.Finished(attempt, finding, meter.since(workload));
        var _ =
                ask(order, SELF, Optional.empty())
                        .whenComplete(
                                (written, problem) -> {
                                    if (written != null) {
                                        over(attempt);
                                    }
                                });
    }

    /** Its end is durable; a next attempt, if it moved, is started. */
    private void over(AttemptId attempt) {
        setup.engine().forget(attempt);
        meter.forget(attempt);
        docket().live(attempt.workload())
                .filter(next -> next.state() instanceof State.Starting)
                .ifPresent(carrying::carry);
    }

    private void meterAll() {
        Map<AttemptId, Measured> measured = new HashMap<>();
        docket().live()
                .filter(Workload::occupies)
                .forEach(each -> measured.put(each.attempt(), meter.since(each)));
        if (!measured.isEmpty()) {
            tell(new Order.Metered(measured));
        }
    }

    @Override
    public void close() {
        closed = true;
        rounds.shutdownNow();
        watcher.interrupt();
        loop.close();
        carrying.close();
    }
}
