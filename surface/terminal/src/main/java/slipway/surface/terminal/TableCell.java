package slipway.surface.terminal;

/** What stands in a table, and in which tone. */
public record TableCell(Tone tone, String text) {

    public static TableCell of(Object value) {
        return value instanceof TableCell tableCell
                ? tableCell
                : new TableCell(Tone.PLAIN, value.toString());
    }
}
