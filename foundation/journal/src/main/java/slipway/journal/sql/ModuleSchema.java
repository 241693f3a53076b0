package slipway.journal.sql;

/**
 * The tables of one room: migrations {@code V1__...sql} to {@code V<newest>__...sql} in its resources, below
 * {@code slipway/<room>/schema}, with a history table {@code <room>_history} of its own.
 *
 * @param newest the version this program knows; data of a newer one is refused
 */
public record ModuleSchema(String room, int newest) {

    /** The journal's own. */
    public static final ModuleSchema JOURNAL = new ModuleSchema("journal", 1);

    String history() {
        return room + "_history";
    }

    String location() {
        return "classpath:slipway/" + room + "/schema";
    }
}
