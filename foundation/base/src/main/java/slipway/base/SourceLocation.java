package slipway.base;

/**
 * The location of an input, for messages: a line of a file, an environment variable, a flag, a field
 * of a form.
 *
 * @param source {@code slipway.yaml}, {@code environment SLIPWAY_PORT}, {@code flag --port}
 * @param line from 1; 0 when the source has no lines
 * @param column from 1; 0 when the source has no lines
 */
public record SourceLocation(String source, int line, int column) {

    public SourceLocation {
        if (source.isBlank() || line < 0 || column < 0) {
            throw new IllegalArgumentException(
                    "A location needs a source, and its lines count from 1");
        }
    }

    /** A source without lines. */
    public static SourceLocation of(String source) {
        return new SourceLocation(source, 0, 0);
    }

    public boolean hasLine() {
        return line > 0;
    }

    @Override
    public String toString() {
        return hasLine() ? source + " line " + line : source;
    }
}
