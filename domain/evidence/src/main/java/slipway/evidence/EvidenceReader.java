package slipway.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import slipway.base.Fact;
import slipway.base.WorkloadId;
import slipway.evidence.EvidenceDocument.Kind;
import slipway.evidence.EvidenceRecorder.Documents;
import slipway.journal.Event;
import slipway.journal.JournalReader;
import slipway.journal.JournalStream;
import slipway.journal.table.RowChange;

/** Passes every fact to the recorders. Their documents become durable together with the cursor. */
final class EvidenceReader implements JournalReader {

    private final List<EvidenceRecorder> recorders;
    private final Documents stored;

    EvidenceReader(List<EvidenceRecorder> recorders, Documents stored) {
        this.recorders = List.copyOf(recorders);
        this.stored = stored;
    }

    @Override
    public String name() {
        // The name of the cursor; another name would read the journal from its beginning.
        return "account";
    }

    @Override
    public Set<JournalStream> streams() {
        return Set.of(JournalStream.FACTS);
    }

    @Override
    public List<RowChange> apply(List<Event> events) throws Exception {
        var batch = new Batch();
        for (Event event : events) {
            Optional<Fact> fact = event.fact();
            if (fact.isPresent()) {
                batch.record(fact.get(), event.at());
            }
        }
        return batch.rows();
    }

    private record DocumentKey(Kind kind, WorkloadId workload) {}

    /** The documents of one batch of events; a recorder can read what an earlier event of the batch wrote. */
    private final class Batch implements Documents {

        private final Map<DocumentKey, EvidenceDocument> written = new LinkedHashMap<>();

        void record(Fact fact, Instant at) throws Exception {
            for (EvidenceRecorder evidenceRecorder : recorders) {
                for (EvidenceDocument evidenceDocument : evidenceRecorder.record(fact, at, this)) {
                    written.put(
                            new DocumentKey(evidenceDocument.kind(), evidenceDocument.workload()),
                            evidenceDocument);
                }
            }
        }

        @Override
        public Optional<EvidenceDocument> document(Kind kind, WorkloadId workload) {
            return Optional.ofNullable(written.get(new DocumentKey(kind, workload)))
                    .or(() -> stored.document(kind, workload));
        }

        List<RowChange> rows() {
            List<RowChange> rows = new ArrayList<>();
            written.values()
                    .forEach(evidenceDocument -> rows.add(EvidenceStore.put(evidenceDocument)));
            return rows;
        }
    }
}
