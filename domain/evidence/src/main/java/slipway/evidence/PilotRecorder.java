package slipway.evidence;

import java.time.Instant;
import java.util.List;
import slipway.base.Fact;
import slipway.evidence.EvidenceDocument.Kind;

/** Writes the result of a pilot when it has ended. A repeated fact reads the same files and writes the same result. */
final class PilotRecorder implements EvidenceRecorder {

    private final AttemptSource attemptSource;

    PilotRecorder(AttemptSource attemptSource) {
        this.attemptSource = attemptSource;
    }

    @Override
    public List<EvidenceDocument> record(Fact fact, Instant at, Documents documents) {
        if (!(fact instanceof Fact.WorkloadEnded end)) {
            return List.of();
        }
        return attemptSource.pilot(end).stream()
                .map(
                        pilot ->
                                new EvidenceDocument(
                                        Kind.PILOT,
                                        end.workload(),
                                        at,
                                        pilot.owner(),
                                        pilot.team(),
                                        pilot.result()))
                .toList();
    }
}
