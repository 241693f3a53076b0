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
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.DiscoveredNode;
import slipway.run.engine.Engine;
import slipway.run.engine.EngineCapabilities;
import slipway.run.engine.ExecProcess;
import slipway.run.engine.ExecRequest;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.UsageSample;
import slipway.run.sandbox.BubblewrapProbe;
import slipway.run.sandbox.SandboxPolicy;

/**
 * Runs attempts as processes of this machine. They run in separate sessions and outlive the server; the next server
 * finds them by their launch records and claims.
 */
public final class LocalEngine implements Engine {

    private final LocalSettings settings;
    private final Optional<Cgroups> cgroups;
    private final Optional<SandboxPolicy> sandbox;
    private final LocalNodes localNodes;
    private final LocalJobs localJobs;
    private final SamplingLoop samplingLoop;
    private final LocalExec localExec;
    private final ScheduledExecutorService samplerThread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("local-sampler").factory());

    private LocalEngine(LocalSettings settings, Optional<Cgroups> cgroups, boolean useSupervisor) {
        this.settings = settings;
        this.cgroups = cgroups;
        this.sandbox =
                settings.sandbox().wanted()
                        ? BubblewrapProbe.detect(hidden(settings))
                        : Optional.empty();
        ProcFs procFs = ProcFs.ofThisMachine();
        String tier = "%s; memory: %s".formatted(describeSandbox(), describeMemoryLimit());
        this.localNodes = new LocalNodes(settings, procFs.memory(), tier);
        Optional<JobSupervisor> jobSupervisor =
                sandbox.filter(_ -> useSupervisor)
                        .flatMap(sandboxPolicy -> JobSupervisor.find(sandboxPolicy, procFs));
        var jobProcessLauncher =
                new JobProcessLauncher(sandbox, jobSupervisor, localNodes, SessionSpawner.detect());
        var localLaunchRecords = new LocalLaunchRecords(settings.attempts().resolve(".live"));
        this.localJobs =
                new LocalJobs(
                        procFs,
                        cgroups,
                        sandbox.isPresent(),
                        jobProcessLauncher,
                        localLaunchRecords);
        this.localExec =
                new LocalExec(
                        procFs,
                        () -> ProcessTree.scan(procFs, localJobs.roots()),
                        sandbox.map(_ -> jobProcessLauncher::sandboxScript));
        this.samplingLoop =
                new SamplingLoop(
                        localJobs,
                        new ProcessSampler(procFs, localNodes, settings.gpuDriver()),
                        cgroups.isEmpty());
    }

    /** Discovers the devices of the machine and adopts running attempts. */
    public static LocalEngine open(LocalSettings settings) {
        return open(settings, Cgroups.detect());
    }

    static LocalEngine open(LocalSettings settings, Optional<Cgroups> cgroups) {
        return open(settings, cgroups, true);
    }

    /**
     * @param useSupervisor whether jobs may run in a {@link JobSupervisor}; otherwise launch.sh starts every job
     */
    static LocalEngine open(
            LocalSettings settings, Optional<Cgroups> cgroups, boolean useSupervisor) {
        var engine = new LocalEngine(settings, cgroups, useSupervisor);
        engine.localJobs.adoptAll();
        long every = settings.sampleInterval().toMillis();
        var _ =
                engine.samplerThread.scheduleWithFixedDelay(
                        LocalJobs.logErrors(engine::sampleAll),
                        every,
                        every,
                        TimeUnit.MILLISECONDS);
        return engine;
    }

    private static List<Path> hidden(LocalSettings settings) {
        var hidden = new ArrayList<>(settings.sandbox().hidden());
        hidden.add(settings.attempts());
        return hidden;
    }

    private String describeSandbox() {
        return sandbox.isPresent() ? "bubblewrap" : "no sandbox";
    }

    private String describeMemoryLimit() {
        return cgroups.map(Cgroups::describe).orElse("sampled; a job above its limit is killed");
    }

    /** Samples all jobs and enforces their limits. */
    void sampleAll() {
        samplingLoop.sampleAll(settings.clock().instant());
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public EngineCapabilities capabilities() {
        return new EngineCapabilities(
                LocalNodes.isMpsRunning(),
                settings.nodes() > 1,
                sandbox.isPresent(),
                describeMemoryLimit(),
                describeSandbox(),
                sandbox.isPresent() || settings.sandbox().trusting());
    }

    @Override
    public List<DiscoveredNode> nodes() {
        return localNodes.nodes();
    }

    @Override
    public void launch(Launch launch) {
        check(launch);
        try {
            localJobs.start(new LocalLaunchRecords.Entry(launch, settings.clock().instant()));
        } catch (IOException e) {
            throw new Problem(
                            LAUNCH_FAILED,
                            "Attempt %s could not be started.".formatted(launch.id()),
                            "The operating system reported: %s.".formatted(e.getMessage()),
                            "Slipway tries again. Free disk space or memory if the error persists.")
                    .causedBy(e);
        }
    }

    private void check(Launch launch) {
        if (!launch.limits().network() && sandbox.isEmpty()) {
            throw new Problem(
                    CANNOT,
                    "Attempt %s requests network: false.".formatted(launch.id()),
                    "That needs a sandbox, and none works on this machine.",
                    "Install bubblewrap, or remove network: false.");
        }
        if (!launch.placement().seats().stream().allMatch(localNodes::has)) {
            throw new Problem(
                    LAUNCH_FAILED,
                    "Attempt %s is to run on %s."
                            .formatted(launch.id(), launch.placement().describe()),
                    "This machine has no such node or accelerators.",
                    "The scheduler places it again on the nodes that exist now.");
        }
        sandbox.ifPresent(sandboxPolicy -> sandboxPolicy.check(AttemptDirectory.of(launch)));
    }

    @Override
    public void signal(AttemptId id, AttemptSignal attemptSignal) {
        localJobs.signal(id, attemptSignal);
    }

    @Override
    public List<LiveAttempt> live() {
        return localJobs.all().stream().map(LocalJob::live).toList();
    }

    @Override
    public Optional<LiveAttempt> live(AttemptId id) {
        return localJobs.find(id).map(LocalJob::live);
    }

    @Override
    public void listen(Consumer<AttemptId> changed) {
        localJobs.listen(changed);
    }

    @Override
    public Optional<UsageSample> sample(AttemptId id) {
        return samplingLoop.newest(id);
    }

    @Override
    public ExecProcess exec(AttemptId id, ExecRequest execRequest) {
        LocalJob localJob =
                localJobs
                        .find(id)
                        .orElseThrow(
                                () ->
                                        new Problem(
                                                NOT_RUNNING,
                                                "Attempt %s does not run here.".formatted(id),
                                                "It has ended, or was never started.",
                                                "Check its state: slipway ps -a"));
        return localExec.exec(localJob, execRequest);
    }

    @Override
    public void forget(AttemptId id) {
        localJobs.forget(id);
        samplingLoop.forget(id);
    }

    @Override
    public void close() {
        localJobs.close();
        samplerThread.shutdownNow();
        settings.gpuDriver().close();
    }
}
