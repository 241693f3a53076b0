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
import slipway.run.attempt.AttemptDirectory.Exit;
import slipway.run.engine.AttemptId;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;

/** What runs here, from its start or its adoption until it is forgotten. One thread strikes; any thread may look. */
final class LocalJobs implements AutoCloseable {

    /** Between asking everything to end and ending it. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(LocalJobs.class);
    private static final Duration KILL_INTERVAL = Duration.ofMillis(20);
    private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

    /** After so many strokes, a launch.sh that still waits although nothing is left is ended too. */
    private static final int MAX_KILLS = 250;

    /** After so many, a process that shows no variables is one that was started without any, and none of ours. */
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
     * @param sandboxed whether everything a job starts ends with its first process
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

    /** Takes up what an earlier life of the server launched, and begins to watch. */
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

    /** It is over and forgotten, or a launch.sh runs it whose server died before anybody knew of it. */
    private void adopt(LocalLaunchRecords.Entry entry, LocalJob localJob) {
        if (!processAdoption.adopt(localJob)) {
            jobs.remove(localJob.id());
            return;
        }
        try {
            localLaunchRecords.put(entry);
        } catch (IOException e) {
            LOG.warn("{} runs, and the next server will have to look for it", localJob.id(), e);
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

    /** Those that are not our children do not tell us of their end. */
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
     * What was started has ended; another may hold the claim, if the answer to it was lost. Only who holds it ends
     * with 0.
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
     * Without a sandbox a job may have left something that is in nobody's session. So may a sandbox whose launch.sh was
     * killed while it was being made: what it starts does not know yet with whom to die. A command beside the job may
     * be in a sandbox of its own.
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

    /** Because of this it may not go on: it is asked to end, and after a grace ended. */
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

    /** A part that is only just starting is asked as soon as there is somebody to ask. */
    private void stop(LocalJob.NodeTask task) {
        if (!task.gone() && !processStopper.stop(task)) {
            schedule(KILL_INTERVAL, () -> stop(task));
        }
    }

    /** Ends it at once. */
    void kill(LocalJob localJob, String state) {
        if (localJob.recordEngineState(state)) {
            execute(() -> kill(localJob, 0));
        }
    }

    /** Again and again, because what was just struck may have forked just before. */
    private void kill(LocalJob localJob, int times) {
        if (localJob.gone()) {
            return;
        }
        boolean killed = processStopper.kill(localJob);
        if (!killed && times >= MAX_KILLS) {
            LOG.warn("{} waits although nothing is left; its launch.sh is ended", localJob.id());
            processStopper.killRoots(localJob);
        } else {
            schedule(KILL_INTERVAL, () -> kill(localJob, times + 1));
        }
    }

    /** Ends what a job left behind that keeps its log open, after the job itself has ended. */
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

    /** A task of a scheduler that throws would never run again, and nobody would know. */
    static Runnable logErrors(Runnable action) {
        return () -> {
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.error("The local engine stumbled and goes on", e);
            }
        };
    }

    @Override
    public void close() {
        listeners.clear();
        actionThread.shutdownNow();
    }
}
