package slipway.surface.plan.server;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.evidence.EvidenceDocument;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Documents as text and back. */
final class EvidenceJson {

    private static final Logger LOG = LoggerFactory.getLogger(EvidenceJson.class);

    /** What a later version adds, an earlier one passes over. */
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build();

    private EvidenceJson() {}

    static String write(Record document) {
        return JSON.writeValueAsString(document);
    }

    static <T extends Record> T read(String body, Class<T> type) {
        return JSON.readValue(body, type);
    }

    /** One that cannot be read is told of and left out: the others are still worth something. */
    static <T extends Record> Optional<T> read(EvidenceDocument evidenceDocument, Class<T> type) {
        try {
            return Optional.of(read(evidenceDocument.body(), type));
        } catch (JacksonException odd) {
            LOG.warn(
                    "The {} of {} cannot be read",
                    evidenceDocument.kind(),
                    evidenceDocument.workload(),
                    odd);
            return Optional.empty();
        }
    }
}
