package slipway.run.local;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.journal.FatalFailures;
import slipway.run.attempt.AttemptDirectory.Exit;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;

/**
 * The jobs of this machine, from start or adoption until they are forgotten. One thread sends signals; any may read.
 */
final class LocalJobs implements AutoCloseable {

    /** Time between the request to end and the kill. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(LocalJobs.class);
    private static final Duration KILL_INTERVAL = Duration.ofMillis(20);
    private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

    /** After this many kills, a launch.sh that still waits although its job has no process is killed too. */
    private static final int MAX_KILLS = 250;

    /** After this many checks, a process whose variables cannot be read counts as foreign. */
    private static final int LOOKS_AT_UNKNOWN = 50;

    private final ProcFs procFs;
    private final Optional<Cgroups> cgroups;
    private final boolean sandboxed;
    private final JobProcessLauncher jobProcessLauncher;
    private final LocalLaunchRecords localLaunchRecords;
    private final ProcessStopper processStopper;
    private final ProcessAdoption processAdoption;
    private final Map<AttemptId, LocalJob> jobs = new ConcurrentSkipListMap<>();
    private final List<Consumer<AttemptId>> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService actionThread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("local-engine").factory());

    /**
     * @param sandboxed whether all processes of a job end with its first process
     */
    LocalJobs(
            ProcFs procFs,
            Optional<Cgroups> cgroups,
            boolean sandboxed,
            JobProcessLauncher jobProcessLauncher,
            LocalLaunchRecords localLaunchRecords) {
        this.procFs = procFs;
        this.cgroups = cgroups;
        this.sandboxed = sandboxed;
        this.jobProcessLauncher = jobProcessLauncher;
        this.localLaunchRecords = localLaunchRecords;
        this.processAdoption = new ProcessAdoption(procFs, localLaunchRecords, cgroups);
        this.processStopper = new ProcessStopper(procFs, () -> ProcessTree.scan(procFs, roots()));
    }

    /** Adopts the attempts of an earlier server, and starts to poll for their ends. */
    void adoptAll() {
        var adopted = processAdoption.adoptAll();
        adopted.forEach(localJob -> jobs.put(localJob.id(), localJob));
        var _ =
                actionThread.scheduleWithFixedDelay(
                        logErrors(this::detectEnds),
                        0,
                        WATCH_INTERVAL.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    List<LocalJob> all() {
        return List.copyOf(jobs.values());
    }

    Optional<LocalJob> find(AttemptId id) {
        return Optional.ofNullable(jobs.get(id));
    }

    void listen(Consumer<AttemptId> changed) {
        listeners.add(changed);
    }

    void start(LocalLaunchRecords.Entry entry) throws IOException {
        var localJob = new LocalJob(entry);
        if (jobs.putIfAbsent(localJob.id(), localJob) != null) {
            return;
        }
        if (localJob.directory.isClaimed(localJob.tasks.size())) {
            adopt(entry, localJob);
            return;
        }
        try {
            localLaunchRecords.put(entry);
            for (LocalJob.NodeTask task : localJob.tasks) {
                start(localJob, task);
            }
        } catch (IOException e) {
            rollBack(localJob);
            throw e;
        }
        changed(localJob.id());
    }

    /**
     * The attempt has ended and was forgotten, or its launch.sh runs without a record of the server that started it.
     */
    private void adopt(LocalLaunchRecords.Entry entry, LocalJob localJob) {
        if (!processAdoption.adopt(localJob)) {
            jobs.remove(localJob.id());
            return;
        }
        try {
            localLaunchRecords.put(entry);
        } catch (IOException e) {
            LOG.warn(
                    "The launch record of {} could not be written; the next server searches for it",
                    localJob.id(),
                    e);
        }
        changed(localJob.id());
    }

    private void start(LocalJob localJob, LocalJob.NodeTask task) throws IOException {
        Launch launch = localJob.launch;
        if (cgroups.isPresent() && (!sandboxed || launch.limits().memory().isPresent())) {
            task.assignCgroup(cgroups.get().make(groupName(task), launch.limits()));
        }
        SessionSpawner.Child child = jobProcessLauncher.start(launch, task);
        ProcessIdentity.of(child.pid(), procFs).ifPresent(task::recordRoot);
        var _ = child.end().thenAccept(code -> logErrors(() -> ended(localJob, task, code)).run());
    }

    static String groupName(LocalJob.NodeTask task) {
        return task.owner.id() + "." + task.rank();
    }

    private void rollBack(LocalJob localJob) {
        processStopper.kill(localJob);
        processStopper.killRoots(localJob);
        localJob.tasks.forEach(LocalJob.NodeTask::markGone);
        jobs.remove(localJob.id());
        localLaunchRecords.remove(localJob.id());
    }

    /** The kernel does not notify this server of the end of a process that is not its child. */
    private void detectEnds() {
        for (LocalJob localJob : jobs.values()) {
            for (LocalJob.NodeTask task : localJob.tasks) {
                if (!task.gone()
                        && task.adopted()
                        && !task.root().filter(root -> root.lives(procFs)).isPresent()) {
                    task.markEnding();
                    execute(() -> cleanUp(localJob, task, LOOKS_AT_UNKNOWN));
                }
            }
        }
    }

    /**
     * The started process has ended. If another process holds the claim, because an earlier start was not recorded, it
     * is adopted. Only the holder of the claim exits with 0.
     */
    private void ended(LocalJob localJob, LocalJob.NodeTask task, int code) {
        Optional<ProcessIdentity> holder =
                code == 0 ? Optional.empty() : processAdoption.claimHolder(localJob, task);
        if (holder.isPresent()) {
            task.adopt(holder.get());
            changed(localJob.id());
        } else if (sandboxed
                && localJob.directory.hasExit(task.rank())
                && task.execProcesses().isEmpty()) {
            finish(localJob, task);
        } else {
            execute(() -> cleanUp(localJob, task, LOOKS_AT_UNKNOWN));
        }
    }

    /**
     * Kills what is left of an ended task, and finishes it when nothing is. Without a sandbox a job can leave processes
     * outside of its session. So can a sandbox whose launch.sh was killed while bubblewrap set it up. An exec session
     * may have its own sandbox.
     */
    private void cleanUp(LocalJob localJob, LocalJob.NodeTask task, int looks) {
        boolean ended = localJob.directory.hasExit(task.rank());
        var leftovers = processStopper.killLeftovers(task, ended);
        if (leftovers == ProcessStopper.Leftovers.KILLED) {
            schedule(KILL_INTERVAL, () -> cleanUp(localJob, task, LOOKS_AT_UNKNOWN));
        } else if (leftovers == ProcessStopper.Leftovers.UNKNOWN && looks > 0) {
            schedule(KILL_INTERVAL, () -> cleanUp(localJob, task, looks - 1));
        } else {
            finish(localJob, task);
        }
    }

    private void finish(LocalJob localJob, LocalJob.NodeTask task) {
        task.cgroup()
                .filter(Cgroup::ranOutOfMemory)
                .ifPresent(_ -> localJob.recordEngineState(LiveAttempt.OUT_OF_MEMORY));
        task.markGone();
        task.cgroup().ifPresent(Cgroup::remove);
        changed(localJob.id());
        // A gang is all or none.
        if (!localJob.gone() && !succeeded(localJob, task)) {
            execute(() -> end(localJob));
        }
    }

    private static boolean succeeded(LocalJob localJob, LocalJob.NodeTask task) {
        return Optional.ofNullable(localJob.directory.exits().get(task.rank()))
                .map(Exit::code)
                .filter(code -> code == 0)
                .isPresent();
    }

    /** Stops the job for this reason, and kills it after the grace period. */
    void end(LocalJob localJob, String state) {
        if (localJob.recordEngineState(state)) {
            execute(() -> end(localJob));
        }
    }

    private void end(LocalJob localJob) {
        stop(localJob);
        schedule(GRACE, () -> kill(localJob, 0));
    }

    void signal(AttemptId id, AttemptSignal attemptSignal) {
        LocalJob localJob = jobs.get(id);
        if (localJob == null || localJob.gone()) {
            return;
        }
        execute(
                () -> {
                    switch (attemptSignal) {
                        case CHECKPOINT -> processStopper.checkpoint(localJob);
                        case STOP -> stop(localJob);
                        case KILL -> kill(localJob, 0);
                    }
                });
    }

    private void stop(LocalJob localJob) {
        localJob.tasks.forEach(task -> stop(task));
    }

    /** A task that is still starting gets the signal as soon as it has a process. */
    private void stop(LocalJob.NodeTask task) {
        if (!task.gone() && !processStopper.stop(task)) {
            schedule(KILL_INTERVAL, () -> stop(task));
        }
    }

    /** Kills the job for this reason, without a grace period. */
    void kill(LocalJob localJob, String state) {
        if (localJob.recordEngineState(state)) {
            execute(() -> kill(localJob, 0));
        }
    }

    /** Repeats until no process is left, because one may have forked just before it was killed. */
    private void kill(LocalJob localJob, int times) {
        if (localJob.gone()) {
            return;
        }
        boolean killed = processStopper.kill(localJob);
        if (!killed && times >= MAX_KILLS) {
            LOG.warn(
                    "{} has no process left, but its launch.sh waits; it is killed", localJob.id());
            processStopper.killRoots(localJob);
        } else {
            schedule(KILL_INTERVAL, () -> kill(localJob, times + 1));
        }
    }

    /** Kills background processes that keep the log open after the job has ended. */
    void killLeftovers(LocalJob localJob) {
        execute(() -> kill(localJob, 0));
    }

    Optional<LocalJob> forget(AttemptId id) {
        LocalJob localJob = jobs.get(id);
        if (localJob == null || !localJob.gone()) {
            return Optional.empty();
        }
        jobs.remove(id);
        localJob.tasks.forEach(task -> task.cgroup().ifPresent(Cgroup::remove));
        localJob.directory.removeTemporaryFiles();
        localLaunchRecords.archive(localJob.launch);
        return Optional.of(localJob);
    }

    Map<ProcessIdentity, ProcessTree.Owner> roots() {
        var roots = new HashMap<ProcessIdentity, ProcessTree.Owner>();
        for (LocalJob localJob : jobs.values()) {
            for (LocalJob.NodeTask task : localJob.tasks) {
                if (!task.gone()) {
                    task.root().ifPresent(root -> roots.put(root, task.owner));
                    task.execProcesses().forEach(visitor -> roots.put(visitor, task.owner));
                }
            }
        }
        return roots;
    }

    private void changed(AttemptId id) {
        listeners.forEach(listener -> listener.accept(id));
    }

    private void execute(Runnable action) {
        schedule(Duration.ZERO, action);
    }

    private void schedule(Duration delay, Runnable action) {
        if (!actionThread.isShutdown()) {
            var _ =
                    actionThread.schedule(
                            logErrors(action), delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    static Runnable logErrors(Runnable action) {
        return FatalFailures.MACHINE.repeated("local engine", action);
    }

    @Override
    public void close() {
        listeners.clear();
        actionThread.shutdownNow();
    }
}
