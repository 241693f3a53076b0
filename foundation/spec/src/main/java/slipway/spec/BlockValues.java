package slipway.spec;

import java.util.Map;
import java.util.Optional;
import slipway.base.SourceLocation;

/** What a block says, by key, with the place where each value was written. */
public final class BlockValues {

    /** The place of a value that nobody wrote. */
    public static final SourceLocation DEFAULT = SourceLocation.of("default");

    private final Map<SpecKey<?>, Held> held;

    record Held(Object value, DocumentNode written) {}

    BlockValues(Map<SpecKey<?>, Held> held) {
        this.held = Map.copyOf(held);
    }

    /** The value of a key that is required or has a default. */
    public <T> T get(SpecKey<T> specKey) {
        return find(specKey)
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        specKey.name() + " may be left out; use find"));
    }

    @SuppressWarnings("unchecked") // Shape puts under a key only what the key's own type has read.
    public <T> Optional<T> find(SpecKey<T> specKey) {
        return Optional.ofNullable(held.get(specKey)).map(there -> (T) there.value());
    }

    /** Where the value comes from; {@link #DEFAULT} when it was not written. */
    public SourceLocation place(SpecKey<?> specKey) {
        return Optional.ofNullable(held.get(specKey))
                .map(there -> there.written().place())
                .orElse(DEFAULT);
    }

    /** What stands at a path such as {@code database.url}: as written, or else the default as one would write it. */
    public Optional<DocumentNode> written(String path) {
        int dot = path.indexOf('.');
        String first = dot < 0 ? path : path.substring(0, dot);
        Optional<Held> there =
                held.entrySet().stream()
                        .filter(entry -> entry.getKey().name().equals(first))
                        .map(Map.Entry::getValue)
                        .findFirst();
        return dot < 0
                ? there.map(Held::written)
                : there.flatMap(block -> within(block.value(), path.substring(dot + 1)));
    }

    private static Optional<DocumentNode> within(Object value, String path) {
        return value instanceof BlockValues inner ? inner.written(path) : Optional.empty();
    }
}
