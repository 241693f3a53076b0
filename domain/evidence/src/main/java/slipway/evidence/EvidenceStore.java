package slipway.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import slipway.base.Actor;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder.Documents;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowChange;

/** The front door of the room: keeps what was expected, what came of it, and what follows from that. */
public final class EvidenceStore implements Documents {

    public static final ModuleSchema SCHEMA =
            new ModuleSchema("evidence", 2).renamedFrom("account", 1);

    private static final int ROWS_AT_ONCE = 200;

    private final Journal journal;
    private final ModuleOwner<CalibrationLog, CalibrationLog.Request> moduleOwner;

    private EvidenceStore(Journal journal) {
        this.journal = journal;
        this.moduleOwner =
                journal.owner("account", CalibrationLog.read(journal), CalibrationLog::decide);
    }

    public static EvidenceStore open(Journal journal) {
        return new EvidenceStore(journal);
    }

    /** From now on these hear what happens. Once for each journal. */
    public void follow(List<EvidenceRecorder> recorders) {
        journal.follow(new EvidenceReader(recorders, this));
    }

    @Override
    public Optional<EvidenceDocument> document(Kind kind, WorkloadId workload) {
        return journal.rows(EvidenceTables.of(kind), KeyRange.only(workload.value())).stream()
                .filter(row -> row.id().equals(workload))
                .map(row -> row.document(kind))
                .findFirst();
    }

    /**
     * The newest first.
     *
     * @param before only those about workloads that were submitted before this one
     * @param teams only those of these teams, however many of others lie between them
     */
    public List<EvidenceDocument> newest(
            Kind kind, Optional<WorkloadId> before, int limit, Predicate<TeamId> teams) {
        List<EvidenceDocument> found = new ArrayList<>();
        Optional<String> from = before.map(WorkloadId::value);
        boolean more = true;
        while (more && found.size() < limit) {
            List<EvidenceDocument.Row> page =
                    journal.rows(EvidenceTables.of(kind), KeyRange.before(from, ROWS_AT_ONCE));
            page.stream()
                    .filter(row -> teams.test(row.team()))
                    .limit(limit - found.size())
                    .map(row -> row.document(kind))
                    .forEach(found::add);
            more = page.size() == ROWS_AT_ONCE;
            from = more ? Optional.of(page.getLast().id().value()) : from;
        }
        return List.copyOf(found);
    }

    /** Durable when the future completes. */
    public CompletableFuture<CommitResult> write(EvidenceDocument evidenceDocument) {
        return journal.send(Commit.of(List.of(), List.of(put(evidenceDocument))));
    }

    static RowChange put(EvidenceDocument evidenceDocument) {
        return new RowChange.Put<>(
                EvidenceTables.of(evidenceDocument.kind()),
                EvidenceDocument.Row.of(evidenceDocument));
    }

    /** Every calibration there ever was, in the order in which they were applied. */
    public List<AppliedCalibration> calibrations() {
        return moduleOwner.picture().calibrations();
    }

    /** The newest that was not undone. */
    public Optional<AppliedCalibration> inForce() {
        return moduleOwner.picture().inForce();
    }

    /** Of the one in force; 0 where none is. */
    public long numberInForce() {
        return moduleOwner.picture().number();
    }

    /**
     * Brings a calibration into force.
     *
     * @param after the number of the one in force when this was worked out; refused if that is another by now
     */
    public CompletableFuture<CommitResult> apply(
            long after, String says, String body, Actor actor) {
        return moduleOwner.ask(
                ModuleRequest.of(new CalibrationLog.Request.Apply(after, says, body), actor));
    }

    /** Takes the one in force out of it again; refused if it is not this one. */
    public CompletableFuture<CommitResult> undo(long number, Actor actor) {
        return moduleOwner.ask(ModuleRequest.of(new CalibrationLog.Request.Undo(number), actor));
    }
}
