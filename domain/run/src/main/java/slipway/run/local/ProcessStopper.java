package slipway.run.local;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Sends signals to the processes of an attempt, except those in the session of {@code launch.sh}, which waits for the
 * job and records its exit code.
 */
final class ProcessStopper {

    private final ProcFs procFs;
    private final Supplier<ProcessTree> scan;

    /**
     * @param scan makes a new scan of all processes
     */
    ProcessStopper(ProcFs procFs, Supplier<ProcessTree> scan) {
        this.procFs = procFs;
        this.scan = scan;
    }

    /**
     * Sends the checkpoint signal to the workers that handle it: it would kill a process without a handler, such as the
     * shell around a worker.
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
     * Sends TERM to every process of a task, except the init process of a sandbox, which ignores it.
     *
     * @return whether the task had a process; one that is still starting has none
     */
    boolean stop(LocalJob.NodeTask task) {
        var processes = processesToSignal(List.of(task), scan.get());
        processes.removeIf(this::isFirstOfSandbox);
        processes.forEach(stat -> send(stat, PosixSignals.TERM));
        return !processes.isEmpty();
    }

    /**
     * Kills the cgroups, the init process of each sandbox, with which all its processes end, and all processes found by
     * their variables.
     *
     * @return whether there was a process to kill
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

    /** The result of {@link #killLeftovers}. */
    enum Leftovers {
        NONE,
        /** A process is in execve, so it is unknown whether it belongs to the job. */
        UNKNOWN,
        KILLED
    }

    /**
     * Kills the remaining processes of a task whose launch.sh has ended.
     *
     * @param ended whether launch.sh waited for the job: then no forked process is about to join the cgroup
     */
    Leftovers killLeftovers(LocalJob.NodeTask task, boolean ended) {
        if (ended
                && task.execProcesses().isEmpty()
                && task.cgroup().filter(group -> group.processes().isEmpty()).isPresent()) {
            return Leftovers.NONE; // no process can leave its cgroup
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

    /** Kills launch.sh too, if it does not end although its job has no process left. */
    void killRoots(LocalJob localJob) {
        ProcessTree processTree = scan.get();
        processTree.of(localJob.id()).forEach(stat -> send(stat, PosixSignals.KILL));
    }

    private boolean isFirstOfSandbox(ProcFs.Stat stat) {
        return procFs.status(stat.pid(), "NSpid").filter(ids -> ids.matches(".*\\s1")).isPresent();
    }

    /** All processes of the tasks except those in the sessions of launch.sh, each once. */
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
