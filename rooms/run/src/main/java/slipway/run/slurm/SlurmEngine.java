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
    private final Accounts accounts;
    private final Handing handing;
    private final Discovery discovery;
    private final Others others;
    private final Jobs jobs;
    private final Submitting submitting;
    private final Boxing boxing;
    private final Remains remains;
    private final Striking striking;
    private final Visiting visiting;
    private final Probing probing;
    private final Usage usage;
    private final int usual;
    private final ScheduledExecutorService asking = thread("slurm-engine");
    private final ScheduledExecutorService looking = thread("slurm-files");
    private volatile Picture picture = Picture.EMPTY;
    private volatile List<Taken> taken = List.of();
    private volatile List<Probed> probed = List.of();
    private long ticks;

    private SlurmEngine(SlurmSettings settings) throws IOException {
        this.settings = settings;
        var tools = new Tools(settings.tools());
        var names = new Names(tools);
        Scripts scripts = Scripts.write(settings.attempts(), settings.accounts().isPresent());
        this.accounts = new Accounts(settings, tools);
        this.handing = new Handing(tools, Accounts.own());
        this.boxing = Boxing.of(settings, scripts, tools);
        this.discovery = new Discovery(settings, tools, names);
        this.others = new Others(tools, names);
        this.submitting = new Submitting(settings, tools, scripts);
        Duration every = settings.tools().every();
        this.jobs =
                new Jobs(
                        tools,
                        submitting,
                        new Placing(tools, others, () -> picture),
                        new Ledger(scripts.ledger()),
                        Jobs.Doubt.of(settings.tools().patience(), every, settings.clock()));
        this.remains = new Remains(tools, jobs, settings.attempts());
        this.striking =
                new Striking(jobs, scripts, asking, job -> submitting.inStep(job.asked(), picture));
        this.visiting = new Visiting(jobs, tools, scripts);
        this.probing = new Probing(settings, tools, scripts, boxing);
        this.usage = new Usage(settings.clock());
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
            engine.accounts.learn();
            engine.jobs.adopt();
            engine.picture = engine.discovery.look();
            Checks.partitions(settings, engine.picture);
            engine.jobs.poll();
            engine.taken = engine.others.look(engine.picture, engine.jobs.numbers());
        } catch (IOException e) {
            engine.close();
            throw Checks.silent(e);
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
        every(engine.asking, TICK, engine::tick);
        every(engine.looking, GLANCE, engine.jobs::look);
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
            if (jobs.hurried() || due) {
                jobs.poll();
            }
            if (ticks % ((long) usual * RARELY) == 0) {
                picture = discovery.look();
                taken = others.look(picture, jobs.numbers());
                remains.clear();
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
        probed = probing.probe(picture);
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
        return accounts.of(owner);
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
        return picture.found();
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
        jobs.launch(
                launch,
                () -> {
                    List<String> words = submitting.words(launch, boxing.write(launch), picture);
                    handing.give(launch);
                    return words;
                });
    }

    @Override
    public void signal(AttemptId id, Signal signal) {
        jobs.find(id).filter(job -> !job.gone()).ifPresent(job -> striking.signal(job, signal));
    }

    @Override
    public List<Live> live() {
        return jobs.all().stream().map(Job::live).toList();
    }

    @Override
    public Optional<Live> live(AttemptId id) {
        return jobs.find(id).map(Job::live);
    }

    @Override
    public void listen(Consumer<AttemptId> changed) {
        jobs.listen(changed);
    }

    @Override
    public Optional<Sampled> sample(AttemptId id) {
        return jobs.find(id).flatMap(usage::newest);
    }

    @Override
    public Beside visit(AttemptId id, Visit visit) {
        return visiting.visit(jobs.find(id).orElseThrow(() -> Visiting.notThere(id)), visit);
    }

    @Override
    public void forget(AttemptId id) {
        jobs.forget(id, this::clear).ifPresent(job -> usage.forget(job.id()));
    }

    private void clear(Job job) {
        handing.clear(job);
        job.directory().tidy();
    }

    @Override
    public void close() {
        jobs.silence();
        asking.shutdown();
        looking.shutdown();
    }
}
