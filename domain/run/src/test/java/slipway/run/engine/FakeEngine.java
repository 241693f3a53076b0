package slipway.run.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import slipway.base.Problem;
import slipway.schedule.snapshot.Node;
import slipway.schedule.snapshot.Placement;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * An engine without machines: attempts run until a test ends them, or as a {@link JobBehavior} says. Their state is in
 * a {@link World}, which outlives the engine as real processes outlive the server.
 */
public final class FakeEngine implements Engine {

    /** The simulated machines. */
    public static final class World {

        private final Map<String, DiscoveredNode> nodes = new TreeMap<>();
        private final Map<AttemptId, FakeJob> jobs = new TreeMap<>();
        private final List<Launch> launches = new ArrayList<>();
        private final Optional<InstantSource> clock;
        private JobBehavior behavior = JobBehavior.PLAIN;
        private Optional<Problem> refusal = Optional.empty();
        private Optional<String> queue = Optional.empty();
        private volatile List<ForeignJob> taken = List.of();
        private volatile Function<String, Optional<PosixAccount>> accounts = _ -> Optional.empty();
        private int held;
        private CompletableFuture<Boolean> gate = CompletableFuture.completedFuture(true);

        public World(List<Node> nodes) {
            this(nodes, Optional.empty());
        }

        /** Its files say when they were written by this clock. */
        public World(List<Node> nodes, InstantSource clock) {
            this(nodes, Optional.of(clock));
        }

        private World(List<Node> nodes, Optional<InstantSource> clock) {
            this.clock = clock;
            nodes.forEach(
                    node ->
                            this.nodes.put(
                                    node.name(), new DiscoveredNode(node, List.of(), "none")));
        }

        /** From now on jobs behave so. */
        public synchronized void behave(JobBehavior how) {
            behavior = how;
        }

        /** The next launch is refused with this. */
        public synchronized void refuse(Problem problem) {
            refusal = Optional.of(problem);
        }

        /** From now on what is launched waits for this, until {@link FakeEngine#begin}. */
        public synchronized void queue(String reason) {
            queue = Optional.of(reason);
        }

        public void foreignJobs(List<ForeignJob> those) {
            taken = those;
        }

        /** From now on jobs run under these, by their owners. */
        public void accounts(Function<String, Optional<PosixAccount>> those) {
            accounts = those;
        }

        /** From now on launches wait, until {@link #letThrough} or {@link #sendAway}. */
        public synchronized void hold() {
            gate = new CompletableFuture<>();
        }

        /** What waits starts, and nothing waits any more. */
        public synchronized void letThrough() {
            gate.complete(true);
        }

        /** What waits is refused, and nothing waits any more. */
        public synchronized void sendAway() {
            gate.complete(false);
            gate = CompletableFuture.completedFuture(true);
        }

        /** So many launches have come to the gate while it was closed. */
        public synchronized int held() {
            return held;
        }

        private FakeJob job(Launch launch) {
            var job = new FakeJob(launch, behavior, clock);
            job.word = queue;
            job.waits = queue.isPresent();
            return job;
        }

        private synchronized CompletableFuture<Boolean> gate() {
            held += gate.isDone() ? 0 : 1;
            return gate;
        }

        /** Every launch that started something, in order: two of one id would be a double start. */
        public synchronized List<Launch> launches() {
            return List.copyOf(launches);
        }
    }

    private final World world;
    private final List<Consumer<AttemptId>> listeners = new CopyOnWriteArrayList<>();

    public FakeEngine(World world) {
        this.world = world;
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public Optional<PosixAccount> account(String owner) {
        return world.accounts.apply(owner);
    }

    @Override
    public EngineCapabilities capabilities() {
        return new EngineCapabilities(true, true, true, "none", "none", true);
    }

    @Override
    public List<DiscoveredNode> nodes() {
        synchronized (world) {
            return List.copyOf(world.nodes.values());
        }
    }

    @Override
    public void launch(Launch launch) {
        if (!world.gate().join()) {
            throw new Problem(LAUNCH_FAILED, "It was sent away.", "A test did it.", "Try again.");
        }
        synchronized (world) {
            if (world.launches.stream().anyMatch(before -> before.id().equals(launch.id()))) {
                return;
            }
            refuseOnce();
            var job = world.job(launch);
            world.jobs.put(launch.id(), job);
            world.launches.add(launch);
            if (!job.waits) {
                notifyJob(job, Optional.empty());
            }
        }
        changed(launch.id());
    }

    /** Starts a queued attempt, on other nodes if given. */
    public void begin(AttemptId id, Optional<Placement> place) {
        synchronized (world) {
            job(id).waits = false;
            job(id).word = Optional.empty();
            job(id).place = place;
            notifyJob(job(id), Optional.empty());
        }
        changed(id);
    }

    @Override
    public List<ForeignJob> foreignJobs() {
        return world.taken;
    }

    private void refuseOnce() {
        Optional<Problem> refusal = world.refusal;
        world.refusal = Optional.empty();
        if (refusal.isPresent()) {
            throw refusal.get();
        }
    }

    @Override
    public void signal(AttemptId id, AttemptSignal attemptSignal) {
        synchronized (world) {
            FakeJob job = world.jobs.get(id);
            if (job == null || job.gone()) {
                return;
            }
            if (job.waits) {
                job.over = attemptSignal != AttemptSignal.CHECKPOINT;
                job.word = Optional.empty();
            } else {
                notifyJob(job, Optional.of(attemptSignal));
                if (attemptSignal == AttemptSignal.KILL) {
                    job.endAll(137);
                }
            }
        }
        changed(id);
    }

    private void notifyJob(FakeJob job, Optional<AttemptSignal> signal) {
        for (int rank = 0; rank < job.launch.placement().nodes(); rank++) {
            int node = rank;
            if (!job.exits.containsKey(node)) {
                job.behavior.at(job.launch, node, signal).ifPresent(code -> job.end(node, code));
            }
        }
        // A gang is all or none.
        if (job.exits.values().stream().anyMatch(code -> code != 0)) {
            job.endAll(143);
        }
    }

    /** Ends the attempt on all its nodes with this exit code. */
    public void end(AttemptId id, int exitCode) {
        synchronized (world) {
            job(id).endAll(exitCode);
        }
        changed(id);
    }

    /** Ends one node of the gang. */
    public void end(AttemptId id, int rank, int exitCode) {
        synchronized (world) {
            job(id).end(rank, exitCode);
        }
        changed(id);
    }

    /** The attempt vanishes without an exit file. */
    public void vanish(AttemptId id, Optional<String> word) {
        synchronized (world) {
            FakeJob job = job(id);
            job.over = true;
            job.word = word;
        }
        changed(id);
    }

    /** Loses the node with everything on it: no exit file is written there. */
    public void loseNode(String name) {
        var lost = new ArrayList<AttemptId>();
        synchronized (world) {
            become(name, Node.Condition.FAILED);
            for (FakeJob job : world.jobs.values()) {
                if (!job.gone() && uses(job, name)) {
                    job.over = true;
                    job.word = Optional.of(LiveAttempt.NODE_LOST);
                    lost.add(job.launch.id());
                }
            }
        }
        lost.forEach(this::changed);
    }

    /** Repairs the node, which is empty then. */
    public void repairNode(String name) {
        synchronized (world) {
            become(name, Node.Condition.READY);
        }
    }

    /** The sample that the next observation of the attempt gets. */
    public void sampled(UsageSample sample) {
        synchronized (world) {
            job(sample.id()).sample = Optional.of(sample);
        }
    }

    private void become(String name, Node.Condition condition) {
        world.nodes.computeIfPresent(
                name,
                (_, discoveredNode) ->
                        new DiscoveredNode(
                                discoveredNode.node().withCondition(condition),
                                discoveredNode.devices(),
                                discoveredNode.tier()));
    }

    private static boolean uses(FakeJob job, String node) {
        return job.launch.placement().seats().stream()
                .map(NodeAllocation::node)
                .anyMatch(node::equals);
    }

    private FakeJob job(AttemptId id) {
        FakeJob job = world.jobs.get(id);
        if (job == null) {
            throw new IllegalArgumentException("Nothing was launched as " + id);
        }
        return job;
    }

    @Override
    public List<LiveAttempt> live() {
        synchronized (world) {
            return world.jobs.values().stream().map(FakeJob::live).toList();
        }
    }

    @Override
    public Optional<LiveAttempt> live(AttemptId id) {
        synchronized (world) {
            return Optional.ofNullable(world.jobs.get(id)).map(FakeJob::live);
        }
    }

    @Override
    public void listen(Consumer<AttemptId> changed) {
        listeners.add(changed);
    }

    private void changed(AttemptId id) {
        listeners.forEach(listener -> listener.accept(id));
    }

    @Override
    public Optional<UsageSample> sample(AttemptId id) {
        synchronized (world) {
            FakeJob job = world.jobs.get(id);
            return job == null ? Optional.empty() : job.sample;
        }
    }

    /** Runs the command on this machine, the only one there is. */
    @Override
    public ExecProcess exec(AttemptId id, ExecRequest execRequest) {
        synchronized (world) {
            FakeJob job = world.jobs.get(id);
            if (job == null || job.gone() || job.exits.containsKey(execRequest.rank())) {
                throw new Problem(NOT_RUNNING, "It is not there.", "It has ended.", "Try another.");
            }
        }
        try {
            return new LocalCommand(
                    new ProcessBuilder(execRequest.command()).redirectErrorStream(true).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void forget(AttemptId id) {
        synchronized (world) {
            FakeJob job = world.jobs.get(id);
            if (job != null && job.gone()) {
                world.jobs.remove(id);
            }
        }
    }

    @Override
    public void close() {
        listeners.clear();
    }
}
