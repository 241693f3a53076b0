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
 * Turns a JSON text into the same tree as {@link YamlReader} does. Nearly every JSON text is YAML too, but not
 * all: JSON allows raw control characters that YAML forbids, and programs write them.
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
            DocumentNode root = readNode(parser, "", 1);
            if (parser.nextToken() != null) {
                return Document.broken(location(parser), "The JSON has ended before this.");
            }
            return new Document(name, Optional.of(root), mistakes);
        } catch (LimitExceeded exceeded) {
            return Document.broken(exceeded.sourceLocation, exceeded.text);
        } catch (JacksonException broken) {
            return Document.broken(
                    location(broken.getLocation()),
                    "This is not JSON: "
                            + UntrustedText.escaped(broken.getOriginalMessage(), 200)
                            + ".");
        }
    }

    private DocumentNode readNode(JsonParser parser, String path, int depth) {
        SourceLocation sourceLocation = location(parser);
        if (++values > documentLimits.values() || depth > documentLimits.depth()) {
            throw new LimitExceeded(
                    sourceLocation,
                    "The text holds more than %,d values, or more than %d within each other."
                            .formatted(documentLimits.values(), documentLimits.depth()));
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> readBlock(parser, sourceLocation, path, depth);
            case START_ARRAY -> {
                List<DocumentNode> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(readNode(parser, path, depth + 1));
                }
                yield new DocumentNode.Items(sourceLocation, items);
            }
            case VALUE_NULL -> new DocumentNode.Nothing(sourceLocation);
            case VALUE_STRING -> new DocumentNode.Value(sourceLocation, parser.getString(), true);
            default -> new DocumentNode.Value(sourceLocation, parser.getString(), false);
        };
    }

    private DocumentNode readBlock(
            JsonParser parser, SourceLocation sourceLocation, String path, int depth) {
        List<DocumentNode.Entry> entries = new ArrayList<>();
        Map<String, SourceLocation> first = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            SourceLocation keyLocation = location(parser);
            String inside =
                    path.isEmpty() ? UntrustedText.key(key) : path + "." + UntrustedText.key(key);
            parser.nextToken();
            entries.add(
                    new DocumentNode.Entry(keyLocation, key, readNode(parser, inside, depth + 1)));
            SourceLocation before = first.putIfAbsent(key, keyLocation);
            if (before != null) {
                mistakes.add(
                        new Mistake(
                                keyLocation,
                                inside,
                                "written twice, first on line " + before.line() + ". Keep one."));
            }
        }
        return new DocumentNode.Block(sourceLocation, entries);
    }

    private SourceLocation location(JsonParser parser) {
        return location(parser.currentTokenLocation());
    }

    private SourceLocation location(TokenStreamLocation at) {
        return new SourceLocation(name, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()));
    }

    /** Stops reading at a limit. */
    private static final class LimitExceeded extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient SourceLocation sourceLocation;
        private final String text;

        LimitExceeded(SourceLocation sourceLocation, String text) {
            super(text, null, false, false);
            this.sourceLocation = sourceLocation;
            this.text = text;
        }
    }
}
