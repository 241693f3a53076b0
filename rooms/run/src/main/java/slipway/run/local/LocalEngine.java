package slipway.run.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import slipway.base.Problem;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Beside;
import slipway.run.engine.Capabilities;
import slipway.run.engine.Engine;
import slipway.run.engine.Found;
import slipway.run.engine.Launch;
import slipway.run.engine.Live;
import slipway.run.engine.Sampled;
import slipway.run.engine.Signal;
import slipway.run.engine.Visit;
import slipway.run.sandbox.Sandbox;
import slipway.run.sandbox.Seeking;

/**
 * Attempts as processes of this machine. They are in sessions of their own and outlive the server; the next one finds
 * them by the ledger and by what each wrote down of itself.
 */
public final class LocalEngine implements Engine {

    private final LocalSettings settings;
    private final Optional<Cgroups> cgroups;
    private final Optional<Sandbox> sandbox;
    private final Machine localNodes;
    private final Jobs localJobs;
    private final Rounds samplingLoop;
    private final Visiting localExec;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("local-sampler").factory());

    private LocalEngine(LocalSettings settings, Optional<Cgroups> cgroups, boolean cradled) {
        this.settings = settings;
        this.cgroups = cgroups;
        this.sandbox =
                settings.sandbox()
                        ? Seeking.here(hidden(settings), settings.writable())
                        : Optional.empty();
        Proc procFs = Proc.ofThisMachine();
        String tier = "%s; memory: %s".formatted(sandboxWords(), memoryWords());
        this.localNodes = new Machine(settings, procFs.memory(), tier);
        Optional<Cradle> cradle =
                sandbox.filter(_ -> cradled).flatMap(box -> Cradle.find(box, procFs));
        var jobProcessLauncher = new Starting(sandbox, cradle, localNodes, Spawning.detect());
        var localLaunchRecords = new Ledger(settings.attempts().resolve(".live"));
        this.localJobs =
                new Jobs(
                        procFs,
                        cgroups,
                        sandbox.isPresent(),
                        jobProcessLauncher,
                        localLaunchRecords);
        this.localExec =
                new Visiting(
                        procFs,
                        () -> Tree.look(procFs, localJobs.roots()),
                        sandbox.map(_ -> jobProcessLauncher::alike));
        this.samplingLoop =
                new Rounds(
                        localJobs,
                        new Sampling(procFs, localNodes, settings.cards()),
                        cgroups.isEmpty());
    }

    /** Finds what the machine has and what runs on it already. */
    public static LocalEngine open(LocalSettings settings) {
        return open(settings, Cgroups.detect());
    }

    static LocalEngine open(LocalSettings settings, Optional<Cgroups> cgroups) {
        return open(settings, cgroups, true);
    }

    /**
     * @param cradled whether jobs may run in a {@link Cradle}; without, all are started as where there is none
     */
    static LocalEngine open(LocalSettings settings, Optional<Cgroups> cgroups, boolean cradled) {
        var engine = new LocalEngine(settings, cgroups, cradled);
        engine.localJobs.open();
        long every = settings.every().toMillis();
        var _ =
                engine.looking.scheduleWithFixedDelay(
                        Jobs.guarded(engine::look), every, every, TimeUnit.MILLISECONDS);
        return engine;
    }

    private static List<Path> hidden(LocalSettings settings) {
        var hidden = new ArrayList<>(settings.hidden());
        hidden.add(settings.attempts());
        return hidden;
    }

    private String sandboxWords() {
        return sandbox.isPresent() ? "bubblewrap" : "no sandbox";
    }

    private String memoryWords() {
        return cgroups.map(Cgroups::words).orElse("watched, and ended when above its limit");
    }

    /** One round: samples, and what may not go on. */
    void look() {
        samplingLoop.round(settings.clock().instant());
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public boolean isHere() {
        return true;
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(
                Machine.divides(),
                settings.nodes() > 1,
                sandbox.isPresent(),
                memoryWords(),
                sandboxWords(),
                sandbox.isPresent() || settings.trusting());
    }

    @Override
    public List<Found> nodes() {
        return localNodes.nodes();
    }

    @Override
    public void launch(Launch launch) {
        check(launch);
        try {
            localJobs.start(new Ledger.Entry(launch, settings.clock().instant()));
        } catch (IOException e) {
            throw new Problem(
                            LAUNCH_FAILED,
                            "Attempt %s could not be started.".formatted(launch.id()),
                            "The machine said: %s.".formatted(e.getMessage()),
                            "It is tried again; free what is short if this goes on.")
                    .causedBy(e);
        }
    }

    private void check(Launch launch) {
        if (!launch.limits().network() && sandbox.isEmpty()) {
            throw new Problem(
                    CANNOT,
                    "Attempt %s is to run without a network.".formatted(launch.id()),
                    "On this machine no sandbox works that could keep it off.",
                    "Install bubblewrap, or leave out network: false.");
        }
        if (!launch.placement().seats().stream().allMatch(localNodes::has)) {
            throw new Problem(
                    LAUNCH_FAILED,
                    "Attempt %s is to run on %s."
                            .formatted(launch.id(), launch.placement().words()),
                    "This machine has no such node or accelerators.",
                    "It is placed again, on what there is now.");
        }
        sandbox.ifPresent(box -> box.check(AttemptDirectory.of(launch)));
    }

    @Override
    public void signal(AttemptId id, Signal attemptSignal) {
        localJobs.signal(id, attemptSignal);
    }

    @Override
    public List<Live> live() {
        return localJobs.all().stream().map(Job::live).toList();
    }

    @Override
    public Optional<Live> live(AttemptId id) {
        return localJobs.find(id).map(Job::live);
    }

    @Override
    public void listen(Consumer<AttemptId> changed) {
        localJobs.listen(changed);
    }

    @Override
    public Optional<Sampled> sample(AttemptId id) {
        return samplingLoop.newest(id);
    }

    @Override
    public Beside visit(AttemptId id, Visit execRequest) {
        Job localJob =
                localJobs
                        .find(id)
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                NOT_THERE,
                                                "Attempt %s does not run here.".formatted(id),
                                                "It has ended, or was never started.",
                                                "See how it stands: slipway ps -a"));
        return localExec.visit(localJob, execRequest);
    }

    @Override
    public void forget(AttemptId id) {
        localJobs.forget(id);
        samplingLoop.forget(id);
    }

    @Override
    public void close() {
        localJobs.close();
        looking.shutdownNow();
        settings.cards().close();
    }
}
