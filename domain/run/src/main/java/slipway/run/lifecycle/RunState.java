package slipway.run.lifecycle;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import slipway.base.PersistentSortedMap;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.Snapshot;
import slipway.journal.table.RowChange;
import slipway.run.lifecycle.Workload.StoredSpec;

/**
 * The run state, an immutable snapshot of this module: all live workloads, the recently ended ones, and the drained
 * nodes. Older ended workloads are only in the tables, so the memory of a server does not grow with its past.
 */
public final class RunState implements Snapshot<RunState> {

    /** The number of ended workloads kept in memory. */
    static final int RECENT = 1_000;

    private final Present present;
    private final Past past;
    private final PersistentSortedMap<String, NodeDrain> drains;

    /** Not part of the snapshot's value: it only saves parsing a spec twice. */
    private final SpecCache specCache;

    private RunState(
            Present present,
            Past past,
            PersistentSortedMap<String, NodeDrain> drains,
            SpecCache specCache) {
        this.present = present;
        this.past = past;
        this.drains = drains;
        this.specCache = specCache;
    }

    static RunState empty() {
        return new RunState(
                Present.EMPTY, Past.EMPTY, PersistentSortedMap.empty(), new SpecCache());
    }

    private RunState with(Present other) {
        return new RunState(other, past, drains, specCache);
    }

    private RunState with(Past other) {
        return new RunState(present, other, drains, specCache);
    }

    private RunState with(PersistentSortedMap<String, NodeDrain> other) {
        return new RunState(present, past, other, specCache);
    }

    /** The live workloads, indexed by what the rules look up. */
    private record Present(
            PersistentSortedMap<WorkloadId, Workload> all, Links members, Links dependents) {

        static final Present EMPTY =
                new Present(PersistentSortedMap.empty(), Links.NONE, Links.NONE);

        Present with(Workload workload) {
            Present others = without(workload.id());
            Links family = others.members;
            if (workload.member().isPresent()) {
                family = family.with(workload.member().get().array(), workload.id());
            }
            Links waiting = others.dependents;
            for (WorkloadId need : workload.needs()) {
                waiting = waiting.with(need, workload.id());
            }
            return new Present(others.all.with(workload.id(), workload), family, waiting);
        }

        Present without(WorkloadId id) {
            Optional<Workload> gone = all.get(id);
            if (gone.isEmpty()) {
                return this;
            }
            Links family = members;
            if (gone.get().member().isPresent()) {
                family = family.without(gone.get().member().get().array(), id);
            }
            Links waiting = dependents;
            for (WorkloadId need : gone.get().needs()) {
                waiting = waiting.without(need, id);
            }
            return new Present(all.without(id), family, waiting);
        }

        Stream<Workload> of(Links links, WorkloadId from) {
            return links.of(from).flatMap(id -> all.get(id).stream());
        }
    }

    /** An index from one workload to others. */
    private record Links(
            PersistentSortedMap<WorkloadId, PersistentSortedMap<WorkloadId, Boolean>> targets) {

        static final Links NONE = new Links(PersistentSortedMap.empty());

        Links with(WorkloadId from, WorkloadId to) {
            return new Links(targets.with(from, targetsOf(from).with(to, true)));
        }

        Links without(WorkloadId from, WorkloadId to) {
            PersistentSortedMap<WorkloadId, Boolean> left = targetsOf(from).without(to);
            return new Links(left.isEmpty() ? targets.without(from) : targets.with(from, left));
        }

        Stream<WorkloadId> of(WorkloadId from) {
            return targetsOf(from).keys();
        }

        private PersistentSortedMap<WorkloadId, Boolean> targetsOf(WorkloadId from) {
            return targets.get(from).orElse(PersistentSortedMap.empty());
        }
    }

    /** The recently ended workloads. */
    private record Past(
            PersistentSortedMap<WorkloadId, Workload> all,
            PersistentSortedMap<EndOrder, WorkloadId> order) {

        static final Past EMPTY =
                new Past(PersistentSortedMap.empty(), PersistentSortedMap.empty());

        Past with(Workload ended) {
            Past more =
                    new Past(
                            all.with(ended.id(), ended),
                            order.with(EndOrder.of(ended), ended.id()));
            if (more.order.size() <= RECENT) {
                return more;
            }
            EndOrder oldest = more.order.keys().findFirst().orElseThrow();
            return new Past(more.all.without(oldest.id), more.order.without(oldest));
        }

        Stream<Workload> oldestFirst() {
            return order.values().flatMap(id -> all.get(id).stream());
        }
    }

    private record EndOrder(Instant ended, WorkloadId id) implements Comparable<EndOrder> {

        private static final Comparator<EndOrder> ORDER =
                Comparator.comparing(EndOrder::ended).thenComparing(EndOrder::id);

        static EndOrder of(Workload workload) {
            return new EndOrder(workload.state().since(), workload.id());
        }

        @Override
        public int compareTo(EndOrder other) {
            return ORDER.compare(this, other);
        }
    }

    /** The live workloads, oldest first. */
    public Stream<Workload> live() {
        return present.all.values();
    }

    public int liveCount() {
        return present.all.size();
    }

    /** The recently ended workloads, oldest first. */
    public Stream<Workload> recentlyEnded() {
        return past.oldestFirst();
    }

    public Optional<Workload> find(WorkloadId id) {
        return present.all.get(id).or(() -> past.all.get(id));
    }

    /**
     * Finds by id; else the newest workload of this name; else, as in {@code sweep-7}, a member of the newest such
     * array.
     */
    public Optional<Workload> find(String idOrName, Predicate<Workload> seen) {
        return WorkloadId.parse(idOrName)
                .flatMap(this::find)
                .filter(seen)
                .or(() -> newest(seen.and(each -> each.name().equals(idOrName))))
                .or(() -> newest(seen.and(each -> isMember(each, idOrName))));
    }

    private static boolean isMember(Workload workload, String name) {
        return workload.member()
                .filter(member -> name.equals(workload.name() + "-" + member.index()))
                .isPresent();
    }

    private Optional<Workload> newest(Predicate<Workload> wanted) {
        return Stream.concat(recentlyEnded(), live())
                .filter(wanted)
                .max(Comparator.comparing(each -> each.header().submitted()));
    }

    public Optional<Workload> live(WorkloadId id) {
        return present.all.get(id);
    }

    /** The members of an array that are in memory. */
    public List<Workload> members(WorkloadId array) {
        return Stream.concat(
                        recentlyEnded().filter(each -> each.isMemberOf(array)), liveMembers(array))
                .toList();
    }

    /** The live members of an array, in their order. */
    public Stream<Workload> liveMembers(WorkloadId array) {
        return present.of(present.members, array);
    }

    /** The live workloads that need this one. */
    Stream<Workload> dependents(WorkloadId need) {
        return present.of(present.dependents, need);
    }

    public Stream<NodeDrain> drains() {
        return drains.values();
    }

    public Optional<NodeDrain> drain(String node) {
        return drains.get(node);
    }

    /** The equal spec that other workloads already share. */
    StoredSpec intern(StoredSpec spec) {
        return specCache.intern(spec);
    }

    @Override
    public RunState after(Commit commit) {
        RunState next = this;
        for (RowChange rowChange : commit.rows()) {
            next = next.after(rowChange);
        }
        return next;
    }

    private RunState after(RowChange rowChange) {
        return switch (rowChange) {
            case RowChange.Put<?>(var table, WorkloadRow put) when table == RunTables.LIVE ->
                    with(present.with(restored(put)));
            case RowChange.Put<?>(_, WorkloadRow put) -> with(past.with(restored(put)));
            case RowChange.Remove<?>(_, WorkloadRow gone) -> with(present.without(gone.id()));
            case RowChange.Put<?>(_, NodeDrain drain) -> with(drains.with(drain.node(), drain));
            case RowChange.Remove<?>(_, NodeDrain drain) -> with(drains.without(drain.node()));
            default -> this;
        };
    }

    private Workload restored(WorkloadRow row) {
        return row.workload(live(row.id()).map(Workload::storedSpec).orElseGet(() -> read(row)));
    }

    private StoredSpec read(WorkloadRow row) {
        return specCache.read(row.spec(), row.id());
    }

    /** Compares the workloads and drains; the order of events does not matter. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RunState that
                && present.equals(that.present)
                && past.equals(that.past)
                && drains.equals(that.drains);
    }

    @Override
    public int hashCode() {
        return present.all.hashCode() * 31 + drains.hashCode();
    }

    /** Builds a run state from rows in any order. */
    static final class Builder {

        private RunState runState = empty();
        private final PriorityQueue<WorkloadRow> newest =
                new PriorityQueue<>(
                        Comparator.comparing(WorkloadRow::since).thenComparing(WorkloadRow::id));

        void add(WorkloadRow row) {
            runState = runState.with(runState.present.with(row.workload(runState.read(row))));
        }

        void addPast(WorkloadRow row) {
            newest.add(row);
            if (newest.size() > RECENT) {
                newest.poll();
            }
        }

        void add(NodeDrain drain) {
            runState = runState.with(runState.drains.with(drain.node(), drain));
        }

        RunState build() {
            for (WorkloadRow row : newest) {
                runState = runState.with(runState.past.with(row.workload(runState.read(row))));
            }
            return runState;
        }
    }
}
