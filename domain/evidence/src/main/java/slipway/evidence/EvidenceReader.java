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
import slipway.evidence.EvidenceRecorder.Desk;
import slipway.journal.Event;
import slipway.journal.EventStream;
import slipway.journal.JournalReader;
import slipway.journal.table.RowChange;

/** Tells every fact to the scribes. What they write becomes durable together with how far was read. */
final class EvidenceReader implements JournalReader {

    private final List<EvidenceRecorder> scribes;
    private final Desk kept;

    EvidenceReader(List<EvidenceRecorder> scribes, Desk kept) {
        this.scribes = List.copyOf(scribes);
        this.kept = kept;
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
        var round = new Round();
        for (Event event : events) {
            Optional<Fact> fact = event.fact();
            if (fact.isPresent()) {
                round.hear(fact.get(), event.at());
            }
        }
        return round.rows();
    }

    private record Place(Kind kind, WorkloadId about) {}

    /** What is written in one go can be read in the same go. */
    private final class Round implements Desk {

        private final Map<Place, EvidenceDocument> written = new LinkedHashMap<>();

        void hear(Fact fact, Instant at) throws Exception {
            for (EvidenceRecorder evidenceRecorder : scribes) {
                for (EvidenceDocument evidenceDocument : evidenceRecorder.hear(fact, at, this)) {
                    written.put(
                            new Place(evidenceDocument.kind(), evidenceDocument.about()),
                            evidenceDocument);
                }
            }
        }

        @Override
        public Optional<EvidenceDocument> paper(Kind kind, WorkloadId about) {
            return Optional.ofNullable(written.get(new Place(kind, about)))
                    .or(() -> kept.paper(kind, about));
        }

        List<RowChange> rows() {
            List<RowChange> rows = new ArrayList<>();
            written.values()
                    .forEach(evidenceDocument -> rows.add(EvidenceStore.put(evidenceDocument)));
            return rows;
        }
    }
}
