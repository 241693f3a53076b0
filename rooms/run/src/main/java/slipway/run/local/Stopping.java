package slipway.run.local;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Signals to what runs of an attempt. The session of {@code launch.sh} is spared: it waits for the job and writes down
 * how it ended.
 */
final class Stopping {

    private final Proc proc;
    private final Supplier<Tree> look;

    /**
     * @param look a fresh look at all processes
     */
    Stopping(Proc proc, Supplier<Tree> look) {
        this.proc = proc;
        this.look = look;
    }

    /**
     * To the workers alone, and of these to those that would survive it: a process without a handler for the signal,
     * such as the shell around a worker, would die of it.
     */
    void checkpoint(Job job) {
        Optional<Integer> signal = job.directory.signal().flatMap(Posix::signal);
        if (signal.isEmpty()) {
            return;
        }
        var workers = new ArrayList<Proc.Stat>();
        for (Proc.Stat stat : tree(job, look.get()).values()) {
            if (isWorker(stat.pid()) && catches(stat.pid(), signal.get())) {
                workers.add(stat);
            }
        }
        Set<Integer> pids = new HashSet<>();
        workers.forEach(worker -> pids.add(worker.pid()));
        // A loader that a worker forked has the worker's handler, but nothing to save.
        workers.stream()
                .filter(worker -> !pids.contains(worker.parent()))
                .forEach(worker -> send(worker, signal.get()));
    }

    private boolean isWorker(int pid) {
        return proc.environment(pid).stream()
                .anyMatch(variable -> variable.startsWith("LOCAL_RANK="));
    }

    private boolean catches(int pid, int signal) {
        return proc.status(pid, "SigCgt")
                .map(mask -> (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) == 1)
                .orElse(false);
    }

    /** Asks every process to end. */
    void stop(Job job) {
        tree(job, look.get()).values().forEach(stat -> send(stat, Posix.TERM));
    }

    /**
     * One stroke at everything: the control groups, the first process of each sandbox, with which all others in it
     * end, and whatever is found by the variables it was started with.
     *
     * @return whether there was anything left to strike at
     */
    boolean kill(Job job) {
        job.parts.forEach(part -> part.cgroup().ifPresent(Cgroup::kill));
        Map<Integer, Proc.Stat> tree = tree(job, look.get());
        tree.values().stream()
                .filter(this::isFirstOfSandbox)
                .forEach(stat -> send(stat, Posix.KILL));
        tree.values().forEach(stat -> send(stat, Posix.KILL));
        return !tree.isEmpty();
    }

    /**
     * Strikes at whatever a part whose launch.sh has ended left behind.
     *
     * @return whether there was anything
     */
    boolean sweep(Job.Part part) {
        part.cgroup().ifPresent(Cgroup::kill);
        var left = new ArrayList<>(look.get().of(part.owner));
        left.addAll(grouped(part));
        left.forEach(stat -> send(stat, Posix.KILL));
        return !left.isEmpty();
    }

    /** The launch.sh too, for one that does not end although nothing is left for it to wait for. */
    void killRoots(Job job) {
        Tree tree = look.get();
        tree.of(job.id()).forEach(stat -> send(stat, Posix.KILL));
    }

    private boolean isFirstOfSandbox(Proc.Stat stat) {
        return proc.status(stat.pid(), "NSpid").filter(ids -> ids.matches(".*\\s1")).isPresent();
    }

    /** All processes of the job but those of launch.sh's own session, each part's control group included. */
    private Map<Integer, Proc.Stat> tree(Job job, Tree tree) {
        Set<Integer> sessions = new HashSet<>();
        job.parts.forEach(part -> part.root().ifPresent(root -> sessions.add(root.pid())));
        var found = new LinkedHashMap<Integer, Proc.Stat>();
        members(job, tree).stream()
                .filter(stat -> !sessions.contains(stat.session()))
                .forEach(stat -> found.put(stat.pid(), stat));
        return found;
    }

    private List<Proc.Stat> members(Job job, Tree tree) {
        var members = new ArrayList<>(tree.of(job.id()));
        job.parts.forEach(part -> members.addAll(grouped(part)));
        return members;
    }

    private List<Proc.Stat> grouped(Job.Part part) {
        return part.cgroup().map(Cgroup::processes).orElse(List.of()).stream()
                .flatMap(pid -> proc.stat(pid).stream())
                .filter(stat -> !stat.dead())
                .toList();
    }

    private void send(Proc.Stat to, int signal) {
        if (proc.stat(to.pid()).filter(now -> now.start() == to.start()).isPresent()) {
            Posix.kill(to.pid(), signal);
        }
    }
}
