package slipway.spec;

import java.util.Map;
import java.util.Optional;
import slipway.base.SourceLocation;

/** The values of a block by key, each with its source location. */
public final class BlockValues {

    /** The location of a default value. */
    public static final SourceLocation DEFAULT = SourceLocation.of("default");

    private final Map<SpecKey<?>, StoredValue> values;

    record StoredValue(Object value, DocumentNode node) {}

    BlockValues(Map<SpecKey<?>, StoredValue> held) {
        this.values = Map.copyOf(held);
    }

    /** The value of a key that is required or has a default. */
    public <T> T get(SpecKey<T> specKey) {
        return find(specKey)
                .orElseThrow(
                        () -> new IllegalStateException(specKey.name() + " is optional; use find"));
    }

    @SuppressWarnings(
            "unchecked") // BlockSchema stores under a key only what the key's type has read.
    public <T> Optional<T> find(SpecKey<T> specKey) {
        return Optional.ofNullable(values.get(specKey)).map(there -> (T) there.value());
    }

    /** The location of the value; {@link #DEFAULT} for a default. */
    public SourceLocation location(SpecKey<?> specKey) {
        return Optional.ofNullable(values.get(specKey))
                .map(there -> there.node().location())
                .orElse(DEFAULT);
    }

    /** The node at a path such as {@code database.url}: as written, or the default in the user's notation. */
    public Optional<DocumentNode> node(String path) {
        int dot = path.indexOf('.');
        String first = dot < 0 ? path : path.substring(0, dot);
        Optional<StoredValue> there =
                values.entrySet().stream()
                        .filter(entry -> entry.getKey().name().equals(first))
                        .map(Map.Entry::getValue)
                        .findFirst();
        return dot < 0
                ? there.map(StoredValue::node)
                : there.flatMap(block -> nodeInBlock(block.value(), path.substring(dot + 1)));
    }

    private static Optional<DocumentNode> nodeInBlock(Object value, String path) {
        return value instanceof BlockValues inner ? inner.node(path) : Optional.empty();
    }
}
