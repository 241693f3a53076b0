package slipway.journal.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;

/** One value of one row, in the few types that SQLite, PostgreSQL, a backup and memory all store exactly. */
public sealed interface Cell {

    record Text(String value) implements Cell {}

    record Whole(long value) implements Cell {}

    record Decimal(double value) implements Cell {}

    record Nothing(Form form) implements Cell {}

    /** The type of a column; the database needs it for a null too. */
    enum Form {
        TEXT,
        WHOLE,
        DECIMAL
    }

    default void bind(PreparedStatement statement, int at) throws SQLException {
        switch (this) {
            case Text(var value) -> statement.setString(at, value);
            case Whole(var value) -> statement.setLong(at, value);
            case Decimal(var value) -> statement.setDouble(at, value);
            case Nothing(var form) -> statement.setNull(at, sqlType(form));
        }
    }

    static Cell read(ResultSet rows, int at, Form form) throws SQLException {
        Cell cell =
                switch (form) {
                    case TEXT -> textOf(rows.getString(at));
                    case WHOLE -> new Whole(rows.getLong(at));
                    case DECIMAL -> new Decimal(rows.getDouble(at));
                };
        return rows.wasNull() ? new Nothing(form) : cell;
    }

    private static Cell textOf(@org.jspecify.annotations.Nullable String value) {
        return value == null ? new Nothing(Form.TEXT) : new Text(value);
    }

    private static int sqlType(Form form) {
        return switch (form) {
            case TEXT -> Types.VARCHAR;
            case WHOLE -> Types.BIGINT;
            case DECIMAL -> Types.DOUBLE;
        };
    }
}
