package slipway.evidence;

import java.time.Instant;
import slipway.base.TeamId;
import slipway.base.WorkloadId;

/**
 * A document about a workload. There is one of each kind; writing it again replaces it.
 *
 * @param author who caused it
 * @param body JSON, which this room does not look into
 */
public record EvidenceDocument(
        Kind kind, WorkloadId workload, Instant at, String author, TeamId team, String body) {

    /** What a paper is about. */
    public enum Kind {
        /** What was expected when the workload began. */
        FORECAST,
        /** That, and what came of it. */
        OUTCOME,
        /** What a machine did when it was measured. */
        MEASUREMENT,
        /** What a trial found, and the plan that follows. */
        PILOT
    }

    /** Longer ones belong into a file of the attempt. */
    private static final int MAX_LENGTH = 1 << 18;

    public EvidenceDocument {
        if (body.isBlank() || body.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "The %s of %s has %d characters".formatted(kind, workload, body.length()));
        }
    }

    /** As it stands in its table. */
    record Row(WorkloadId id, Instant at, String byWhom, TeamId team, String body) {

        static Row of(EvidenceDocument evidenceDocument) {
            return new Row(
                    evidenceDocument.workload,
                    evidenceDocument.at,
                    evidenceDocument.author,
                    evidenceDocument.team,
                    evidenceDocument.body);
        }

        EvidenceDocument document(Kind kind) {
            return new EvidenceDocument(kind, id, at, byWhom, team, body);
        }
    }
}
