package slipway.evidence;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import slipway.base.Fact;
import slipway.base.WorkloadId;

/**
 * Hears what happens and writes papers about it. After a crash it may hear the last facts again, and must then write
 * the same.
 */
@FunctionalInterface
public interface EvidenceRecorder {

    /** Where a scribe finds papers. */
    @FunctionalInterface
    interface Documents {

        Optional<EvidenceDocument> document(EvidenceDocument.Kind kind, WorkloadId workload);
    }

    /**
     * @param at when it happened
     * @param documents what was written before, also a moment ago
     * @throws Exception if it cannot be written now; it is told again, later and later
     */
    List<EvidenceDocument> record(Fact fact, Instant at, Documents documents) throws Exception;
}
