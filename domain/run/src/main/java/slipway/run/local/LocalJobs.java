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
    private static final Duration STROKE = Duration.ofMillis(20);
    private static final Duration WATCH = Duration.ofMillis(500);

    /** After so many strokes, a launch.sh that still waits although nothing is left is ended too. */
    private static final int STROKES = 250;

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
    private final ScheduledExecutorService acting =
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
        this.processStopper = new ProcessStopper(procFs, () -> ProcessTree.look(procFs, roots()));
    }

    /** Takes up what an earlier life of the server launched, and begins to watch. */
    void open() {
        var found = processAdoption.all();
        found.forEach(localJob -> jobs.put(localJob.id(), localJob));
        var _ =
                acting.scheduleWithFixedDelay(
                        guarded(this::watch), 0, WATCH.toMillis(), TimeUnit.MILLISECONDS);
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
        if (localJob.directory.isClaimed(localJob.parts.size())) {
            takeUp(entry, localJob);
            return;
        }
        try {
            localLaunchRecords.put(entry);
            for (LocalJob.Part part : localJob.parts) {
                start(localJob, part);
            }
        } catch (IOException e) {
            abandon(localJob);
            throw e;
        }
        changed(localJob.id());
    }

    /** It is over and forgotten, or a launch.sh runs it whose server died before anybody knew of it. */
    private void takeUp(LocalLaunchRecords.Entry entry, LocalJob localJob) {
        if (!processAdoption.one(localJob)) {
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

    private void start(LocalJob localJob, LocalJob.Part part) throws IOException {
        Launch launch = localJob.launch;
        if (cgroups.isPresent() && (!sandboxed || launch.limits().memory().isPresent())) {
            part.startsIn(cgroups.get().make(groupName(part), launch.limits()));
        }
        SessionSpawner.Child child = jobProcessLauncher.start(launch, part);
        ProcessIdentity.of(child.pid(), procFs).ifPresent(part::isStartedAs);
        var _ = child.end().thenAccept(code -> guarded(() -> ended(localJob, part, code)).run());
    }

    static String groupName(LocalJob.Part part) {
        return part.owner.id() + "." + part.rank();
    }

    private void abandon(LocalJob localJob) {
        processStopper.kill(localJob);
        processStopper.killRoots(localJob);
        localJob.parts.forEach(LocalJob.Part::isOver);
        jobs.remove(localJob.id());
        localLaunchRecords.remove(localJob.id());
    }

    /** Those that are not our children do not tell us of their end. */
    private void watch() {
        for (LocalJob localJob : jobs.values()) {
            for (LocalJob.Part part : localJob.parts) {
                if (!part.gone()
                        && part.adopted()
                        && !part.root().filter(root -> root.lives(procFs)).isPresent()) {
                    part.isEnding();
                    act(() -> sweep(localJob, part, LOOKS_AT_UNKNOWN));
                }
            }
        }
    }

    /**
     * What was started has ended; another may hold the claim, if the answer to it was lost. Only who holds it ends
     * with 0.
     */
    private void ended(LocalJob localJob, LocalJob.Part part, int code) {
        Optional<ProcessIdentity> holder =
                code == 0 ? Optional.empty() : processAdoption.holder(localJob, part);
        if (holder.isPresent()) {
            part.isAdopted(holder.get());
            changed(localJob.id());
        } else if (sandboxed
                && localJob.directory.hasExit(part.rank())
                && part.visitors().isEmpty()) {
            over(localJob, part);
        } else {
            act(() -> sweep(localJob, part, LOOKS_AT_UNKNOWN));
        }
    }

    /**
     * Without a sandbox a job may have left something that is in nobody's session. So may a sandbox whose launch.sh was
     * killed while it was being made: what it starts does not know yet with whom to die. A command beside the job may
     * be in a sandbox of its own.
     */
    private void sweep(LocalJob localJob, LocalJob.Part part, int looks) {
        boolean ended = localJob.directory.hasExit(part.rank());
        var leftovers = processStopper.sweep(part, ended);
        if (leftovers == ProcessStopper.Leftovers.KILLED) {
            later(STROKE, () -> sweep(localJob, part, LOOKS_AT_UNKNOWN));
        } else if (leftovers == ProcessStopper.Leftovers.UNKNOWN && looks > 0) {
            later(STROKE, () -> sweep(localJob, part, looks - 1));
        } else {
            over(localJob, part);
        }
    }

    private void over(LocalJob localJob, LocalJob.Part part) {
        part.cgroup()
                .filter(Cgroup::ranOutOfMemory)
                .ifPresent(_ -> localJob.say(LiveAttempt.OUT_OF_MEMORY));
        part.isOver();
        part.cgroup().ifPresent(Cgroup::remove);
        changed(localJob.id());
        // A gang is all or none.
        if (!localJob.gone() && !endedWell(localJob, part)) {
            act(() -> end(localJob));
        }
    }

    private static boolean endedWell(LocalJob localJob, LocalJob.Part part) {
        return Optional.ofNullable(localJob.directory.exits().get(part.rank()))
                .map(Exit::code)
                .filter(code -> code == 0)
                .isPresent();
    }

    /** Because of this it may not go on: it is asked to end, and after a grace ended. */
    void end(LocalJob localJob, String word) {
        if (localJob.say(word)) {
            act(() -> end(localJob));
        }
    }

    private void end(LocalJob localJob) {
        stop(localJob);
        later(GRACE, () -> strike(localJob, 0));
    }

    void signal(AttemptId id, AttemptSignal attemptSignal) {
        LocalJob localJob = jobs.get(id);
        if (localJob == null || localJob.gone()) {
            return;
        }
        act(
                () -> {
                    switch (attemptSignal) {
                        case CHECKPOINT -> processStopper.checkpoint(localJob);
                        case STOP -> stop(localJob);
                        case KILL -> strike(localJob, 0);
                    }
                });
    }

    private void stop(LocalJob localJob) {
        localJob.parts.forEach(part -> stop(part));
    }

    /** A part that is only just starting is asked as soon as there is somebody to ask. */
    private void stop(LocalJob.Part part) {
        if (!part.gone() && !processStopper.stop(part)) {
            later(STROKE, () -> stop(part));
        }
    }

    /** Ends it at once. */
    void kill(LocalJob localJob, String word) {
        if (localJob.say(word)) {
            act(() -> strike(localJob, 0));
        }
    }

    /** Again and again, because what was just struck may have forked just before. */
    private void strike(LocalJob localJob, int times) {
        if (localJob.gone()) {
            return;
        }
        boolean struck = processStopper.kill(localJob);
        if (!struck && times >= STROKES) {
            LOG.warn("{} waits although nothing is left; its launch.sh is ended", localJob.id());
            processStopper.killRoots(localJob);
        } else {
            later(STROKE, () -> strike(localJob, times + 1));
        }
    }

    /** Ends what a job left behind that keeps its log open, after the job itself has ended. */
    void strikeLeftovers(LocalJob localJob) {
        act(() -> strike(localJob, 0));
    }

    Optional<LocalJob> forget(AttemptId id) {
        LocalJob localJob = jobs.get(id);
        if (localJob == null || !localJob.gone()) {
            return Optional.empty();
        }
        jobs.remove(id);
        localJob.parts.forEach(part -> part.cgroup().ifPresent(Cgroup::remove));
        localJob.directory.tidy();
        localLaunchRecords.close(localJob.launch);
        return Optional.of(localJob);
    }

    Map<ProcessIdentity, ProcessTree.Owner> roots() {
        var roots = new HashMap<ProcessIdentity, ProcessTree.Owner>();
        for (LocalJob localJob : jobs.values()) {
            for (LocalJob.Part part : localJob.parts) {
                if (!part.gone()) {
                    part.root().ifPresent(root -> roots.put(root, part.owner));
                    part.visitors().forEach(visitor -> roots.put(visitor, part.owner));
                }
            }
        }
        return roots;
    }

    private void changed(AttemptId id) {
        listeners.forEach(listener -> listener.accept(id));
    }

    private void act(Runnable task) {
        later(Duration.ZERO, task);
    }

    private void later(Duration delay, Runnable task) {
        if (!acting.isShutdown()) {
            var _ = acting.schedule(guarded(task), delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** A task of a scheduler that throws would never run again, and nobody would know. */
    static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("The local engine stumbled and goes on", e);
            }
        };
    }

    @Override
    public void close() {
        listeners.clear();
        acting.shutdownNow();
    }
}
