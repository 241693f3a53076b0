package slipway.surface.api.json;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import slipway.base.Mistakes;
import slipway.base.Problem;
import slipway.base.ProblemCode;
import slipway.base.ProblemKind;
import slipway.base.text.UntrustedText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Encodes and decodes a record as JSON. Made once from the record's components; safe for use by many threads. */
public final class JsonCodec<T> {

    public static final ProblemCode NOT_JSON =
            new ProblemCode(
                    ProblemKind.INVALID,
                    "not-json",
                    400,
                    "The body is not JSON as defined by RFC 8259.");
    public static final ProblemCode INVALID_REQUEST =
            ProblemCode.of(
                    ProblemKind.INVALID,
                    "invalid-request",
                    "The request has mistakes; each is listed with its member.");

    /** Real requests are not nested deeper; a decoder without a limit could overflow its stack. */
    private static final int MAX_DEPTH = 64;

    private static final JsonMapper JSON =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(MAX_DEPTH)
                                                    .maxNumberLength(40)
                                                    .maxNameLength(1_000)
                                                    .build())
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    // Keeps the exact digits of numbers that are only passed on.
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    private final ValueCodec<T> valueCodec;

    private JsonCodec(ValueCodec<T> valueCodec) {
        this.valueCodec = valueCodec;
    }

    public static <T extends Record> JsonCodec<T> of(Class<T> type) {
        return new JsonCodec<>(RecordCodec.of(type));
    }

    /** The codec of a change of an object, as in RFC 7396: an absent member stays, null clears a {@link Patch}. */
    public static <T extends Record> JsonCodec<T> ofChange(Class<T> type) {
        return new JsonCodec<>(RecordCodec.ofChange(type));
    }

    /** The codec of a page of a list. */
    public static <T extends Record> JsonCodec<ListPage<T>> pageOf(Class<T> item) {
        return new JsonCodec<>(new ListPageCodec<>(RecordCodec.of(item)));
    }

    /** The codec of an item of a page. */
    public static <T> JsonCodec<T> itemOf(JsonCodec<ListPage<T>> page) {
        if (page.valueCodec instanceof ListPageCodec<T>(ListCodec<T>(ValueCodec<T> item))) {
            return new JsonCodec<>(item);
        }
        throw new IllegalArgumentException("Not the codec of a page");
    }

    /** Decodes a request, or throws one problem with all its mistakes. */
    public T read(byte[] body) {
        return read(body, JsonMistakes.inRequest());
    }

    /** Decodes an answer. Unknown members are ignored, because the server may be newer. */
    public T readAnswer(byte[] body) {
        return read(body, JsonMistakes.inAnswer());
    }

    private T read(byte[] body, JsonMistakes mistakes) {
        Optional<T> value = valueCodec.read(tree(body), mistakes);
        if (value.isEmpty() || !mistakes.mistakes().isEmpty()) {
            throw Mistakes.problem(
                    INVALID_REQUEST,
                    "The request",
                    mistakes.mistakes(),
                    "Nothing was changed. Correct it and send it again.");
        }
        return value.get();
    }

    public byte[] write(T value) {
        var out = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            valueCodec.write(value, json);
        }
        return out.toByteArray();
    }

    public ObjectNode schema() {
        return valueCodec.schema();
    }

    /** An example for the reference. */
    public JsonNode example() {
        return valueCodec.example("");
    }

    /** Parses any JSON within the limits. */
    public static JsonNode tree(byte[] body) {
        try {
            JsonNode tree = JSON.readTree(text(body));
            if (tree != null && !tree.isMissingNode()) {
                return tree;
            }
        } catch (JacksonException notJson) {
            throw notJson(notJson.getOriginalMessage()).causedBy(notJson);
        } catch (CharacterCodingException notText) {
            throw notJson("It is not UTF-8.").causedBy(notText);
        }
        throw notJson("It is empty.");
    }

    /** Decodes strictly: Jackson would also accept UTF-16 and bytes that UTF-8 forbids. */
    private static String text(byte[] body) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    }

    /** Jackson's message may repeat untrusted input, so it is escaped. */
    private static Problem notJson(String message) {
        String why = UntrustedText.escaped(message.lines().findFirst().orElse("").strip(), 200);
        return new Problem(
                NOT_JSON,
                "The body cannot be read.",
                why.endsWith(".") ? why : why + ".",
                "Send one JSON value in UTF-8, not nested deeper than " + MAX_DEPTH + ".");
    }
}
