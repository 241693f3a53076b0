package slipway.cli.terminal;

/** What stands in a table, and in which tone. */
public record Cell(Tone tone, String text) {

    public static Cell of(Object value) {
        return value instanceof Cell tableCell ? tableCell : new Cell(Tone.PLAIN, value.toString());
    }
}
