package slipway.surface.api.json;

import java.util.Optional;
import slipway.base.text.UntrustedText;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The codec of a text. It may contain HTML and any script, but no control characters. */
record TextCodec(int longest, boolean lines) implements ValueCodec<String> {

    private static final int REPLACEMENT = 0xfffd;

    @Override
    public Optional<String> read(JsonNode json, JsonMistakes mistakes) {
        if (!json.isString()) {
            mistakes.add("not a text.");
            return Optional.empty();
        }
        String text = json.stringValue();
        if (!mistakes.isStrict() && lines && text.isBlank()) {
            return Optional.of(replaceForbidden(text));
        }
        if (text.isBlank() || text.codePointCount(0, text.length()) > longest) {
            mistakes.add("not 1 to " + longest + " characters.");
            return Optional.empty();
        }
        if (!mistakes.isStrict()) {
            return Optional.of(replaceForbidden(text));
        }
        if (text.codePoints().anyMatch(this::isForbidden)) {
            mistakes.add(
                    lines ? "has control characters." : "has control characters or several lines.");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    /** In an answer, forbidden characters are replaced instead of refused. */
    private String replaceForbidden(String text) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> shown.appendCodePoint(isForbidden(c) ? REPLACEMENT : c));
        return shown.toString();
    }

    /** Texts of several lines may hold line feeds and tabs. */
    private boolean isForbidden(int character) {
        boolean allowed = lines && (character == '\n' || character == '\t');
        return !allowed && UntrustedText.isDangerous(character);
    }

    @Override
    public void write(String value, JsonGenerator json) {
        json.writeString(value);
    }

    @Override
    public ObjectNode schema() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", "string")
                .put("minLength", 1)
                .put("maxLength", longest);
    }

    @Override
    public JsonNode example(String written) {
        return JsonNodeFactory.instance.stringNode(written.isEmpty() ? "text" : written);
    }
}
