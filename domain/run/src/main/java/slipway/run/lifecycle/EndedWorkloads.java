package slipway.run.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.journal.Journal;
import slipway.journal.table.KeyRange;
import slipway.run.lifecycle.Workload.StoredSpec;

/** Ended workloads, read from their table: most of them are no longer in the run state. */
public final class EndedWorkloads {

    private static final int PAGE_SIZE = 500;

    private final Journal journal;

    public EndedWorkloads(Journal journal) {
        this.journal = journal;
    }

    public Optional<Workload> find(WorkloadId id) {
        return journal.rows(RunTables.PAST, KeyRange.only(id.value())).stream()
                .filter(row -> row.id().equals(id))
                .map(EndedWorkloads::workload)
                .findFirst();
    }

    /** Lists workloads of these teams, up to the limit of the range. */
    public List<Workload> list(KeyRange keyRange, Predicate<TeamId> of) {
        List<Workload> found = new ArrayList<>();
        Optional<String> from = keyRange.key();
        boolean more = true;
        while (more && found.size() < keyRange.limit()) {
            List<WorkloadRow> part =
                    journal.rows(
                            RunTables.PAST, new KeyRange(keyRange.direction(), from, PAGE_SIZE));
            part.stream()
                    .filter(row -> of.test(row.team()))
                    .limit(keyRange.limit() - found.size())
                    .map(EndedWorkloads::workload)
                    .forEach(found::add);
            more = part.size() == PAGE_SIZE;
            from = more ? Optional.of(part.getLast().id().value()) : from;
        }
        return found;
    }

    private static Workload workload(WorkloadRow row) {
        return row.workload(StoredSpec.of(row.spec(), row.id()));
    }
}
