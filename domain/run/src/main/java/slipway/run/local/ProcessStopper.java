package slipway.run.local;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Signals to what runs of an attempt. The session of {@code launch.sh} is spared: it waits for the job and writes down
 * how it ended.
 */
final class ProcessStopper {

    private final ProcFs procFs;
    private final Supplier<ProcessTree> scan;

    /**
     * @param scan a fresh look at all processes
     */
    ProcessStopper(ProcFs procFs, Supplier<ProcessTree> scan) {
        this.procFs = procFs;
        this.scan = scan;
    }

    /**
     * To the workers alone, and of these to those that would survive it: a process without a handler for the signal,
     * such as the shell around a worker, would die of it.
     */
    void checkpoint(LocalJob localJob) {
        Optional<Integer> signal = localJob.directory.signal().flatMap(PosixSignals::signal);
        if (signal.isEmpty()) {
            return;
        }
        var workers = new ArrayList<ProcFs.Stat>();
        for (ProcFs.Stat stat : processesToSignal(localJob.tasks, scan.get())) {
            if (isWorker(stat.pid()) && handles(stat.pid(), signal.get())) {
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
        return procFs.environment(pid).stream()
                .anyMatch(variable -> variable.startsWith("LOCAL_RANK="));
    }

    private boolean handles(int pid, int signal) {
        return procFs.status(pid, "SigCgt")
                .map(mask -> (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) == 1)
                .orElse(false);
    }

    /**
     * Asks every process of a part to end. The first of a sandbox is not asked: it would not hear.
     *
     * @return whether there was anybody to ask; a part that is only just starting has nobody yet
     */
    boolean stop(LocalJob.NodeTask task) {
        var processes = processesToSignal(List.of(task), scan.get());
        processes.removeIf(this::isFirstOfSandbox);
        processes.forEach(stat -> send(stat, PosixSignals.TERM));
        return !processes.isEmpty();
    }

    /**
     * One stroke at everything: the control groups, the first process of each sandbox, with which all others in it
     * end, and whatever is found by the variables it was started with.
     *
     * @return whether there was anything left to strike at
     */
    boolean kill(LocalJob localJob) {
        localJob.tasks.forEach(task -> task.cgroup().ifPresent(Cgroup::kill));
        List<ProcFs.Stat> processes = processesToSignal(localJob.tasks, scan.get());
        processes.stream()
                .filter(this::isFirstOfSandbox)
                .forEach(stat -> send(stat, PosixSignals.KILL));
        processes.forEach(stat -> send(stat, PosixSignals.KILL));
        return !processes.isEmpty();
    }

    /** What a sweep found. */
    enum Leftovers {
        NONE,
        /** A process is replacing its program, and cannot be told from the job's at this moment. */
        UNKNOWN,
        KILLED
    }

    /**
     * Kills what a part whose launch.sh has ended left behind.
     *
     * @param ended whether launch.sh waited for the job: then nothing that it forked is still on its way into the group
     */
    Leftovers killLeftovers(LocalJob.NodeTask task, boolean ended) {
        if (ended
                && task.execProcesses().isEmpty()
                && task.cgroup().filter(group -> group.processes().isEmpty()).isPresent()) {
            return Leftovers.NONE; // nothing leaves its group
        }
        task.cgroup().ifPresent(Cgroup::kill);
        ProcessTree processTree = scan.get();
        var left = new ArrayList<>(processTree.of(task.owner));
        left.addAll(cgroupProcesses(task));
        left.forEach(stat -> send(stat, PosixSignals.KILL));
        if (!left.isEmpty()) {
            return Leftovers.KILLED;
        }
        long since = task.root().map(ProcessIdentity::start).orElse(0L);
        return processTree.mayHide(task.owner, since) ? Leftovers.UNKNOWN : Leftovers.NONE;
    }

    /** The launch.sh too, for one that does not end although nothing is left for it to wait for. */
    void killRoots(LocalJob localJob) {
        ProcessTree processTree = scan.get();
        processTree.of(localJob.id()).forEach(stat -> send(stat, PosixSignals.KILL));
    }

    private boolean isFirstOfSandbox(ProcFs.Stat stat) {
        return procFs.status(stat.pid(), "NSpid").filter(ids -> ids.matches(".*\\s1")).isPresent();
    }

    /** All processes of the parts but those of launch.sh's own sessions, each once. */
    private List<ProcFs.Stat> processesToSignal(
            List<LocalJob.NodeTask> tasks, ProcessTree processTree) {
        Set<Integer> sessions = new HashSet<>();
        var found = new LinkedHashSet<ProcFs.Stat>();
        for (LocalJob.NodeTask task : tasks) {
            task.root().ifPresent(root -> sessions.add(root.pid()));
            found.addAll(processTree.of(task.owner));
            cgroupProcesses(task).stream()
                    .filter(stat -> processTree.owner(stat.pid()).isEmpty())
                    .forEach(found::add);
        }
        return new ArrayList<>(
                found.stream().filter(stat -> !sessions.contains(stat.session())).toList());
    }

    private List<ProcFs.Stat> cgroupProcesses(LocalJob.NodeTask task) {
        return task.cgroup().map(Cgroup::processes).orElse(List.of()).stream()
                .flatMap(pid -> procFs.stat(pid).stream())
                .filter(stat -> !stat.dead())
                .toList();
    }

    private void send(ProcFs.Stat to, int signal) {
        if (procFs.stat(to.pid()).filter(now -> now.start() == to.start()).isPresent()) {
            PosixSignals.kill(to.pid(), signal);
        }
    }
}
