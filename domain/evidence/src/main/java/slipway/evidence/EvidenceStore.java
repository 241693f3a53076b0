package slipway.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import slipway.base.Actor;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.Calibration;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceDocument.Row;
import slipway.evidence.EvidenceRecorder.Documents;
import slipway.journal.Commit;
import slipway.journal.CommitResult;
import slipway.journal.Journal;
import slipway.journal.ModuleOwner;
import slipway.journal.ModuleRequest;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.table.KeyRange;
import slipway.journal.table.RowChange;

/** Stores evidence documents and the calibrations that follow from them. */
public final class EvidenceStore implements Documents {

    public static final ModuleSchema SCHEMA =
            new ModuleSchema("evidence", 3).renamedFrom("account", 1);

    private static final int ROWS_AT_ONCE = 200;

    /** A user with more teams sees most documents, so that reading all of them is as quick. */
    private static final int MAX_TEAMS_BY_INDEX = 50;

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

    /** Records evidence from now on, as a journal reader. Must be called once for each journal. */
    public void follow(AttemptSource attemptSource) {
        follow(
                List.of(
                        new MeasurementRecorder(attemptSource),
                        new OutcomeRecorder(attemptSource),
                        new PilotRecorder(attemptSource)));
    }

    void follow(List<EvidenceRecorder> recorders) {
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
     * The documents of a kind, newest first.
     *
     * @param before only documents of workloads submitted before this one
     */
    public List<EvidenceDocument> newest(Kind kind, Optional<WorkloadId> before, int limit) {
        return scan(kind, before, limit, _ -> true);
    }

    /** The same of some teams. Few teams are read by an index, however many documents others have. */
    public List<EvidenceDocument> newest(
            Kind kind, Optional<WorkloadId> before, int limit, Set<TeamId> teams) {
        if (teams.size() > MAX_TEAMS_BY_INDEX) {
            return scan(kind, before, limit, teams::contains);
        }
        KeyRange range = KeyRange.before(before.map(WorkloadId::value), limit);
        return teams.stream()
                .flatMap(
                        team ->
                                journal
                                        .rows(
                                                EvidenceTables.of(kind),
                                                range.where("team", team.value()))
                                        .stream())
                .sorted(Comparator.comparing((Row row) -> row.id().value()).reversed())
                .limit(limit)
                .map(row -> row.document(kind))
                .toList();
    }

    /** Pages are read until the limit is reached. */
    private List<EvidenceDocument> scan(
            Kind kind, Optional<WorkloadId> before, int limit, Predicate<TeamId> teams) {
        List<EvidenceDocument> found = new ArrayList<>();
        Optional<String> from = before.map(WorkloadId::value);
        boolean more = true;
        while (more && found.size() < limit) {
            List<Row> page =
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

    /** Stores a document. It is durable when the future completes. */
    public CompletableFuture<CommitResult> write(EvidenceDocument evidenceDocument) {
        return journal.send(Commit.of(List.of(), List.of(put(evidenceDocument))));
    }

    static RowChange put(EvidenceDocument evidenceDocument) {
        return new RowChange.Put<>(
                EvidenceTables.of(evidenceDocument.kind()),
                EvidenceDocument.Row.of(evidenceDocument));
    }

    /** All calibrations that were ever applied, in order. */
    public List<AppliedCalibration> calibrations() {
        return moduleOwner.snapshot().calibrations();
    }

    /** The newest calibration that was not undone. */
    public Optional<AppliedCalibration> inForce() {
        return moduleOwner.snapshot().inForce();
    }

    /** The correction factors in force. */
    public Calibration calibration() {
        return inForce()
                .map(it -> EvidenceJson.read(it.body(), Calibration.class))
                .orElse(Calibration.NONE);
    }

    /** The number of the calibration in force; 0 if none is. */
    public long numberInForce() {
        return moduleOwner.snapshot().number();
    }

    /**
     * Applies a calibration.
     *
     * @param after the number in force when the calibration was fitted; refused if it has changed
     */
    public CompletableFuture<CommitResult> apply(
            long after, String says, String body, Actor actor) {
        return moduleOwner.ask(
                ModuleRequest.of(new CalibrationLog.Request.Apply(after, says, body), actor));
    }

    /** Undoes the calibration in force; refused if it has another number. */
    public CompletableFuture<CommitResult> undo(long number, Actor actor) {
        return moduleOwner.ask(ModuleRequest.of(new CalibrationLog.Request.Undo(number), actor));
    }
}
