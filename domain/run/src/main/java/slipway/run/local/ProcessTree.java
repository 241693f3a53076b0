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
 * Assigns processes to node tasks at one instant. A process belongs to the task whose root is its ancestor; one that
 * lost its parents is identified by the variables with which it was started.
 */
final class ProcessTree {

    /** A node task: the attempt and the rank of the node. */
    record Owner(AttemptId id, int rank) {}

    private final ProcFs procFs;
    private final Map<Integer, ProcFs.Stat> stats = new HashMap<>();
    private final Map<Integer, Optional<Owner>> owners = new HashMap<>();

    /** The owner by variables, read only once per process, because its variables do not change. */
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

    /** A reused process id belongs to another process. */
    private void addRoot(ProcessIdentity root, Owner owner) {
        ProcFs.Stat stat = stats.get(root.pid());
        if (stat != null && stat.start() == root.start()) {
            owners.put(root.pid(), Optional.of(owner));
        }
    }

    /**
     * @param roots the roots that were alive at the last check
     */
    static ProcessTree scan(ProcFs procFs, Map<ProcessIdentity, Owner> roots) {
        return new ProcessTree(procFs, roots, new HashMap<>());
    }

    /** The next scan, which reuses the owners that this one read. */
    ProcessTree rescan(Map<ProcessIdentity, Owner> roots) {
        return new ProcessTree(procFs, roots, cachedOwners);
    }

    /**
     * All processes of the attempt, including roots, parents before their children: a shell that outlives its command
     * would start the next one.
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

    /** The number of its ancestors; bounded, because a process id reused between two reads can form a cycle. */
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

    /** The kernel hides the variables of a process that enters a user namespace, until it executes a program. */
    private Optional<Owner> byVariables(ProcFs.Stat stat) {
        CachedOwner cached = cachedOwners.get(stat.pid());
        if (cached != null && cached.start == stat.start()) {
            return cached.owner;
        }
        List<String> variables = procFs.environment(stat.pid());
        boolean isProtected = variables.isEmpty() && procFs.isOfThisUser(stat.pid());
        if (isProtected || ProcFs.replacesProgram(variables)) {
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
