package slipway.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Turns a JSON text into the same tree as {@link YamlReader} does. Nearly every JSON text is YAML too, but not quite:
 * raw
 * control characters that JSON allows are none in YAML, and programs write JSON with all of them.
 */
final class JsonReader {

    private static final JsonFactory FACTORY = new JsonFactory();

    private final String name;
    private final DocumentLimits documentLimits;
    private final List<Mistake> mistakes = new ArrayList<>();
    private int values;

    JsonReader(String name, DocumentLimits documentLimits) {
        this.name = name;
        this.documentLimits = documentLimits;
    }

    Document read(String text) {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() == null) {
                return Document.broken(new SourceLocation(name, 1, 1), "There is nothing in it.");
            }
            DocumentNode root = written(parser, "", 1);
            if (parser.nextToken() != null) {
                return Document.broken(place(parser), "The JSON has ended before this.");
            }
            return new Document(name, Optional.of(root), mistakes);
        } catch (TooMuch tooMuch) {
            return Document.broken(tooMuch.sourceLocation, tooMuch.text);
        } catch (JacksonException broken) {
            return Document.broken(
                    place(broken.getLocation()),
                    "This is not JSON: "
                            + UntrustedText.escaped(broken.getOriginalMessage(), 200)
                            + ".");
        }
    }

    private DocumentNode written(JsonParser parser, String path, int depth) {
        SourceLocation sourceLocation = place(parser);
        if (++values > documentLimits.values() || depth > documentLimits.depth()) {
            throw new TooMuch(
                    sourceLocation,
                    "The text holds more than %,d values, or more than %d within each other."
                            .formatted(documentLimits.values(), documentLimits.depth()));
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> block(parser, sourceLocation, path, depth);
            case START_ARRAY -> {
                List<DocumentNode> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(written(parser, path, depth + 1));
                }
                yield new DocumentNode.Items(sourceLocation, items);
            }
            case VALUE_NULL -> new DocumentNode.Nothing(sourceLocation);
            case VALUE_STRING -> new DocumentNode.Value(sourceLocation, parser.getString(), true);
            default -> new DocumentNode.Value(sourceLocation, parser.getString(), false);
        };
    }

    private DocumentNode block(
            JsonParser parser, SourceLocation sourceLocation, String path, int depth) {
        List<DocumentNode.Entry> entries = new ArrayList<>();
        Map<String, SourceLocation> first = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            SourceLocation keyPlace = place(parser);
            String inside =
                    path.isEmpty() ? UntrustedText.key(key) : path + "." + UntrustedText.key(key);
            parser.nextToken();
            entries.add(new DocumentNode.Entry(keyPlace, key, written(parser, inside, depth + 1)));
            SourceLocation before = first.putIfAbsent(key, keyPlace);
            if (before != null) {
                mistakes.add(
                        new Mistake(
                                keyPlace,
                                inside,
                                "written twice, first on line " + before.line() + ". Keep one."));
            }
        }
        return new DocumentNode.Block(sourceLocation, entries);
    }

    private SourceLocation place(JsonParser parser) {
        return place(parser.currentTokenLocation());
    }

    private SourceLocation place(TokenStreamLocation at) {
        return new SourceLocation(name, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    /** Stops reading at a limit. */
    private static final class TooMuch extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient SourceLocation sourceLocation;
        private final String text;

        TooMuch(SourceLocation sourceLocation, String text) {
            super(text, null, false, false);
            this.sourceLocation = sourceLocation;
            this.text = text;
        }
    }
}
