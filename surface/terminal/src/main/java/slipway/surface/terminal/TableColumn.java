package slipway.surface.terminal;

/**
 * A column of a table.
 *
 * @param heading in upper case, with the unit of its numbers, if any
 * @param rightAligned true for numbers
 * @param shortens whether its texts may be shortened on a narrow terminal
 */
public record TableColumn(String heading, boolean rightAligned, boolean shortens) {

    /** A column of texts that may be shortened. */
    public static TableColumn text(String heading) {
        return new TableColumn(heading, false, true);
    }

    /** A column of names that people copy; they are never shortened. */
    public static TableColumn whole(String heading) {
        return new TableColumn(heading, false, false);
    }

    public static TableColumn number(String heading) {
        return new TableColumn(heading, true, false);
    }
}
