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
import slipway.run.engine.Launch;
import slipway.run.engine.Live;
import slipway.run.engine.Signal;

/** What runs here, from its start or its adoption until it is forgotten. One thread strikes; any thread may look. */
final class Jobs implements AutoCloseable {

    /** Between asking everything to end and ending it. */
    static final Duration GRACE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);
    private static final Duration STROKE = Duration.ofMillis(20);
    private static final Duration WATCH = Duration.ofMillis(500);

    /** After so many strokes, a launch.sh that still waits although nothing is left is ended too. */
    private static final int STROKES = 250;

    private final Proc proc;
    private final Optional<Cgroups> cgroups;
    private final boolean sandboxed;
    private final Starting starting;
    private final Ledger ledger;
    private final Stopping stopping;
    private final Adopting adopting;
    private final Map<AttemptId, Job> jobs = new ConcurrentSkipListMap<>();
    private final List<Consumer<AttemptId>> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService acting =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("local-engine").factory());

    /**
     * @param sandboxed whether everything a job starts ends with its first process
     */
    Jobs(
            Proc proc,
            Optional<Cgroups> cgroups,
            boolean sandboxed,
            Starting starting,
            Ledger ledger) {
        this.proc = proc;
        this.cgroups = cgroups;
        this.sandboxed = sandboxed;
        this.starting = starting;
        this.ledger = ledger;
        this.adopting = new Adopting(proc, ledger, cgroups);
        this.stopping = new Stopping(proc, () -> Tree.look(proc, roots()));
    }

    /** Takes up what an earlier life of the server launched, and begins to watch. */
    void open() {
        var found = adopting.all();
        found.forEach(job -> jobs.put(job.id(), job));
        var _ =
                acting.scheduleWithFixedDelay(
                        guarded(this::watch), 0, WATCH.toMillis(), TimeUnit.MILLISECONDS);
    }

    List<Job> all() {
        return List.copyOf(jobs.values());
    }

    Optional<Job> find(AttemptId id) {
        return Optional.ofNullable(jobs.get(id));
    }

    void listen(Consumer<AttemptId> changed) {
        listeners.add(changed);
    }

    void start(Ledger.Entry entry) throws IOException {
        var job = new Job(entry);
        if (jobs.putIfAbsent(job.id(), job) != null) {
            return;
        }
        if (job.directory.isClaimed(job.parts.size())) {
            takeUp(entry, job);
            return;
        }
        try {
            ledger.put(entry);
            for (Job.Part part : job.parts) {
                start(job, part);
            }
        } catch (IOException e) {
            abandon(job);
            throw e;
        }
        changed(job.id());
    }

    /** It is over and forgotten, or a launch.sh runs it whose server died before anybody knew of it. */
    private void takeUp(Ledger.Entry entry, Job job) {
        if (!adopting.one(job)) {
            jobs.remove(job.id());
            return;
        }
        try {
            ledger.put(entry);
        } catch (IOException e) {
            LOG.warn("{} runs, and the next server will have to look for it", job.id(), e);
        }
        changed(job.id());
    }

    private void start(Job job, Job.Part part) throws IOException {
        Launch launch = job.launch;
        if (cgroups.isPresent() && (!sandboxed || launch.limits().memory().isPresent())) {
            part.startsIn(cgroups.get().make(groupName(part), launch.limits()));
        }
        Spawning.Child child = starting.start(launch, part);
        Identity.of(child.pid(), proc).ifPresent(part::isStartedAs);
        var _ = child.end().thenAccept(code -> guarded(() -> ended(job, part, code)).run());
    }

    static String groupName(Job.Part part) {
        return part.owner.id() + "." + part.rank();
    }

    private void abandon(Job job) {
        stopping.kill(job);
        stopping.killRoots(job);
        job.parts.forEach(Job.Part::isOver);
        jobs.remove(job.id());
        ledger.remove(job.id());
    }

    /** Those that are not our children do not tell us of their end. */
    private void watch() {
        for (Job job : jobs.values()) {
            for (Job.Part part : job.parts) {
                if (!part.gone()
                        && part.adopted()
                        && !part.root().filter(root -> root.lives(proc)).isPresent()) {
                    part.isEnding();
                    act(() -> sweep(job, part));
                }
            }
        }
    }

    /**
     * What was started has ended; another may hold the claim, if the answer to it was lost. Only who holds it ends
     * with 0.
     */
    private void ended(Job job, Job.Part part, int code) {
        Optional<Identity> holder = code == 0 ? Optional.empty() : adopting.holder(job, part);
        if (holder.isPresent()) {
            part.isAdopted(holder.get());
        } else if (sandboxed && job.directory.hasExit(part.rank()) && part.visitors().isEmpty()) {
            over(job, part);
        } else {
            act(() -> sweep(job, part));
        }
    }

    /**
     * Without a sandbox a job may have left something that is in nobody's session. So may a sandbox whose launch.sh was
     * killed while it was being made: what it starts does not know yet with whom to die. A command beside the job may
     * be in a sandbox of its own.
     */
    private void sweep(Job job, Job.Part part) {
        if (stopping.sweep(part)) {
            later(STROKE, () -> sweep(job, part));
        } else {
            over(job, part);
        }
    }

    private void over(Job job, Job.Part part) {
        part.cgroup().filter(Cgroup::ranOutOfMemory).ifPresent(_ -> job.say(Live.OUT_OF_MEMORY));
        part.isOver();
        part.cgroup().ifPresent(Cgroup::remove);
        changed(job.id());
        // A gang is all or none.
        if (!job.gone() && !endedWell(job, part)) {
            act(() -> end(job));
        }
    }

    private static boolean endedWell(Job job, Job.Part part) {
        return Optional.ofNullable(job.directory.exits().get(part.rank()))
                .map(Exit::code)
                .filter(code -> code == 0)
                .isPresent();
    }

    /** Because of this it may not go on: it is asked to end, and after a grace ended. */
    void end(Job job, String word) {
        if (job.say(word)) {
            act(() -> end(job));
        }
    }

    private void end(Job job) {
        stop(job);
        later(GRACE, () -> strike(job, 0));
    }

    void signal(AttemptId id, Signal signal) {
        Job job = jobs.get(id);
        if (job == null || job.gone()) {
            return;
        }
        act(
                () -> {
                    switch (signal) {
                        case CHECKPOINT -> stopping.checkpoint(job);
                        case STOP -> stop(job);
                        case KILL -> strike(job, 0);
                    }
                });
    }

    private void stop(Job job) {
        job.parts.forEach(part -> stop(part));
    }

    /** A part that is only just starting is asked as soon as there is somebody to ask. */
    private void stop(Job.Part part) {
        if (!part.gone() && !stopping.stop(part)) {
            later(STROKE, () -> stop(part));
        }
    }

    /** Ends it at once. */
    void kill(Job job, String word) {
        if (job.say(word)) {
            act(() -> strike(job, 0));
        }
    }

    /** Again and again, because what was just struck may have forked just before. */
    private void strike(Job job, int times) {
        if (job.gone()) {
            return;
        }
        boolean struck = stopping.kill(job);
        if (!struck && times >= STROKES) {
            LOG.warn("{} waits although nothing is left; its launch.sh is ended", job.id());
            stopping.killRoots(job);
        } else {
            later(STROKE, () -> strike(job, times + 1));
        }
    }

    /** Ends what a job left behind that keeps its log open, after the job itself has ended. */
    void strikeLeftovers(Job job) {
        act(() -> strike(job, 0));
    }

    Optional<Job> forget(AttemptId id) {
        Job job = jobs.get(id);
        if (job == null || !job.gone()) {
            return Optional.empty();
        }
        jobs.remove(id);
        job.parts.forEach(part -> part.cgroup().ifPresent(Cgroup::remove));
        job.directory.tidy();
        ledger.close(job.launch);
        return Optional.of(job);
    }

    Map<Identity, Tree.Owner> roots() {
        var roots = new HashMap<Identity, Tree.Owner>();
        for (Job job : jobs.values()) {
            for (Job.Part part : job.parts) {
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
