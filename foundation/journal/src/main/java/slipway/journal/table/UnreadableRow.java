package slipway.journal.table;

/** A stored row that is no longer a record of its table. */
public final class UnreadableRow extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String table;
    private final String key;

    UnreadableRow(String table, String key, Throwable cause) {
        super(
                "Row " + key + " of table " + table + " cannot be read: " + cause.getMessage(),
                cause);
        this.table = table;
        this.key = key;
    }

    public String table() {
        return table;
    }

    /** The values of its primary key. */
    public String key() {
        return key;
    }
}
