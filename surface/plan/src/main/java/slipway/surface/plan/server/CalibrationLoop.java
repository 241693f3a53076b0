package slipway.surface.plan.server;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.evidence.CalibrationFit;
import slipway.evidence.CalibrationProposal;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder;
import slipway.evidence.EvidenceStore;
import slipway.journal.Journal;
import slipway.run.Runner;
import slipway.surface.api.evidence.CalibrationRoutes.CalibrationView;
import slipway.surface.api.evidence.CalibrationRoutes.OutcomeView;

/** Closes the loop: what finished workloads took corrects what is expected of the next ones. */
public final class CalibrationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(CalibrationLoop.class);
    private static final ProblemCode NOTHING_TO_CHANGE =
            ProblemCode.of(
                    slipway.base.ProblemKind.CONFLICT,
                    "nothing-to-calibrate",
                    "Finished workloads give no reason to correct anything.");

    /** Of what finished, so many of the newest count. */
    private static final int LOOKED_AT = 1_000;

    private final EvidenceStore evidenceStore;
    private final Runner runner;
    private final CurrentPlanner currentPlanner;

    public CalibrationLoop(
            EvidenceStore evidenceStore, Runner runner, CurrentPlanner currentPlanner) {
        this.evidenceStore = evidenceStore;
        this.runner = runner;
        this.currentPlanner = currentPlanner;
    }

    /** Who writes down what was expected, and what came of it. */
    public EvidenceRecorder scribe() {
        return new OutcomeRecorder(runner, currentPlanner);
    }

    /** A workload, when it ended, and how it stands beside its estimate. */
    record Told(WorkloadId id, Instant at, EstimateOutcome outcome) {}

    /** The newest first. */
    List<Told> told(Optional<WorkloadId> before, int limit, Predicate<TeamId> of) {
        return evidenceStore.newest(Kind.OUTCOME, before, limit, of).stream()
                .flatMap(
                        evidenceDocument ->
                                EvidenceJson.read(evidenceDocument, EstimateOutcome.class)
                                        .map(
                                                it ->
                                                        new Told(
                                                                evidenceDocument.workload(),
                                                                evidenceDocument.at(),
                                                                it))
                                        .stream())
                .toList();
    }

    /** What came of a workload, beside what was expected of it. */
    public Optional<OutcomeView> outcome(WorkloadId id) {
        return evidenceStore
                .document(Kind.OUTCOME, id)
                .flatMap(
                        evidenceDocument ->
                                EvidenceJson.read(evidenceDocument, EstimateOutcome.class)
                                        .map(it -> new Told(id, evidenceDocument.at(), it)))
                .map(CalibrationViews::of);
    }

    /** The newest of these teams, the newest first. */
    public List<OutcomeView> outcomes(int limit, Predicate<TeamId> of) {
        return told(Optional.empty(), limit, of).stream().map(CalibrationViews::of).toList();
    }

    /** What is in force and what is proposed, as it is sent. */
    public CalibrationView view() {
        return CalibrationViews.of(proposal(), currentPlanner.calibration(), evidenceStore);
    }

    /** What would be corrected now. */
    CalibrationProposal proposal() {
        return new CalibrationFit(currentPlanner.calibration())
                .propose(
                        told(Optional.empty(), LOOKED_AT, _ -> true).stream()
                                .flatMap(it -> it.outcome().observation(it.at()).stream())
                                .toList());
    }

    /**
     * Brings what is proposed into force.
     *
     * @param after the number of the calibration that was in force when somebody looked
     */
    void apply(long after, Actor actor) {
        CalibrationProposal calibrationProposal = proposal();
        if (!calibrationProposal.changes(currentPlanner.calibration())) {
            throw new Problem(
                    NOTHING_TO_CHANGE,
                    "Nothing was changed.",
                    "Finished workloads give no reason to correct anything, or not yet.",
                    "See what they say with: slipway plan calibrate");
        }
        Journal.await(
                evidenceStore.apply(
                        after,
                        calibrationProposal.calibration().summary(),
                        EvidenceJson.write(calibrationProposal.calibration()),
                        actor));
        runner.recomputeEstimates();
    }

    void undo(long number, Actor actor) {
        Journal.await(evidenceStore.undo(number, actor));
        runner.recomputeEstimates();
    }

    /** As a policy has it: whatever is proposed comes into force by itself. */
    public void applyWhatHelps() {
        try {
            if (proposal().changes(currentPlanner.calibration())) {
                apply(currentPlanner.number(), Actor.system("calibration"));
            }
        } catch (Problem later) {
            LOG.info("Not calibrated now: {}", later.getMessage());
        }
    }

    CurrentPlanner plans() {
        return currentPlanner;
    }

    EvidenceStore account() {
        return evidenceStore;
    }
}
