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
import slipway.run.engine.Account;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Beside;
import slipway.run.engine.Capabilities;
import slipway.run.engine.Engine;
import slipway.run.engine.Found;
import slipway.run.engine.Launch;
import slipway.run.engine.Live;
import slipway.run.engine.Sampled;
import slipway.run.engine.Signal;
import slipway.run.engine.Taken;
import slipway.run.engine.Visit;

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
    private final Accounts accountLookup;
    private final Handing directoryOwnership;
    private final Discovery slurmNodeDiscovery;
    private final Others foreignJobs;
    private final Jobs slurmJobs;
    private final Submitting sbatchSubmission;
    private final Boxing nodeSandbox;
    private final Remains leakedSlurmJobs;
    private final Striking slurmSignals;
    private final Visiting slurmExec;
    private final Probing nodeProbe;
    private final Usage slurmUsage;
    private final int usual;
    private final ScheduledExecutorService asking = thread("slurm-engine");
    private final ScheduledExecutorService looking = thread("slurm-files");
    private volatile Picture slurmSnapshot = Picture.EMPTY;
    private volatile List<Taken> taken = List.of();
    private volatile List<Probed> probed = List.of();
    private long ticks;

    private SlurmEngine(SlurmSettings settings) throws IOException {
        this.settings = settings;
        var slurmPrograms = new Tools(settings.tools());
        var hostList = new Names(slurmPrograms);
        Scripts nodeScripts = Scripts.write(settings.attempts(), settings.accounts().isPresent());
        this.accountLookup = new Accounts(settings, slurmPrograms);
        this.directoryOwnership = new Handing(slurmPrograms, Accounts.own());
        this.nodeSandbox = Boxing.of(settings, nodeScripts, slurmPrograms);
        this.slurmNodeDiscovery = new Discovery(settings, slurmPrograms, hostList);
        this.foreignJobs = new Others(slurmPrograms, hostList);
        this.sbatchSubmission = new Submitting(settings, slurmPrograms, nodeScripts);
        Duration every = settings.tools().every();
        this.slurmJobs =
                new Jobs(
                        slurmPrograms,
                        sbatchSubmission,
                        new Placing(slurmPrograms, foreignJobs, () -> slurmSnapshot),
                        new Ledger(nodeScripts.ledger()),
                        Jobs.Doubt.of(settings.tools().patience(), every, settings.clock()));
        this.leakedSlurmJobs = new Remains(slurmPrograms, slurmJobs, settings.attempts());
        this.slurmSignals =
                new Striking(
                        slurmJobs,
                        nodeScripts,
                        asking,
                        slurmJob -> sbatchSubmission.inStep(slurmJob.asked(), slurmSnapshot));
        this.slurmExec = new Visiting(slurmJobs, slurmPrograms, nodeScripts);
        this.nodeProbe = new Probing(settings, slurmPrograms, nodeScripts, nodeSandbox);
        this.slurmUsage = new Usage(settings.clock());
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
        Checks.version(settings);
        SlurmEngine engine = made(settings);
        try {
            engine.accountLookup.learn();
            engine.slurmJobs.adopt();
            engine.slurmSnapshot = engine.slurmNodeDiscovery.look();
            Checks.partitions(settings, engine.slurmSnapshot);
            engine.slurmJobs.poll();
            engine.taken =
                    engine.foreignJobs.look(engine.slurmSnapshot, engine.slurmJobs.numbers());
        } catch (IOException e) {
            engine.close();
            throw Checks.silent(e);
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
            throw Checks.silent(e);
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
    public List<Probed> probe() {
        probed = nodeProbe.probe(slurmSnapshot);
        return probed;
    }

    /** What was found by the last probe; empty before there was one. */
    public List<Probed> probed() {
        return probed;
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public Capabilities capabilities() {
        boolean apart = settings.accounts().isPresent();
        return new Capabilities(
                false,
                true,
                boxes(),
                "as Slurm is set up to limit it",
                apart
                        ? "accounts: every job runs under that of whoever submitted it"
                        : Probed.sandbox(settings.box(), probed),
                apart || settings.box().trusting() || boxes());
    }

    @Override
    public Optional<Account> account(String owner) {
        return accountLookup.of(owner);
    }

    /**
     * Whether jobs run in sandboxes, as far as is known. What no probe has found out yet is no danger: where none works
     * a node starts nothing that needs one.
     */
    private boolean boxes() {
        return settings.box().wanted() && !Probed.nowhereBoxed(probed);
    }

    @Override
    public List<Found> nodes() {
        return slurmSnapshot.found();
    }

    @Override
    public List<Taken> taken() {
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
    public void signal(AttemptId id, Signal attemptSignal) {
        slurmJobs
                .find(id)
                .filter(slurmJob -> !slurmJob.gone())
                .ifPresent(slurmJob -> slurmSignals.signal(slurmJob, attemptSignal));
    }

    @Override
    public List<Live> live() {
        return slurmJobs.all().stream().map(Job::live).toList();
    }

    @Override
    public Optional<Live> live(AttemptId id) {
        return slurmJobs.find(id).map(Job::live);
    }

    @Override
    public void listen(Consumer<AttemptId> changed) {
        slurmJobs.listen(changed);
    }

    @Override
    public Optional<Sampled> sample(AttemptId id) {
        return slurmJobs.find(id).flatMap(slurmUsage::newest);
    }

    @Override
    public Beside visit(AttemptId id, Visit execRequest) {
        return slurmExec.visit(
                slurmJobs.find(id).orElseThrow(() -> Visiting.notThere(id)), execRequest);
    }

    @Override
    public void forget(AttemptId id) {
        slurmJobs.forget(id, this::clear).ifPresent(slurmJob -> slurmUsage.forget(slurmJob.id()));
    }

    private void clear(Job slurmJob) {
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
