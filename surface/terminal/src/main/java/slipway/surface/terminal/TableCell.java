package slipway.surface.terminal;

/** A cell of a table: its text and tone. */
public record TableCell(Tone tone, String text) {

    public static TableCell of(Object value) {
        return value instanceof TableCell cell ? cell : new TableCell(Tone.PLAIN, value.toString());
    }
}
