package slipway.evidence;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Encodes records as the JSON bodies of documents, and decodes them. */
final class EvidenceJson {

    private static final Logger LOG = LoggerFactory.getLogger(EvidenceJson.class);

    /** Ignores members that a later version added. */
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

    /** Logs and skips a document that cannot be read, because the others are still valuable. */
    static <T extends Record> Optional<T> read(EvidenceDocument evidenceDocument, Class<T> type) {
        try {
            return Optional.of(read(evidenceDocument.body(), type));
        } catch (JacksonException broken) {
            LOG.warn(
                    "The {} of {} cannot be read",
                    evidenceDocument.kind(),
                    evidenceDocument.workload(),
                    broken);
            return Optional.empty();
        }
    }
}
