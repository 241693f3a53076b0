package slipway.run.local;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.run.engine.AttemptId;

/**
 * Whose process is whose, at one instant. A process belongs to the part whose root it descends from; one that lost its
 * parents is known by the variables it was started with.
 */
final class ProcessTree {

    /** One part's place among the processes. */
    record Owner(AttemptId id, int rank) {}

    private final ProcFs procFs;
    private final Map<Integer, ProcFs.Stat> stats = new HashMap<>();
    private final Map<Integer, Optional<Owner>> owners = new HashMap<>();

    /** Asked for each process only once in its life: variables do not change. */
    private final Map<Integer, CachedOwner> cachedOwners;

    /** Processes whose owner cannot be read at this moment. */
    private final List<ProcFs.Stat> unknown = new ArrayList<>();

    private record CachedOwner(long start, Optional<Owner> owner) {}

    private ProcessTree(
            ProcFs procFs,
            Map<ProcessIdentity, Owner> roots,
            Map<Integer, CachedOwner> cachedOwners) {
        this.procFs = procFs;
        this.cachedOwners = cachedOwners;
        procFs.all().stream()
                .filter(stat -> !stat.dead())
                .forEach(stat -> stats.put(stat.pid(), stat));
        roots.forEach(this::addRoot);
        cachedOwners.keySet().retainAll(stats.keySet());
    }

    /** A number that came round again belongs to somebody else. */
    private void addRoot(ProcessIdentity root, Owner owner) {
        ProcFs.Stat stat = stats.get(root.pid());
        if (stat != null && stat.start() == root.start()) {
            owners.put(root.pid(), Optional.of(owner));
        }
    }

    /**
     * @param roots the roots that were alive when somebody last looked
     */
    static ProcessTree scan(ProcFs procFs, Map<ProcessIdentity, Owner> roots) {
        return new ProcessTree(procFs, roots, new HashMap<>());
    }

    /** The next look, which remembers what this one had to read. */
    ProcessTree rescan(Map<ProcessIdentity, Owner> roots) {
        return new ProcessTree(procFs, roots, cachedOwners);
    }

    /**
     * All processes of the attempt, roots included, parents before their children: a shell whose command is ended
     * before itself goes on with the next one.
     */
    List<ProcFs.Stat> of(AttemptId id) {
        return matching(owner -> owner.id().equals(id));
    }

    List<ProcFs.Stat> of(Owner task) {
        return matching(task::equals);
    }

    /** Whether a process that began at this tick or later may belong to the part, and could not be asked. */
    boolean mayHide(Owner task, long since) {
        var _ = of(task);
        return unknown.stream().anyMatch(stat -> stat.start() >= since);
    }

    private List<ProcFs.Stat> matching(Predicate<Owner> wanted) {
        var found = new ArrayList<ProcFs.Stat>();
        for (ProcFs.Stat stat : stats.values()) {
            if (owner(stat.pid()).filter(wanted).isPresent()) {
                found.add(stat);
            }
        }
        found.sort(Comparator.comparingInt(this::generation).thenComparingInt(ProcFs.Stat::pid));
        return found;
    }

    /** How many ancestors it has. Nobody is his own, except where a number came round between two reads. */
    private int generation(ProcFs.Stat of) {
        int generation = 0;
        ProcFs.Stat stat = stats.get(of.parent());
        while (stat != null && generation < stats.size()) {
            generation++;
            stat = stats.get(stat.parent());
        }
        return generation;
    }

    Optional<Owner> owner(int pid) {
        Optional<Owner> known = owners.get(pid);
        if (known != null) {
            return known;
        }
        ProcFs.Stat stat = stats.get(pid);
        if (stat == null || pid <= 1) {
            return Optional.empty();
        }
        Optional<Owner> owner = owner(stat.parent()).or(() -> byVariables(stat));
        owners.put(pid, owner);
        return owner;
    }

    private Optional<Owner> byVariables(ProcFs.Stat stat) {
        CachedOwner cached = cachedOwners.get(stat.pid());
        if (cached != null && cached.start == stat.start()) {
            return cached.owner;
        }
        List<String> variables = procFs.environment(stat.pid());
        if (ProcFs.replacesProgram(variables)) {
            unknown.add(stat);
            return Optional.empty();
        }
        Optional<Owner> owner = owner(variables);
        cachedOwners.put(stat.pid(), new CachedOwner(stat.start(), owner));
        return owner;
    }

    private static Optional<Owner> owner(List<String> variables) {
        int rank =
                value(variables, "NODE_RANK")
                        .filter(text -> text.matches("[0-9]{1,6}"))
                        .map(Integer::valueOf)
                        .orElse(0);
        return value(variables, "SLIPWAY_ATTEMPT")
                .flatMap(AttemptId::of)
                .map(id -> new Owner(id, rank));
    }

    private static Optional<String> value(List<String> variables, String name) {
        String prefix = name + "=";
        return variables.stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .findFirst();
    }
}
