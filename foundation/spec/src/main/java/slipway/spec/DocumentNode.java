package slipway.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;

/** A node of a document as written, with its location. A {@link ValueType} interprets it later. */
public sealed interface DocumentNode {

    SourceLocation location();

    /** The name of the node in messages: the text in quotes, "a list", "a block of keys". */
    String display();

    /**
     * One value. It stays text until a type reads it, so {@code 1.10} is not a number and {@code no} is not false by
     * accident.
     *
     * @param quoted whether it is in quotes or in a text block, and therefore text
     */
    record Value(SourceLocation location, String text, boolean quoted) implements DocumentNode {
        @Override
        public String display() {
            return UntrustedText.quoted(text);
        }
    }

    /** A key without a value, or a written {@code null}. */
    record Nothing(SourceLocation location) implements DocumentNode {
        @Override
        public String display() {
            return "nothing";
        }
    }

    record Items(SourceLocation location, List<DocumentNode> items) implements DocumentNode {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String display() {
            return "a list";
        }
    }

    /** Keys with their values, in the order written; a key written twice is here twice. */
    record Block(SourceLocation location, List<Entry> entries) implements DocumentNode {
        public Block {
            entries = List.copyOf(entries);
        }

        @Override
        public String display() {
            return "a block of keys";
        }

        public Optional<Entry> entry(String key) {
            return entries.stream().filter(entry -> entry.key().equals(key)).findFirst();
        }

        /** Both blocks merged; this one wins for a key in both, and nested blocks are merged too. */
        public Block mergedOver(Block lower) {
            Map<String, Entry> both = new LinkedHashMap<>();
            lower.entries.forEach(entry -> both.putIfAbsent(entry.key(), entry));
            entries.forEach(entry -> both.merge(entry.key(), entry, Block::mergeEntries));
            return new Block(location, new ArrayList<>(both.values()));
        }

        private static Entry mergeEntries(Entry lower, Entry upper) {
            return lower.value() instanceof Block below && upper.value() instanceof Block above
                    ? new Entry(upper.location(), upper.key(), above.mergedOver(below))
                    : upper;
        }
    }

    /** A key with its value. The location is that of the key. */
    record Entry(SourceLocation location, String key, DocumentNode value) {}

    /** A value as a block: {@code database.url} becomes url within database. */
    static Block ofPath(String path, Value value) {
        int dot = path.indexOf('.');
        String key = dot < 0 ? path : path.substring(0, dot);
        DocumentNode inner = dot < 0 ? value : ofPath(path.substring(dot + 1), value);
        return new Block(value.location(), List.of(new Entry(value.location(), key, inner)));
    }

    static Block empty(SourceLocation sourceLocation) {
        return new Block(sourceLocation, List.of());
    }
}
