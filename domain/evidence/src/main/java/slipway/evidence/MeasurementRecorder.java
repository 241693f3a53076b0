package slipway.evidence;

import java.time.Instant;
import java.util.List;
import slipway.base.Fact;
import slipway.evidence.EvidenceDocument.Kind;

/**
 * Completes the document of a measurement when its workload has ended. Other workloads have no such document, so a job
 * cannot become a measurement by printing a result.
 */
final class MeasurementRecorder implements EvidenceRecorder {

    private final AttemptSource attemptSource;

    MeasurementRecorder(AttemptSource attemptSource) {
        this.attemptSource = attemptSource;
    }

    @Override
    public List<EvidenceDocument> record(Fact fact, Instant at, Documents documents) {
        if (!(fact instanceof Fact.WorkloadEnded end)) {
            return List.of();
        }
        return documents.document(Kind.MEASUREMENT, end.workload()).stream()
                .flatMap(
                        requested ->
                                attemptSource.measurement(requested.body(), end).stream()
                                        .map(body -> requested.completed(at, body)))
                .toList();
    }
}
