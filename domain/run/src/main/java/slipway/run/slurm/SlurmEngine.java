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
import slipway.journal.FatalFailures;
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
 * Runs attempts as jobs of a Slurm cluster, through its command-line programs. Background threads query the cluster and
 * the jobs; callers read the last results and never wait for Slurm.
 */
public final class SlurmEngine implements Engine {

    private static final Logger LOG = LoggerFactory.getLogger(SlurmEngine.class);
    private static final Duration FILE_INTERVAL = Duration.ofMillis(100);
    private static final Duration TICK = Duration.ofMillis(200);

    /** The cluster is queried once for this many queries of the jobs. */
    private static final int CLUSTER_EVERY = 5;

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
    private final int ticksPerPoll;
    private final ScheduledExecutorService slurmThread = newThread("slurm-engine");
    private final ScheduledExecutorService fileThread = newThread("slurm-files");
    private volatile SlurmSnapshot slurmSnapshot = SlurmSnapshot.EMPTY;
    private volatile List<ForeignJob> taken = List.of();
    private volatile List<ProbeResult> probeResults = List.of();
    private long ticks;

    private SlurmEngine(SlurmSettings settings) throws IOException {
        this.settings = settings;
        var slurmPrograms = new SlurmPrograms(settings.tooling());
        var hostList = new HostList(slurmPrograms);
        NodeScripts nodeScripts =
                NodeScripts.write(settings.attempts(), settings.accounts().isPresent());
        this.accountLookup = new AccountLookup(settings, slurmPrograms);
        this.directoryOwnership = new DirectoryOwnership(slurmPrograms, AccountLookup.serverUid());
        this.nodeSandbox = NodeSandbox.of(settings, nodeScripts, slurmPrograms);
        this.slurmNodeDiscovery = new SlurmNodeDiscovery(settings, slurmPrograms, hostList);
        this.foreignJobs = new ForeignJobs(slurmPrograms, hostList);
        this.sbatchSubmission = new SbatchSubmission(settings, slurmPrograms, nodeScripts);
        Duration every = settings.tooling().pollInterval();
        this.slurmJobs =
                new SlurmJobs(
                        slurmPrograms,
                        sbatchSubmission,
                        new ActualPlacement(slurmPrograms, foreignJobs, () -> slurmSnapshot),
                        new SlurmLaunchRecords(nodeScripts.launchRecords()),
                        TrustLimits.of(settings.tooling().timeout(), every, settings.clock()));
        this.leakedSlurmJobs = new LeakedSlurmJobs(slurmPrograms, slurmJobs, settings.attempts());
        this.slurmSignals =
                new SlurmSignals(
                        slurmJobs,
                        nodeScripts,
                        slurmThread,
                        slurmJob -> sbatchSubmission.inStep(slurmJob.requested(), slurmSnapshot));
        this.slurmExec = new SlurmExec(slurmJobs, slurmPrograms, nodeScripts);
        this.nodeProbe = new NodeProbe(settings, slurmPrograms, nodeScripts, nodeSandbox);
        this.slurmUsage = new SlurmUsage(settings.clock());
        this.ticksPerPoll = (int) Math.max(1, every.dividedBy(TICK));
    }

    /** After its shutdown the thread finishes its current task and starts no delayed ones. */
    private static ScheduledExecutorService newThread(String name) {
        var thread =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name(name).factory());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    /**
     * Discovers the nodes of the cluster and adopts the jobs that run there.
     *
     * @throws Problem if Slurm is not installed, too old, does not answer, or has no such partition
     */
    public static SlurmEngine open(SlurmSettings settings) {
        SlurmChecks.version(settings);
        SlurmEngine engine = create(settings);
        try {
            engine.accountLookup.readSlurmUser();
            engine.slurmJobs.adopt();
            engine.slurmSnapshot = engine.slurmNodeDiscovery.discover();
            SlurmChecks.partitions(settings, engine.slurmSnapshot);
            engine.slurmJobs.poll();
            engine.taken =
                    engine.foreignJobs.query(engine.slurmSnapshot, engine.slurmJobs.numbers());
        } catch (IOException e) {
            engine.close();
            throw SlurmChecks.noAnswer(e);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
        schedule(engine.slurmThread, TICK, engine::tick);
        schedule(engine.fileThread, FILE_INTERVAL, engine.slurmJobs::checkFiles);
        return engine;
    }

    private static SlurmEngine create(SlurmSettings settings) {
        try {
            return new SlurmEngine(settings);
        } catch (IOException e) {
            throw SlurmChecks.noAnswer(e);
        }
    }

    private static void schedule(ScheduledExecutorService thread, Duration time, Runnable task) {
        var _ =
                thread.scheduleWithFixedDelay(
                        FatalFailures.MACHINE.repeated("slurm engine", task),
                        time.toMillis(),
                        time.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void tick() {
        ticks++;
        try {
            boolean due = ticks % ticksPerPoll == 0;
            if (slurmJobs.isPollDue() || due) {
                slurmJobs.poll();
            }
            if (ticks % ((long) ticksPerPoll * CLUSTER_EVERY) == 0) {
                slurmSnapshot = slurmNodeDiscovery.discover();
                taken = foreignJobs.query(slurmSnapshot, slurmJobs.numbers());
                leakedSlurmJobs.cancelAll();
            }
        } catch (IOException e) {
            LOG.warn("Slurm did not answer; the last known state stays: {}", e.getMessage());
        }
    }

    /**
     * Runs a probe on one node of each kind and stores the results. It takes as long as the cluster needs to start the
     * probes, at most the command timeout for each.
     */
    public List<ProbeResult> probe() {
        probeResults = nodeProbe.probe(slurmSnapshot);
        return probeResults;
    }

    /** The results of the last probe; empty before the first one. */
    public List<ProbeResult> probeResults() {
        return probeResults;
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
                hasSandbox(),
                "as Slurm is set up to limit it",
                apart
                        ? "accounts: every job runs under the account of the user who submitted it"
                        : ProbeResult.sandbox(settings.sandbox(), probeResults),
                apart || settings.sandbox().trusting() || hasSandbox());
    }

    @Override
    public Optional<PosixAccount> account(String owner) {
        return accountLookup.of(owner);
    }

    /**
     * Whether jobs run in sandboxes, as far as known. It is safe to assume so before a probe has answered: a node on
     * which no sandbox works does not start a job that needs one.
     */
    private boolean hasSandbox() {
        return settings.sandbox().wanted() && !ProbeResult.isSandboxMissing(probeResults);
    }

    @Override
    public List<DiscoveredNode> nodes() {
        return slurmSnapshot.discovered();
    }

    @Override
    public List<ForeignJob> foreignJobs() {
        return taken;
    }

    @Override
    public void launch(Launch launch) {
        if (!launch.limits().network() && !hasSandbox()) {
            throw new Problem(
                    CANNOT,
                    "Attempt %s requests network: false.".formatted(launch.id()),
                    "That needs a sandbox. Sandbox on the nodes: %s."
                            .formatted(capabilities().sandbox()),
                    "Install bubblewrap on the nodes and start the server again, or remove network: false.");
        }
        slurmJobs.launch(
                launch,
                () -> {
                    List<String> words =
                            sbatchSubmission.command(
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
        return slurmExec.exec(
                slurmJobs.find(id).orElseThrow(() -> SlurmExec.notThere(id)), execRequest);
    }

    @Override
    public void forget(AttemptId id) {
        slurmJobs.forget(id, this::clear).ifPresent(slurmJob -> slurmUsage.forget(slurmJob.id()));
    }

    private void clear(SlurmJob slurmJob) {
        directoryOwnership.removeTemporary(slurmJob);
        slurmJob.directory().removeTemporaryFiles();
    }

    @Override
    public void close() {
        slurmJobs.removeListeners();
        slurmThread.shutdown();
        fileThread.shutdown();
    }
}
