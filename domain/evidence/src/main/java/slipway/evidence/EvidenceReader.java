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
import slipway.journal.EventStream;
import slipway.journal.JournalReader;
import slipway.journal.table.RowChange;

/** Tells every fact to the scribes. What they write becomes durable together with how far was read. */
final class EvidenceReader implements JournalReader {

    private final List<EvidenceRecorder> recorders;
    private final Documents stored;

    EvidenceReader(List<EvidenceRecorder> scribes, Documents kept) {
        this.recorders = List.copyOf(scribes);
        this.stored = kept;
    }

    @Override
    public String name() {
        return "account";
    }

    @Override
    public Set<EventStream> streams() {
        return Set.of(EventStream.FACTS);
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

    /** What is written in one go can be read in the same go. */
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
