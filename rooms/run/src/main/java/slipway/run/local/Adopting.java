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

    private final Proc proc;
    private final Ledger ledger;
    private final Optional<Cgroups> cgroups;

    Adopting(Proc proc, Ledger ledger, Optional<Cgroups> cgroups) {
        this.proc = proc;
        this.ledger = ledger;
        this.cgroups = cgroups;
    }

    List<Job> all() {
        var jobs = new ArrayList<Job>();
        var roots = new HashMap<Identity, Tree.Owner>();
        for (Ledger.Entry entry : ledger.all()) {
            var job = new Job(entry);
            job.parts.forEach(part -> known(job, part));
            job.parts.forEach(part -> part.root().ifPresent(root -> roots.put(root, part.owner)));
            jobs.add(job);
        }
        boolean complete =
                jobs.stream()
                        .flatMap(job -> job.parts.stream())
                        .allMatch(part -> part.root().isPresent());
        if (!complete) {
            Tree tree = Tree.look(proc, roots);
            jobs.forEach(job -> search(job, tree));
            jobs.removeIf(this::neverStarted);
        }
        return jobs;
    }

    /** Whether somebody runs this one, whom no ledger told of. */
    boolean one(Job job) {
        job.parts.forEach(part -> known(job, part));
        if (job.parts.stream().anyMatch(part -> part.root().isEmpty())) {
            search(job, Tree.look(proc, Map.of()));
        }
        return job.parts.stream().anyMatch(part -> part.root().isPresent());
    }

    /** The launch.sh that holds the claim to a part, whoever started it. It may not have written yet who it is. */
    Optional<Identity> holder(Job job, Job.Part part) {
        Optional<Identity> written = job.directory.process(part.rank()).flatMap(Identity::parse);
        boolean unknown =
                written.isEmpty()
                        && job.directory.claimed().contains(part.rank())
                        && !job.directory.exits().containsKey(part.rank());
        return unknown
                ? first(Tree.look(proc, Map.of()), part)
                : written.filter(identity -> identity.lives(proc));
    }

    private void known(Job job, Job.Part part) {
        cgroups.flatMap(groups -> groups.find(Jobs.groupName(part))).ifPresent(part::startsIn);
        Optional<Identity> written = job.directory.process(part.rank()).flatMap(Identity::parse);
        if (written.filter(identity -> !identity.boot().equals(proc.bootId())).isPresent()) {
            job.say(Live.NODE_LOST);
        }
        written.filter(identity -> identity.lives(proc)).ifPresent(part::isAdopted);
    }

    /** By its variables: the server died before launch.sh could write down who it is. */
    private void search(Job job, Tree tree) {
        for (Job.Part part : job.parts) {
            if (part.root().isEmpty()) {
                first(tree, part).ifPresentOrElse(part::isAdopted, part::isOrphaned);
            }
        }
    }

    private Optional<Identity> first(Tree tree, Job.Part part) {
        return tree.of(part.owner).stream()
                .filter(stat -> stat.session() == stat.pid())
                .min(Comparator.comparingLong(Proc.Stat::start))
                .map(stat -> new Identity(proc.bootId(), stat.pid(), stat.start()));
    }

    private boolean neverStarted(Job job) {
        boolean never =
                job.directory.claimed().isEmpty()
                        && job.parts.stream().allMatch(part -> part.root().isEmpty());
        if (never) {
            ledger.remove(job.id());
        }
        return never;
    }
}
