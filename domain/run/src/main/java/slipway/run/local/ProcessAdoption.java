package slipway.run.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.run.engine.LiveAttempt;

/**
 * Adopts the attempts that an earlier server launched: by the claim that the process wrote, else by its variables. A
 * claim with another boot id means that the machine was restarted and the attempt lost its node.
 */
final class ProcessAdoption {

    private final ProcFs procFs;
    private final LocalLaunchRecords localLaunchRecords;
    private final Optional<Cgroups> cgroups;

    ProcessAdoption(
            ProcFs procFs, LocalLaunchRecords localLaunchRecords, Optional<Cgroups> cgroups) {
        this.procFs = procFs;
        this.localLaunchRecords = localLaunchRecords;
        this.cgroups = cgroups;
    }

    List<LocalJob> adoptAll() {
        var jobs = new ArrayList<LocalJob>();
        var roots = new HashMap<ProcessIdentity, ProcessTree.Owner>();
        for (LocalLaunchRecords.Entry entry : localLaunchRecords.all()) {
            var localJob = new LocalJob(entry);
            localJob.tasks.forEach(task -> readClaim(localJob, task));
            localJob.tasks.forEach(
                    task -> task.root().ifPresent(root -> roots.put(root, task.owner)));
            jobs.add(localJob);
        }
        boolean complete =
                jobs.stream()
                        .flatMap(localJob -> localJob.tasks.stream())
                        .allMatch(task -> task.root().isPresent());
        if (!complete) {
            ProcessTree processTree = ProcessTree.scan(procFs, roots);
            jobs.forEach(localJob -> searchByVariables(localJob, processTree));
            jobs.removeIf(this::neverStarted);
        }
        return jobs;
    }

    /** Whether a process runs this attempt that has no launch record. */
    boolean adopt(LocalJob localJob) {
        localJob.tasks.forEach(task -> readClaim(localJob, task));
        if (localJob.tasks.stream().anyMatch(task -> task.root().isEmpty())) {
            searchByVariables(localJob, ProcessTree.scan(procFs, Map.of()));
        }
        return localJob.tasks.stream().anyMatch(task -> task.root().isPresent());
    }

    /**
     * The root that holds the claim to a task, whichever server started it. It may not have written its identity yet.
     */
    Optional<ProcessIdentity> claimHolder(LocalJob localJob, LocalJob.NodeTask task) {
        Optional<ProcessIdentity> claimed =
                localJob.directory.process(task.rank()).flatMap(ProcessIdentity::parse);
        boolean unknown =
                claimed.isEmpty()
                        && localJob.directory.claimed().contains(task.rank())
                        && !localJob.directory.exits().containsKey(task.rank());
        return unknown
                ? sessionLeader(ProcessTree.scan(procFs, Map.of()), task)
                : claimed.filter(identity -> identity.lives(procFs));
    }

    private void readClaim(LocalJob localJob, LocalJob.NodeTask task) {
        cgroups.flatMap(groups -> groups.find(LocalJobs.groupName(task)))
                .ifPresent(task::assignCgroup);
        Optional<ProcessIdentity> claimed =
                localJob.directory.process(task.rank()).flatMap(ProcessIdentity::parse);
        if (claimed.filter(identity -> !identity.boot().equals(procFs.bootId())).isPresent()) {
            localJob.recordEngineState(LiveAttempt.NODE_LOST);
        }
        claimed.filter(identity -> identity.lives(procFs)).ifPresent(task::adopt);
    }

    /** Finds the root by its variables, in case the server died before launch.sh wrote its identity. */
    private void searchByVariables(LocalJob localJob, ProcessTree processTree) {
        for (LocalJob.NodeTask task : localJob.tasks) {
            if (task.root().isEmpty()) {
                sessionLeader(processTree, task).ifPresentOrElse(task::adopt, task::markOrphaned);
            }
        }
    }

    private Optional<ProcessIdentity> sessionLeader(
            ProcessTree processTree, LocalJob.NodeTask task) {
        return processTree.of(task.owner).stream()
                .filter(stat -> stat.session() == stat.pid())
                .min(Comparator.comparingLong(ProcFs.Stat::start))
                .map(stat -> new ProcessIdentity(procFs.bootId(), stat.pid(), stat.start()));
    }

    private boolean neverStarted(LocalJob localJob) {
        boolean neverStarted =
                localJob.directory.claimed().isEmpty()
                        && localJob.tasks.stream().allMatch(task -> task.root().isEmpty());
        if (neverStarted) {
            localLaunchRecords.remove(localJob.id());
        }
        return neverStarted;
    }
}
