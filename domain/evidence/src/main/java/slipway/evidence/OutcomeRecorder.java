package slipway.evidence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.evidence.EvidenceDocument.Kind;

/**
 * Writes the estimate of a workload when its first attempt starts, and the outcome when it has ended. A pilot has no
 * estimate, because it does not run to its end.
 */
final class OutcomeRecorder implements EvidenceRecorder {

    private final AttemptSource attemptSource;

    OutcomeRecorder(AttemptSource attemptSource) {
        this.attemptSource = attemptSource;
    }

    @Override
    public List<EvidenceDocument> record(Fact fact, Instant at, Documents documents) {
        return switch (fact) {
            case Fact.WorkloadStarted start when start.attempt() == 1 ->
                    forecast(start, at).stream().toList();
            case Fact.WorkloadEnded end -> outcome(end, at, documents).stream().toList();
            default -> List.of();
        };
    }

    private Optional<EvidenceDocument> forecast(Fact.WorkloadStarted start, Instant at) {
        return attemptSource
                .started(start)
                .map(
                        it ->
                                new EvidenceDocument(
                                        Kind.FORECAST,
                                        start.workload(),
                                        at,
                                        it.owner(),
                                        it.team(),
                                        EvidenceJson.write(it.estimate())));
    }

    private Optional<EvidenceDocument> outcome(
            Fact.WorkloadEnded end, Instant at, Documents documents) {
        return documents
                .document(Kind.FORECAST, end.workload())
                .flatMap(it -> EvidenceJson.read(it, RecordedEstimate.class))
                .flatMap(
                        estimate ->
                                attemptSource
                                        .ended(end)
                                        .map(attempt -> outcome(end, at, attempt, estimate)));
    }

    private static EvidenceDocument outcome(
            Fact.WorkloadEnded end, Instant at, EndedAttempt attempt, RecordedEstimate estimate) {
        return new EvidenceDocument(
                Kind.OUTCOME,
                end.workload(),
                at,
                attempt.owner(),
                attempt.team(),
                EvidenceJson.write(EstimateOutcome.of(attempt, estimate)));
    }
}
