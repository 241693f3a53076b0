package slipway.spec;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import slipway.base.Mistake;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;

/**
 * Turns the events of a YAML text into a tree. It supports blocks, lists and values; it rejects aliases, because a
 * short text of aliases can expand without limit, and tags, which have no meaning here.
 */
final class YamlReader {

    private final String name;
    private final DocumentLimits documentLimits;
    private final List<Mistake> mistakes = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();
    private int values;
    private boolean complete = true;

    YamlReader(String name, DocumentLimits documentLimits) {
        this.name = name;
        this.documentLimits = documentLimits;
    }

    Document read(String text) {
        int bad = firstUnprintable(text);
        if (bad >= 0) {
            String point = "U+%04X".formatted(text.codePointAt(bad));
            return Document.broken(
                    locationAfter(name, text.substring(0, bad)),
                    "The character " + point + " is not allowed in a text file. Remove it.");
        }
        try {
            DocumentNode root = readRoot(events(text));
            return new Document(name, complete ? Optional.of(root) : Optional.empty(), mistakes);
        } catch (YamlEngineException broken) {
            mistakes.add(BrokenYaml.mistake(name, broken));
        } catch (LimitExceeded exceeded) {
            mistakes.add(new Mistake(exceeded.sourceLocation, "", exceeded.text));
        } catch (IllegalArgumentException escape) {
            // The parser trusts the digits of an escape: "\x" at the end, "\UFFFFFFFF".
            mistakes.add(new Mistake(SourceLocation.of(name), "", BrokenYaml.BAD_ESCAPE));
        }
        return new Document(name, Optional.empty(), mistakes);
    }

    /** The location after a text that begins at the first line. */
    static SourceLocation locationAfter(String name, CharSequence before) {
        int line = 1 + (int) before.chars().filter(letter -> letter == '\n').count();
        int column = before.length() - before.toString().lastIndexOf('\n');
        return new SourceLocation(name, line, column);
    }

    private Iterator<Event> events(String text) {
        var settings =
                LoadSettings.builder()
                        .setLabel(name)
                        .setCodePointLimit(documentLimits.bytes() + 1)
                        .build();
        return new Parse(settings).parseString(text).iterator();
    }

    private DocumentNode readRoot(Iterator<Event> events) {
        events.next(); // the stream begins
        if (events.next().getEventId() == Event.ID.StreamEnd) {
            return DocumentNode.empty(new SourceLocation(name, 1, 1));
        }
        DocumentNode root = readNode(events.next(), events, 1);
        events.next(); // the document ends
        Event last = events.next();
        if (last.getEventId() != Event.ID.StreamEnd) {
            reject(location(last), "", "A second document begins here. Write one in a file.");
        }
        return root instanceof DocumentNode.Nothing nothing
                ? DocumentNode.empty(nothing.location())
                : root;
    }

    private DocumentNode readNode(Event event, Iterator<Event> events, int depth) {
        SourceLocation sourceLocation = location(event);
        if (++values > documentLimits.values()) {
            throw new LimitExceeded(
                    sourceLocation,
                    "The text holds more than %,d keys and values."
                            .formatted(documentLimits.values()));
        }
        if (depth > documentLimits.depth()) {
            throw new LimitExceeded(
                    sourceLocation,
                    "Blocks and lists are within each other more than "
                            + documentLimits.depth()
                            + " times.");
        }
        return switch (event) {
            case ScalarEvent scalar -> readValue(scalar, sourceLocation);
            case SequenceStartEvent start -> {
                rejectTag(start.getTag(), sourceLocation);
                yield readItems(sourceLocation, events, depth);
            }
            case MappingStartEvent start -> {
                rejectTag(start.getTag(), sourceLocation);
                yield readBlock(sourceLocation, events, depth);
            }
            case AliasEvent alias -> {
                String star = "*" + UntrustedText.key(alias.getAlias().getValue());
                reject(sourceLocation, star, "aliases are not read here. Write the value itself.");
                yield new DocumentNode.Nothing(sourceLocation);
            }
            default -> throw new IllegalStateException("YAML cannot continue with " + event);
        };
    }

    private DocumentNode readValue(ScalarEvent scalar, SourceLocation sourceLocation) {
        rejectTag(scalar.getTag(), sourceLocation);
        String text = scalar.getValue();
        boolean nothing = text.isEmpty() || text.equals("~") || text.equals("null");
        return scalar.isPlain() && nothing
                ? new DocumentNode.Nothing(sourceLocation)
                : new DocumentNode.Value(sourceLocation, text, !scalar.isPlain());
    }

    private DocumentNode readItems(
            SourceLocation sourceLocation, Iterator<Event> events, int depth) {
        List<DocumentNode> items = new ArrayList<>();
        for (Event next = events.next();
                next.getEventId() != Event.ID.SequenceEnd;
                next = events.next()) {
            items.add(readNode(next, events, depth + 1));
        }
        return new DocumentNode.Items(sourceLocation, items);
    }

    private DocumentNode readBlock(
            SourceLocation sourceLocation, Iterator<Event> events, int depth) {
        List<DocumentNode.Entry> entries = new ArrayList<>();
        Map<String, SourceLocation> first = new HashMap<>();
        for (Event next = events.next();
                next.getEventId() != Event.ID.MappingEnd;
                next = events.next()) {
            SourceLocation keyLocation = location(next);
            Optional<String> key = readKey(next, events, depth);
            path.addLast(key.map(UntrustedText::key).orElse("?"));
            DocumentNode value = readNode(events.next(), events, depth + 1);
            key.ifPresent(
                    written -> {
                        entries.add(new DocumentNode.Entry(keyLocation, written, value));
                        reportDuplicate(keyLocation, first.putIfAbsent(written, keyLocation));
                    });
            path.removeLast();
        }
        return new DocumentNode.Block(sourceLocation, entries);
    }

    private Optional<String> readKey(Event event, Iterator<Event> events, int depth) {
        if (event instanceof ScalarEvent scalar) {
            values++;
            rejectTag(scalar.getTag(), location(event));
            return Optional.of(scalar.getValue());
        }
        reject(location(event), "", "A key is a word, not a list, a block or an alias.");
        readNode(event, events, depth + 1);
        return Optional.empty();
    }

    private void reportDuplicate(SourceLocation again, @Nullable SourceLocation first) {
        if (first != null) {
            String text = "written twice, first on line " + first.line() + ". Keep one.";
            mistakes.add(new Mistake(again, String.join(".", path), text));
        }
    }

    private void rejectTag(Optional<String> tag, SourceLocation sourceLocation) {
        tag.ifPresent(
                there ->
                        reject(
                                sourceLocation,
                                "",
                                "The tag "
                                        + UntrustedText.quoted(there)
                                        + " means nothing here. Remove it."));
    }

    /** Records a mistake that leaves the tree incomplete, so that validation would only repeat it. */
    private void reject(SourceLocation sourceLocation, String key, String text) {
        complete = false;
        mistakes.add(new Mistake(sourceLocation, key, text));
    }

    private SourceLocation location(Event event) {
        return event.getStartMark()
                .map(mark -> location(name, mark))
                .orElseGet(() -> SourceLocation.of(name));
    }

    static SourceLocation location(String name, Mark mark) {
        return new SourceLocation(name, mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static int firstUnprintable(String text) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            if (!StreamReader.isPrintable(text.codePointAt(at))) {
                return at;
            }
        }
        return -1;
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
