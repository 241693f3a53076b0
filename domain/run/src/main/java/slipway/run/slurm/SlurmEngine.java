package slipway.run.slurm;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Problem;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.Engine;
import slipway.run.engine.EngineCapabilities;
import slipway.run.engine.ExecProcess;
import slipway.run.engine.ExecRequest;
import slipway.run.engine.ForeignJob;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.PosixAccount;
import slipway.run.engine.UsageSample;

/**
 * Attempts as jobs of a Slurm cluster, by its command-line programs alone. What the cluster looks like and how the
 * jobs stand is asked for in the background; nobody who asks this engine waits for Slurm.
 */
public final class SlurmEngine implements Engine {

    private static final Logger LOG = LoggerFactory.getLogger(SlurmEngine.class);
    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Duration TICK = Duration.ofMillis(200);

    /** The cluster is asked for so many times more rarely than jobs are. */
    private static final int RARELY = 5;

    private final SlurmSettings settings;
    private final AccountLookup accountLookup;
    private final DirectoryOwnership directoryOwnership;
    private final SlurmNodeDiscovery slurmNodeDiscovery;
    private final ForeignJobs foreignJobs;
    private final SlurmJobs slurmJobs;
    private final SbatchSubmission sbatchSubmission;
    private final NodeSandbox nodeSandbox;
    private final LeakedSlurmJobs leakedSlurmJobs;
    private final SlurmSignals slurmSignals;
    private final SlurmExec slurmExec;
    private final NodeProbe nodeProbe;
    private final SlurmUsage slurmUsage;
    private final int usual;
    private final ScheduledExecutorService asking = thread("slurm-engine");
    private final ScheduledExecutorService looking = thread("slurm-files");
    private volatile SlurmSnapshot slurmSnapshot = SlurmSnapshot.EMPTY;
    private volatile List<ForeignJob> taken = List.of();
    private volatile List<ProbeResult> probed = List.of();
    private long ticks;

    private SlurmEngine(SlurmSettings settings) throws IOException {
        this.settings = settings;
        var slurmPrograms = new SlurmPrograms(settings.tools());
        var hostList = new HostList(slurmPrograms);
        NodeScripts nodeScripts =
                NodeScripts.write(settings.attempts(), settings.accounts().isPresent());
        this.accountLookup = new AccountLookup(settings, slurmPrograms);
        this.directoryOwnership = new DirectoryOwnership(slurmPrograms, AccountLookup.own());
        this.nodeSandbox = NodeSandbox.of(settings, nodeScripts, slurmPrograms);
        this.slurmNodeDiscovery = new SlurmNodeDiscovery(settings, slurmPrograms, hostList);
        this.foreignJobs = new ForeignJobs(slurmPrograms, hostList);
        this.sbatchSubmission = new SbatchSubmission(settings, slurmPrograms, nodeScripts);
        Duration every = settings.tools().every();
        this.slurmJobs =
                new SlurmJobs(
                        slurmPrograms,
                        sbatchSubmission,
                        new ActualPlacement(slurmPrograms, foreignJobs, () -> slurmSnapshot),
                        new SlurmLaunchRecords(nodeScripts.ledger()),
                        SlurmJobs.Doubt.of(settings.tools().patience(), every, settings.clock()));
        this.leakedSlurmJobs = new LeakedSlurmJobs(slurmPrograms, slurmJobs, settings.attempts());
        this.slurmSignals =
                new SlurmSignals(
                        slurmJobs,
                        nodeScripts,
                        asking,
                        slurmJob -> sbatchSubmission.inStep(slurmJob.asked(), slurmSnapshot));
        this.slurmExec = new SlurmExec(slurmJobs, slurmPrograms, nodeScripts);
        this.nodeProbe = new NodeProbe(settings, slurmPrograms, nodeScripts, nodeSandbox);
        this.slurmUsage = new SlurmUsage(settings.clock());
        this.usual = (int) Math.max(1, every.dividedBy(TICK));
    }

    /** When it is shut down it ends what it is about, and begins nothing more. */
    private static ScheduledExecutorService thread(String name) {
        var thread =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name(name).factory());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    /**
     * Finds what the cluster has and what runs on it already.
     *
     * @throws Problem if Slurm is not here, too old, does not answer, or has no such partition
     */
    public static SlurmEngine open(SlurmSettings settings) {
        SlurmChecks.version(settings);
        SlurmEngine engine = made(settings);
        try {
            engine.accountLookup.learn();
            engine.slurmJobs.adopt();
            engine.slurmSnapshot = engine.slurmNodeDiscovery.look();
            SlurmChecks.partitions(settings, engine.slurmSnapshot);
            engine.slurmJobs.poll();
            engine.taken =
                    engine.foreignJobs.look(engine.slurmSnapshot, engine.slurmJobs.numbers());
        } catch (IOException e) {
            engine.close();
            throw SlurmChecks.silent(e);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
        every(engine.asking, TICK, engine::tick);
        every(engine.looking, GLANCE, engine.slurmJobs::look);
        return engine;
    }

    private static SlurmEngine made(SlurmSettings settings) {
        try {
            return new SlurmEngine(settings);
        } catch (IOException e) {
            throw SlurmChecks.silent(e);
        }
    }

    private static void every(ScheduledExecutorService thread, Duration time, Runnable task) {
        var _ =
                thread.scheduleWithFixedDelay(
                        () -> guarded(task),
                        time.toMillis(),
                        time.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    /** A task of a scheduler that throws would never run again, and nobody would know. */
    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("The Slurm engine stumbled and goes on", e);
        }
    }

    private void tick() {
        ticks++;
        try {
            boolean due = ticks % usual == 0;
            if (slurmJobs.hurried() || due) {
                slurmJobs.poll();
            }
            if (ticks % ((long) usual * RARELY) == 0) {
                slurmSnapshot = slurmNodeDiscovery.look();
                taken = foreignJobs.look(slurmSnapshot, slurmJobs.numbers());
                leakedSlurmJobs.clear();
            }
        } catch (IOException e) {
            LOG.warn("Slurm did not answer; what was known stays: {}", e.getMessage());
        }
    }

    /**
     * Runs a small task on one node of each kind and says what it found. Takes as long as the cluster needs to start
     * them, within the patience of the settings for each; what is found is kept.
     */
    public List<ProbeResult> probe() {
        probed = nodeProbe.probe(slurmSnapshot);
        return probed;
    }

    /** What was found by the last probe; empty before there was one. */
    public List<ProbeResult> probed() {
        return probed;
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public EngineCapabilities capabilities() {
        boolean apart = settings.accounts().isPresent();
        return new EngineCapabilities(
                false,
                true,
                boxes(),
                "as Slurm is set up to limit it",
                apart
                        ? "accounts: every job runs under that of whoever submitted it"
                        : ProbeResult.sandbox(settings.box(), probed),
                apart || settings.box().trusting() || boxes());
    }

    @Override
    public Optional<PosixAccount> account(String owner) {
        return accountLookup.of(owner);
    }

    /**
     * Whether jobs run in sandboxes, as far as is known. What no probe has found out yet is no danger: where none works
     * a node starts nothing that needs one.
     */
    private boolean boxes() {
        return settings.box().wanted() && !ProbeResult.nowhereBoxed(probed);
    }

    @Override
    public List<DiscoveredNode> nodes() {
        return slurmSnapshot.found();
    }

    @Override
    public List<ForeignJob> foreignJobs() {
        return taken;
    }

    @Override
    public void launch(Launch launch) {
        if (!launch.limits().network() && !boxes()) {
            throw new Problem(
                    CANNOT,
                    "Attempt %s is to run without a network.".formatted(launch.id()),
                    "That takes a sandbox, and there is none: %s."
                            .formatted(capabilities().sandbox()),
                    "Install bubblewrap on the nodes and start the server again, or leave out network: false.");
        }
        slurmJobs.launch(
                launch,
                () -> {
                    List<String> words =
                            sbatchSubmission.words(
                                    launch, nodeSandbox.write(launch), slurmSnapshot);
                    directoryOwnership.give(launch);
                    return words;
                });
    }

    @Override
    public void signal(AttemptId id, AttemptSignal attemptSignal) {
        slurmJobs
                .find(id)
                .filter(slurmJob -> !slurmJob.gone())
                .ifPresent(slurmJob -> slurmSignals.signal(slurmJob, attemptSignal));
    }

    @Override
    public List<LiveAttempt> live() {
        return slurmJobs.all().stream().map(SlurmJob::live).toList();
    }

    @Override
    public Optional<LiveAttempt> live(AttemptId id) {
        return slurmJobs.find(id).map(SlurmJob::live);
    }

    @Override
    public void listen(Consumer<AttemptId> changed) {
        slurmJobs.listen(changed);
    }

    @Override
    public Optional<UsageSample> sample(AttemptId id) {
        return slurmJobs.find(id).flatMap(slurmUsage::newest);
    }

    @Override
    public ExecProcess exec(AttemptId id, ExecRequest execRequest) {
        return slurmExec.visit(
                slurmJobs.find(id).orElseThrow(() -> SlurmExec.notThere(id)), execRequest);
    }

    @Override
    public void forget(AttemptId id) {
        slurmJobs.forget(id, this::clear).ifPresent(slurmJob -> slurmUsage.forget(slurmJob.id()));
    }

    private void clear(SlurmJob slurmJob) {
        directoryOwnership.clear(slurmJob);
        slurmJob.directory().tidy();
    }

    @Override
    public void close() {
        slurmJobs.silence();
        asking.shutdown();
        looking.shutdown();
    }
}
