package slipway.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.ModuleRequest;
import slipway.journal.Snapshot;
import slipway.journal.table.RowChange;
import slipway.journal.table.TableReader;

/** The snapshot of calibrations: all that were ever applied, in order. */
record CalibrationLog(List<AppliedCalibration> calibrations) implements Snapshot<CalibrationLog> {

    private static final String SUBJECT = "calibration";

    public CalibrationLog {
        calibrations =
                calibrations.stream()
                        .sorted(Comparator.comparingLong(AppliedCalibration::number))
                        .toList();
    }

    static CalibrationLog read(TableReader tableReader) {
        List<AppliedCalibration> all = new ArrayList<>();
        tableReader.rows(EvidenceTables.CALIBRATIONS, all::add);
        return new CalibrationLog(all);
    }

    /** The newest calibration that was not undone. */
    Optional<AppliedCalibration> inForce() {
        return calibrations.reversed().stream().filter(it -> it.undone().isEmpty()).findFirst();
    }

    /** The number of the calibration in force; 0 if none is. */
    long number() {
        return inForce().map(AppliedCalibration::number).orElse(0L);
    }

    sealed interface Request {

        /**
         * @param after the number in force when the calibration was fitted, or 0
         */
        record Apply(long after, String says, String body) implements Request {}

        record Undo(long number) implements Request {}
    }

    static Commit decide(
            CalibrationLog calibrationLog, ModuleRequest<Request> moduleRequest, Instant now) {
        return switch (moduleRequest.request()) {
            case Request.Apply apply -> calibrationLog.apply(apply, moduleRequest, now);
            case Request.Undo(var number) -> calibrationLog.undo(number, moduleRequest, now);
        };
    }

    private Commit apply(Request.Apply request, ModuleRequest<Request> moduleRequest, Instant now) {
        if (request.after() != number()) {
            throw EvidenceProblems.otherInForce(request.after(), number());
        }
        var next =
                new AppliedCalibration(
                        calibrations.size() + 1L,
                        now,
                        moduleRequest.actor().name(),
                        request.says(),
                        request.body(),
                        Optional.empty(),
                        Optional.empty());
        return commit(
                new Fact.CalibrationApplied(next.number(), request.says()), moduleRequest, next);
    }

    private Commit undo(long number, ModuleRequest<Request> moduleRequest, Instant now) {
        AppliedCalibration current = inForce().orElseThrow(EvidenceProblems::nothingToUndo);
        if (current.number() != number) {
            throw EvidenceProblems.otherInForce(number, current.number());
        }
        return commit(
                new Fact.CalibrationUndone(number, current.says()),
                moduleRequest,
                current.undone(now, moduleRequest.actor().name()));
    }

    private static Commit commit(
            Fact fact, ModuleRequest<Request> moduleRequest, AppliedCalibration row) {
        return Commit.of(
                        List.of(EventDraft.of(fact, moduleRequest.actor(), SUBJECT)),
                        List.of(new RowChange.Put<>(EvidenceTables.CALIBRATIONS, row)))
                .answering("{\"number\":" + row.number() + "}");
    }

    @Override
    public CalibrationLog after(Commit commit) {
        var all = new ArrayList<>(calibrations);
        for (RowChange rowChange : commit.rows()) {
            if (rowChange instanceof RowChange.Put<?>(_, AppliedCalibration changed)) {
                all.removeIf(it -> it.number() == changed.number());
                all.add(changed);
            }
        }
        return new CalibrationLog(all);
    }
}
