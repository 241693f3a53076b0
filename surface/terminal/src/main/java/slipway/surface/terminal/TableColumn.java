package slipway.surface.terminal;

/**
 * A column of a table.
 *
 * @param heading in upper case, with the unit of its numbers, if they have one
 * @param rightAligned numbers stand under each other by their ends
 * @param shortens whether its texts may lose their ends where the terminal is narrow
 */
public record TableColumn(String heading, boolean rightAligned, boolean shortens) {

    /** Texts that still say something when they lose their ends. */
    public static TableColumn text(String heading) {
        return new TableColumn(heading, false, true);
    }

    /** Names that people copy; they are never shortened. */
    public static TableColumn whole(String heading) {
        return new TableColumn(heading, false, false);
    }

    public static TableColumn number(String heading) {
        return new TableColumn(heading, true, false);
    }
}
