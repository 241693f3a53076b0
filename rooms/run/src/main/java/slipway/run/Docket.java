package slipway.run;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import slipway.base.Sorted;
import slipway.base.WorkloadId;
import slipway.journal.Commit;
import slipway.journal.Picture;
import slipway.journal.Row;

/**
 * The room's picture: every workload that has not ended, those that ended lately, and the drained nodes. Those that
 * ended long ago are in the tables only, so that a server with a long past needs no more memory than a young one.
 */
public final class Docket implements Picture<Docket> {

    /** So many of those that have ended are at hand. */
    static final int RECENT = 1_000;

    static final Docket EMPTY = new Docket(Sorted.empty(), Sorted.empty(), Sorted.empty());

    private final Sorted<WorkloadId, Workload> live;
    private final Sorted<Recent, Workload> recent;
    private final Sorted<String, Drain> drains;

    private Docket(
            Sorted<WorkloadId, Workload> live,
            Sorted<Recent, Workload> recent,
            Sorted<String, Drain> drains) {
        this.live = live;
        this.recent = recent;
        this.drains = drains;
    }

    /** Those that ended, the oldest first. */
    private record Recent(Instant at, WorkloadId id) implements Comparable<Recent> {

        private static final Comparator<Recent> ORDER =
                Comparator.comparing(Recent::at).thenComparing(Recent::id);

        static Recent of(Workload workload) {
            return new Recent(workload.state().since(), workload.id());
        }

        @Override
        public int compareTo(Recent other) {
            return ORDER.compare(this, other);
        }
    }

    /** Those that have not ended, the oldest first. */
    public Stream<Workload> live() {
        return live.values();
    }

    public int size() {
        return live.size();
    }

    /** Those that ended lately, the oldest first. */
    public Stream<Workload> ended() {
        return recent.values();
    }

    public Optional<Workload> find(WorkloadId id) {
        return live.get(id)
                .or(() -> recent.values().filter(past -> past.id().equals(id)).findFirst());
    }

    /** By its id, or the newest of this name, or as in {@code sweep-7} a member of the newest such array. */
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
        return Stream.concat(recent.values(), live.values())
                .filter(wanted)
                .max(Comparator.comparing(each -> each.title().submitted()));
    }

    Optional<Workload> live(WorkloadId id) {
        return live.get(id);
    }

    /** The members of an array that are at hand. */
    public List<Workload> members(WorkloadId array) {
        return Stream.concat(recent.values(), live.values())
                .filter(
                        each ->
                                each.member()
                                        .filter(member -> member.array().equals(array))
                                        .isPresent())
                .toList();
    }

    public Stream<Drain> drains() {
        return drains.values();
    }

    public Optional<Drain> drained(String node) {
        return drains.get(node);
    }

    @Override
    public Docket after(Commit commit) {
        Docket next = this;
        for (Row row : commit.rows()) {
            next = next.after(row);
        }
        return next;
    }

    private Docket after(Row row) {
        return switch (row) {
            case Row.Put<?>(var table, WorkloadRow put) when table == Tables.LIVE ->
                    new Docket(live.with(put.id(), known(put)), recent, drains);
            case Row.Put<?>(_, WorkloadRow put) -> remembering(known(put));
            case Row.Remove<?>(_, WorkloadRow gone) ->
                    new Docket(live.without(gone.id()), recent, drains);
            case Row.Put<?>(_, Drain drain) ->
                    new Docket(live, recent, drains.with(drain.node(), drain));
            case Row.Remove<?>(_, Drain drain) ->
                    new Docket(live, recent, drains.without(drain.node()));
            default -> this;
        };
    }

    private Workload known(WorkloadRow row) {
        return live.get(row.id())
                .map(before -> row.workload(before.frozen()))
                .orElseGet(row::workload);
    }

    private Docket remembering(Workload ended) {
        Sorted<Recent, Workload> more = recent.with(Recent.of(ended), ended);
        return new Docket(
                live,
                more.size() > RECENT ? more.without(more.keys().findFirst().orElseThrow()) : more,
                drains);
    }

    /** Puts a docket together from rows, in whatever order they come. */
    static final class Reading {

        private Docket docket = EMPTY;
        private final PriorityQueue<WorkloadRow> newest =
                new PriorityQueue<>(
                        Comparator.comparing(WorkloadRow::since).thenComparing(WorkloadRow::id));

        void add(Workload workload) {
            docket =
                    new Docket(
                            docket.live.with(workload.id(), workload),
                            docket.recent,
                            docket.drains);
        }

        void addPast(WorkloadRow row) {
            newest.add(row);
            if (newest.size() > RECENT) {
                newest.poll();
            }
        }

        void add(Drain drain) {
            docket =
                    new Docket(docket.live, docket.recent, docket.drains.with(drain.node(), drain));
        }

        Docket docket() {
            newest.forEach(row -> docket = docket.remembering(row.workload()));
            return docket;
        }
    }
}
