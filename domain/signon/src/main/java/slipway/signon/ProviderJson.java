package slipway.signon;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Parses untrusted JSON strictly: limited depth, no duplicate keys, no trailing content. Two parsers could read a
 * duplicate key differently. Problems do not quote the text, because it may be a token.
 */
final class ProviderJson {

    private static final int MAX_DEPTH = 16;

    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAX_DEPTH)
                                                    .build())
                                    .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    private ProviderJson() {}

    /** The object; empty when the bytes are not exactly one. */
    static Optional<ObjectNode> object(byte[] bytes) {
        try {
            return MAPPER.readTree(bytes) instanceof ObjectNode object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    /** The text of a key; empty when the key is missing or not a text. */
    static Optional<String> text(ObjectNode object, String key) {
        return object.path(key).isString()
                ? Optional.of(object.path(key).stringValue())
                : Optional.empty();
    }
}
