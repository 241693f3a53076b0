package slipway.evidence;

import java.time.Instant;
import slipway.base.TeamId;
import slipway.base.WorkloadId;

/**
 * A document about a workload. A workload has at most one of each kind; writing it again replaces it.
 *
 * @param author the user who caused it
 * @param body JSON; opaque here
 */
public record EvidenceDocument(
        Kind kind, WorkloadId workload, Instant at, String author, TeamId team, String body) {

    /** The kind of a document; its name is part of the name of the table. */
    public enum Kind {
        /** The estimate when the workload started. */
        FORECAST,
        /** The estimate compared with reality. */
        OUTCOME,
        /** The result of an acceptance test of a machine. */
        MEASUREMENT,
        /** The result of a pilot. */
        PILOT
    }

    /** A longer document belongs in a file of the attempt. */
    private static final int MAX_LENGTH = 1 << 18;

    public EvidenceDocument {
        if (body.isBlank() || body.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "The %s of %s has %d characters".formatted(kind, workload, body.length()));
        }
    }

    /** The same document with a later body. */
    EvidenceDocument completed(Instant now, String completeBody) {
        return new EvidenceDocument(kind, workload, now, author, team, completeBody);
    }

    /** The row of its table. */
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
