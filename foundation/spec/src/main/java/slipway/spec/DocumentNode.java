package slipway.spec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import slipway.base.SourceLocation;
import slipway.base.text.UntrustedText;

/** A piece of a document as it was written, with its place. What it means is decided later, by a {@link ValueType}. */
public sealed interface DocumentNode {

    SourceLocation location();

    /** How a message names it: the text in quotes, "a list", "a block of keys". */
    String display();

    /**
     * One value. It stays text until a type reads it, so {@code 1.10} is not a number and {@code no} is not false by
     * accident.
     *
     * @param quoted it stood in quotes or in a text block, so it is meant as text
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

        /** Both together; where both say something, this one wins. Blocks within are laid over each other in turn. */
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

    /** One line of a block. The place is that of the key. */
    record Entry(SourceLocation location, String key, DocumentNode value) {}

    /** A value that did not come from a document, as a block: {@code database.url} becomes url within database. */
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
