package slipway.evidence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.base.WorkloadId;
import slipway.catalog.Calibration;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.journal.Journal;

/** Closes the loop from outcomes to estimates: fits a calibration to finished workloads, applies it and undoes it. */
public final class CalibrationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(CalibrationLoop.class);

    /** The newest outcomes that count. */
    private static final int MAX_OUTCOMES = 1_000;

    private final EvidenceStore evidenceStore;
    private final Runnable recomputeEstimates;

    /**
     * @param recomputeEstimates discards all estimates that were made with the previous calibration
     */
    public CalibrationLoop(EvidenceStore evidenceStore, Runnable recomputeEstimates) {
        this.evidenceStore = evidenceStore;
        this.recomputeEstimates = recomputeEstimates;
    }

    /**
     * The outcome of one workload.
     *
     * @param at when it ended
     */
    public record WorkloadOutcome(WorkloadId workload, Instant at, EstimateOutcome outcome) {

        private static Optional<WorkloadOutcome> of(EvidenceDocument evidenceDocument) {
            return EvidenceJson.read(evidenceDocument, EstimateOutcome.class)
                    .map(
                            it ->
                                    new WorkloadOutcome(
                                            evidenceDocument.workload(),
                                            evidenceDocument.at(),
                                            it));
        }
    }

    /**
     * The outcomes of finished workloads, newest first.
     *
     * @param before only workloads submitted before this one
     */
    public List<WorkloadOutcome> outcomes(
            Optional<WorkloadId> before, int limit, Set<TeamId> teams) {
        return evidenceStore.newest(Kind.OUTCOME, before, limit, teams).stream()
                .flatMap(it -> WorkloadOutcome.of(it).stream())
                .toList();
    }

    public Optional<WorkloadOutcome> outcome(WorkloadId workload) {
        return evidenceStore.document(Kind.OUTCOME, workload).flatMap(WorkloadOutcome::of);
    }

    /** The calibration that finished workloads suggest now. */
    public CalibrationProposal proposal() {
        return proposal(
                evidenceStore.newest(Kind.OUTCOME, Optional.empty(), MAX_OUTCOMES).stream()
                        .flatMap(it -> WorkloadOutcome.of(it).stream())
                        .flatMap(it -> it.outcome().observation(it.at()).stream())
                        .toList());
    }

    /** The calibration that these observations suggest, compared with the one in force. */
    public CalibrationProposal proposal(List<StepObservation> observations) {
        return CalibrationProposal.of(evidenceStore.calibration(), observations);
    }

    /**
     * Applies the current proposal.
     *
     * @param after the number of the calibration that the user saw in force
     */
    public void apply(long after, Actor actor) {
        CalibrationProposal proposal = proposal();
        if (!proposal.changes(evidenceStore.calibration())) {
            throw EvidenceProblems.nothingToCalibrate();
        }
        Calibration calibration = proposal.calibration();
        Journal.await(
                evidenceStore.apply(
                        after, calibration.summary(), EvidenceJson.write(calibration), actor));
        recomputeEstimates.run();
    }

    /** Undoes the calibration in force, if it has this number. */
    public void undo(long number, Actor actor) {
        Journal.await(evidenceStore.undo(number, actor));
        recomputeEstimates.run();
    }

    /** Applies the proposal if it changes something: the policy of automatic calibration. */
    public void applyAutomatically() {
        try {
            if (proposal().changes(evidenceStore.calibration())) {
                apply(evidenceStore.numberInForce(), Actor.system("calibration"));
            }
        } catch (Problem refused) {
            LOG.info("Not calibrated now: {}", refused.getMessage());
        }
    }
}
