package slipway.run.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.run.engine.Live;

/** Finds again what an earlier life of the server launched. */
final class Adopting {

    private final Proc procFs;
    private final Ledger localLaunchRecords;
    private final Optional<Cgroups> cgroups;

    Adopting(Proc procFs, Ledger localLaunchRecords, Optional<Cgroups> cgroups) {
        this.procFs = procFs;
        this.localLaunchRecords = localLaunchRecords;
        this.cgroups = cgroups;
    }

    List<Job> all() {
        var jobs = new ArrayList<Job>();
        var roots = new HashMap<Identity, Tree.Owner>();
        for (Ledger.Entry entry : localLaunchRecords.all()) {
            var localJob = new Job(entry);
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
            Tree processTree = Tree.look(procFs, roots);
            jobs.forEach(localJob -> search(localJob, processTree));
            jobs.removeIf(this::neverStarted);
        }
        return jobs;
    }

    /** Whether somebody runs this one, whom no ledger told of. */
    boolean one(Job localJob) {
        localJob.parts.forEach(part -> known(localJob, part));
        if (localJob.parts.stream().anyMatch(part -> part.root().isEmpty())) {
            search(localJob, Tree.look(procFs, Map.of()));
        }
        return localJob.parts.stream().anyMatch(part -> part.root().isPresent());
    }

    /** The launch.sh that holds the claim to a part, whoever started it. It may not have written yet who it is. */
    Optional<Identity> holder(Job localJob, Job.Part part) {
        Optional<Identity> written =
                localJob.directory.process(part.rank()).flatMap(Identity::parse);
        boolean unknown =
                written.isEmpty()
                        && localJob.directory.claimed().contains(part.rank())
                        && !localJob.directory.exits().containsKey(part.rank());
        return unknown
                ? first(Tree.look(procFs, Map.of()), part)
                : written.filter(processIdentity -> processIdentity.lives(procFs));
    }

    private void known(Job localJob, Job.Part part) {
        cgroups.flatMap(groups -> groups.find(Jobs.groupName(part))).ifPresent(part::startsIn);
        Optional<Identity> written =
                localJob.directory.process(part.rank()).flatMap(Identity::parse);
        if (written.filter(processIdentity -> !processIdentity.boot().equals(procFs.bootId()))
                .isPresent()) {
            localJob.say(Live.NODE_LOST);
        }
        written.filter(processIdentity -> processIdentity.lives(procFs)).ifPresent(part::isAdopted);
    }

    /** By its variables: the server died before launch.sh could write down who it is. */
    private void search(Job localJob, Tree processTree) {
        for (Job.Part part : localJob.parts) {
            if (part.root().isEmpty()) {
                first(processTree, part).ifPresentOrElse(part::isAdopted, part::isOrphaned);
            }
        }
    }

    private Optional<Identity> first(Tree processTree, Job.Part part) {
        return processTree.of(part.owner).stream()
                .filter(stat -> stat.session() == stat.pid())
                .min(Comparator.comparingLong(Proc.Stat::start))
                .map(stat -> new Identity(procFs.bootId(), stat.pid(), stat.start()));
    }

    private boolean neverStarted(Job localJob) {
        boolean never =
                localJob.directory.claimed().isEmpty()
                        && localJob.parts.stream().allMatch(part -> part.root().isEmpty());
        if (never) {
            localLaunchRecords.remove(localJob.id());
        }
        return never;
    }
}
