package slipway.journal.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import slipway.journal.table.Cell;
import slipway.journal.table.EncodedRow;
import slipway.journal.table.KeyRange;
import slipway.journal.table.Table;

/** The SQL statements for row changes and table reads, the same for both databases. */
final class RowSql {

    /** Cached, because the columns of a table never change and a busy journal writes thousands of rows per second. */
    private static final Map<Table<?>, String> PUT = new ConcurrentHashMap<>();

    private static final Map<Table<?>, String> REMOVE = new ConcurrentHashMap<>();

    private RowSql() {}

    static String of(EncodedRow row) {
        return row.removed()
                ? REMOVE.computeIfAbsent(row.table(), RowSql::remove)
                : PUT.computeIfAbsent(row.table(), RowSql::put);
    }

    static void bind(EncodedRow row, PreparedStatement statement) throws SQLException {
        List<Cell> cells = row.cells();
        for (int i = 0; i < cells.size(); i++) {
            cells.get(i).bind(statement, i + 1);
        }
    }

    static String all(Table<?> table) {
        return "select " + String.join(", ", table.columns()) + " from " + table.name();
    }

    static String range(Table<?> table, KeyRange keyRange) {
        String key = table.keys().getFirst();
        String compared =
                switch (keyRange.direction()) {
                    case FROM -> " >= ?";
                    case AFTER -> " > ?";
                    case BEFORE -> " < ?";
                };
        List<String> conditions = new ArrayList<>();
        keyRange.match().ifPresent(match -> conditions.add(match.column() + " = ?"));
        keyRange.key().ifPresent(_ -> conditions.add(key + compared));
        return all(table)
                + (conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions))
                + " order by "
                + key
                + (keyRange.direction() == KeyRange.Direction.BEFORE ? " desc" : "")
                + " limit ?";
    }

    static List<Cell> cells(Table<?> table, ResultSet rows) throws SQLException {
        List<Cell> cells = new ArrayList<>();
        for (Cell.Form form : table.forms()) {
            cells.add(Cell.read(rows, cells.size() + 1, form));
        }
        return cells;
    }

    private static String put(Table<?> table) {
        String placeholders =
                table.columns().stream().map(_ -> "?").collect(Collectors.joining(", "));
        String changes =
                table.columns().stream()
                        .filter(column -> !table.keys().contains(column))
                        .map(column -> column + " = excluded." + column)
                        .collect(Collectors.joining(", "));
        return "insert into "
                + table.name()
                + " ("
                + String.join(", ", table.columns())
                + ") values ("
                + placeholders
                + ")"
                + " on conflict ("
                + String.join(", ", table.keys())
                + ") do "
                + (changes.isEmpty() ? "nothing" : "update set " + changes);
    }

    private static String remove(Table<?> table) {
        return "delete from "
                + table.name()
                + " where "
                + table.keys().stream()
                        .map(key -> key + " = ?")
                        .collect(Collectors.joining(" and "));
    }
}
