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
    interface Desk {

        Optional<EvidenceDocument> paper(EvidenceDocument.Kind kind, WorkloadId about);
    }

    /**
     * @param at when it happened
     * @param desk what was written before, also a moment ago
     * @throws Exception if it cannot be written now; it is told again, later and later
     */
    List<EvidenceDocument> hear(Fact fact, Instant at, Desk desk) throws Exception;
}
