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
 * Turns the events of a YAML text into a tree. Of YAML it takes blocks, lists and values; aliases and tags are
 * refused, because a short text full of aliases means a tree without end, and tags mean nothing here.
 */
final class YamlReader {

    private final String name;
    private final DocumentLimits documentLimits;
    private final List<Mistake> mistakes = new ArrayList<>();
    private final Deque<String> path = new ArrayDeque<>();
    private int values;
    private boolean whole = true;

    YamlReader(String name, DocumentLimits documentLimits) {
        this.name = name;
        this.documentLimits = documentLimits;
    }

    Document read(String text) {
        int bad = firstUnprintable(text);
        if (bad >= 0) {
            String point = "U+%04X".formatted(text.codePointAt(bad));
            return Document.broken(
                    placeAfter(name, text.substring(0, bad)),
                    "The character " + point + " cannot stand in a text file. Remove it.");
        }
        try {
            DocumentNode root = root(events(text));
            return new Document(name, whole ? Optional.of(root) : Optional.empty(), mistakes);
        } catch (YamlEngineException broken) {
            mistakes.add(BrokenYaml.mistake(name, broken));
        } catch (TooMuch tooMuch) {
            mistakes.add(new Mistake(tooMuch.sourceLocation, "", tooMuch.text));
        } catch (IllegalArgumentException escape) {
            // The parser trusts the digits of an escape: "\x" at the end, "\UFFFFFFFF".
            mistakes.add(new Mistake(SourceLocation.of(name), "", BrokenYaml.BAD_ESCAPE));
        }
        return new Document(name, Optional.empty(), mistakes);
    }

    /** Where a text ends that begins at the first line. */
    static SourceLocation placeAfter(String name, CharSequence before) {
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

    private DocumentNode root(Iterator<Event> events) {
        events.next(); // the stream begins
        if (events.next().getEventId() == Event.ID.StreamEnd) {
            return DocumentNode.empty(new SourceLocation(name, 1, 1));
        }
        DocumentNode root = written(events.next(), events, 1);
        events.next(); // the document ends
        Event last = events.next();
        if (last.getEventId() != Event.ID.StreamEnd) {
            refuse(place(last), "", "A second document begins here. Write one in a file.");
        }
        return root instanceof DocumentNode.Nothing nothing
                ? DocumentNode.empty(nothing.place())
                : root;
    }

    private DocumentNode written(Event event, Iterator<Event> events, int depth) {
        SourceLocation sourceLocation = place(event);
        if (++values > documentLimits.values()) {
            throw new TooMuch(
                    sourceLocation,
                    "The text holds more than %,d keys and values."
                            .formatted(documentLimits.values()));
        }
        if (depth > documentLimits.depth()) {
            throw new TooMuch(
                    sourceLocation,
                    "Blocks and lists are within each other more than "
                            + documentLimits.depth()
                            + " times.");
        }
        return switch (event) {
            case ScalarEvent scalar -> value(scalar, sourceLocation);
            case SequenceStartEvent start -> {
                refuseTag(start.getTag(), sourceLocation);
                yield items(sourceLocation, events, depth);
            }
            case MappingStartEvent start -> {
                refuseTag(start.getTag(), sourceLocation);
                yield block(sourceLocation, events, depth);
            }
            case AliasEvent alias -> {
                String star = "*" + UntrustedText.key(alias.getAlias().getValue());
                refuse(sourceLocation, star, "aliases are not read here. Write the value itself.");
                yield new DocumentNode.Nothing(sourceLocation);
            }
            default -> throw new IllegalStateException("YAML cannot continue with " + event);
        };
    }

    private DocumentNode value(ScalarEvent scalar, SourceLocation sourceLocation) {
        refuseTag(scalar.getTag(), sourceLocation);
        String text = scalar.getValue();
        boolean nothing = text.isEmpty() || text.equals("~") || text.equals("null");
        return scalar.isPlain() && nothing
                ? new DocumentNode.Nothing(sourceLocation)
                : new DocumentNode.Value(sourceLocation, text, !scalar.isPlain());
    }

    private DocumentNode items(SourceLocation sourceLocation, Iterator<Event> events, int depth) {
        List<DocumentNode> items = new ArrayList<>();
        for (Event next = events.next();
                next.getEventId() != Event.ID.SequenceEnd;
                next = events.next()) {
            items.add(written(next, events, depth + 1));
        }
        return new DocumentNode.Items(sourceLocation, items);
    }

    private DocumentNode block(SourceLocation sourceLocation, Iterator<Event> events, int depth) {
        List<DocumentNode.Entry> entries = new ArrayList<>();
        Map<String, SourceLocation> first = new HashMap<>();
        for (Event next = events.next();
                next.getEventId() != Event.ID.MappingEnd;
                next = events.next()) {
            SourceLocation keyPlace = place(next);
            Optional<String> key = key(next, events, depth);
            path.addLast(key.map(UntrustedText::key).orElse("?"));
            DocumentNode value = written(events.next(), events, depth + 1);
            key.ifPresent(
                    written -> {
                        entries.add(new DocumentNode.Entry(keyPlace, written, value));
                        noteTwice(keyPlace, first.putIfAbsent(written, keyPlace));
                    });
            path.removeLast();
        }
        return new DocumentNode.Block(sourceLocation, entries);
    }

    private Optional<String> key(Event event, Iterator<Event> events, int depth) {
        if (event instanceof ScalarEvent scalar) {
            values++;
            refuseTag(scalar.getTag(), place(event));
            return Optional.of(scalar.getValue());
        }
        refuse(place(event), "", "A key is a word, not a list, a block or an alias.");
        written(event, events, depth + 1);
        return Optional.empty();
    }

    private void noteTwice(SourceLocation again, @Nullable SourceLocation first) {
        if (first != null) {
            String text = "written twice, first on line " + first.line() + ". Keep one.";
            mistakes.add(new Mistake(again, String.join(".", path), text));
        }
    }

    private void refuseTag(Optional<String> tag, SourceLocation sourceLocation) {
        tag.ifPresent(
                there ->
                        refuse(
                                sourceLocation,
                                "",
                                "The tag "
                                        + UntrustedText.quoted(there)
                                        + " means nothing here. Remove it."));
    }

    /** Notes something that leaves a hole in the tree, so that checking its shape would only repeat the trouble. */
    private void refuse(SourceLocation sourceLocation, String key, String text) {
        whole = false;
        mistakes.add(new Mistake(sourceLocation, key, text));
    }

    private SourceLocation place(Event event) {
        return event.getStartMark()
                .map(mark -> place(name, mark))
                .orElseGet(() -> SourceLocation.of(name));
    }

    static SourceLocation place(String name, Mark mark) {
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
