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
import slipway.evidence.EvidenceRecorder.Desk;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowChange;

/** The front door of the room: keeps what was expected, what came of it, and what follows from that. */
public final class EvidenceStore implements Desk {

    public static final ModuleSchema SCHEMA =
            new ModuleSchema("evidence", 2).renamedFrom("account", 1);

    private static final int AT_ONCE = 200;

    private final Journal journal;
    private final ModuleOwner<CalibrationLog, CalibrationLog.Order> moduleOwner;

    private EvidenceStore(Journal journal) {
        this.journal = journal;
        this.moduleOwner =
                journal.owner("account", CalibrationLog.read(journal), CalibrationLog::decide);
    }

    public static EvidenceStore open(Journal journal) {
        return new EvidenceStore(journal);
    }

    /** From now on these hear what happens. Once for each journal. */
    public void follow(List<EvidenceRecorder> scribes) {
        journal.follow(new EvidenceReader(scribes, this));
    }

    @Override
    public Optional<EvidenceDocument> paper(Kind kind, WorkloadId about) {
        return journal.rows(EvidenceTables.of(kind), KeyRange.only(about.value())).stream()
                .filter(row -> row.id().equals(about))
                .map(row -> row.paper(kind))
                .findFirst();
    }

    /**
     * The newest first.
     *
     * @param before only those about workloads that were submitted before this one
     * @param of only those of these teams, however many of others lie between them
     */
    public List<EvidenceDocument> newest(
            Kind kind, Optional<WorkloadId> before, int limit, Predicate<TeamId> of) {
        List<EvidenceDocument> found = new ArrayList<>();
        Optional<String> from = before.map(WorkloadId::value);
        boolean more = true;
        while (more && found.size() < limit) {
            List<EvidenceDocument.Row> part =
                    journal.rows(EvidenceTables.of(kind), KeyRange.before(from, AT_ONCE));
            part.stream()
                    .filter(row -> of.test(row.team()))
                    .limit(limit - found.size())
                    .map(row -> row.paper(kind))
                    .forEach(found::add);
            more = part.size() == AT_ONCE;
            from = more ? Optional.of(part.getLast().id().value()) : from;
        }
        return List.copyOf(found);
    }

    /** Durable when the future completes. */
    public CompletableFuture<CommitResult> keep(EvidenceDocument evidenceDocument) {
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
    public long number() {
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
                ModuleRequest.of(new CalibrationLog.Order.Apply(after, says, body), actor));
    }

    /** Takes the one in force out of it again; refused if it is not this one. */
    public CompletableFuture<CommitResult> undo(long number, Actor actor) {
        return moduleOwner.ask(ModuleRequest.of(new CalibrationLog.Order.Undo(number), actor));
    }
}
