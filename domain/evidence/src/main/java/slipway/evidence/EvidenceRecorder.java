package slipway.evidence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.WorkloadId;

/**
 * Turns facts into evidence documents. After a crash it may get the last facts again and must then write the same
 * documents.
 */
@FunctionalInterface
interface EvidenceRecorder {

    /** Looks up documents. */
    @FunctionalInterface
    interface Documents {

        Optional<EvidenceDocument> document(EvidenceDocument.Kind kind, WorkloadId workload);
    }

    /**
     * @param at when it happened
     * @param documents the documents written before, including those of the same batch
     * @throws Exception if the documents cannot be written now; the fact is retried with growing delays
     */
    List<EvidenceDocument> record(Fact fact, Instant at, Documents documents) throws Exception;
}
