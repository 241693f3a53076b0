package slipway.base;

/**
 * One mistake in a document or request. A {@link Problem} about a document carries all of them, so that a
 * form can show each beside its field and a script can read them.
 *
 * @param key the key as a path from the root, {@code resources.accelerators}; empty when no single key is wrong
 * @param text one sentence, or two when there is something to suggest
 */
public record Mistake(SourceLocation location, String key, String text) {

    public Mistake {
        if (text.isBlank()) {
            throw new IllegalArgumentException("A mistake needs a sentence");
        }
    }

    /** The key and the mistake, without the location. */
    public String sentence() {
        return key.isEmpty() ? text : key + ": " + text;
    }

    @Override
    public String toString() {
        return location + "  " + sentence();
    }
}
