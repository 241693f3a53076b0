package slipway.run.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.run.engine.LiveAttempt;

/** Finds again what an earlier life of the server launched. */
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

    List<LocalJob> all() {
        var jobs = new ArrayList<LocalJob>();
        var roots = new HashMap<ProcessIdentity, ProcessTree.Owner>();
        for (LocalLaunchRecords.Entry entry : localLaunchRecords.all()) {
            var localJob = new LocalJob(entry);
            localJob.parts.forEach(part -> known(localJob, part));
            localJob.parts.forEach(
                    part -> part.root().ifPresent(root -> roots.put(root, part.owner)));
            jobs.add(localJob);
        }
        boolean complete =
                jobs.stream()
                        .flatMap(localJob -> localJob.parts.stream())
                        .allMatch(part -> part.root().isPresent());
        if (!complete) {
            ProcessTree processTree = ProcessTree.look(procFs, roots);
            jobs.forEach(localJob -> search(localJob, processTree));
            jobs.removeIf(this::neverStarted);
        }
        return jobs;
    }

    /** Whether somebody runs this one, whom no ledger told of. */
    boolean one(LocalJob localJob) {
        localJob.parts.forEach(part -> known(localJob, part));
        if (localJob.parts.stream().anyMatch(part -> part.root().isEmpty())) {
            search(localJob, ProcessTree.look(procFs, Map.of()));
        }
        return localJob.parts.stream().anyMatch(part -> part.root().isPresent());
    }

    /** The launch.sh that holds the claim to a part, whoever started it. It may not have written yet who it is. */
    Optional<ProcessIdentity> holder(LocalJob localJob, LocalJob.Part part) {
        Optional<ProcessIdentity> written =
                localJob.directory.process(part.rank()).flatMap(ProcessIdentity::parse);
        boolean unknown =
                written.isEmpty()
                        && localJob.directory.claimed().contains(part.rank())
                        && !localJob.directory.exits().containsKey(part.rank());
        return unknown
                ? first(ProcessTree.look(procFs, Map.of()), part)
                : written.filter(processIdentity -> processIdentity.lives(procFs));
    }

    private void known(LocalJob localJob, LocalJob.Part part) {
        cgroups.flatMap(groups -> groups.find(LocalJobs.groupName(part))).ifPresent(part::startsIn);
        Optional<ProcessIdentity> written =
                localJob.directory.process(part.rank()).flatMap(ProcessIdentity::parse);
        if (written.filter(processIdentity -> !processIdentity.boot().equals(procFs.bootId()))
                .isPresent()) {
            localJob.say(LiveAttempt.NODE_LOST);
        }
        written.filter(processIdentity -> processIdentity.lives(procFs)).ifPresent(part::isAdopted);
    }

    /** By its variables: the server died before launch.sh could write down who it is. */
    private void search(LocalJob localJob, ProcessTree processTree) {
        for (LocalJob.Part part : localJob.parts) {
            if (part.root().isEmpty()) {
                first(processTree, part).ifPresentOrElse(part::isAdopted, part::isOrphaned);
            }
        }
    }

    private Optional<ProcessIdentity> first(ProcessTree processTree, LocalJob.Part part) {
        return processTree.of(part.owner).stream()
                .filter(stat -> stat.session() == stat.pid())
                .min(Comparator.comparingLong(ProcFs.Stat::start))
                .map(stat -> new ProcessIdentity(procFs.bootId(), stat.pid(), stat.start()));
    }

    private boolean neverStarted(LocalJob localJob) {
        boolean never =
                localJob.directory.claimed().isEmpty()
                        && localJob.parts.stream().allMatch(part -> part.root().isEmpty());
        if (never) {
            localLaunchRecords.remove(localJob.id());
        }
        return never;
    }
}
