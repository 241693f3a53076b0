package slipway.journal.table;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of a module, declared as the record of one row. Its columns are the record's components in snake case, so the
 * journal can write, read, back up and restore it without knowing the module.
 */
public final class Table<R extends Record> {

    private final String name;
    private final Optional<String> formerName;
    private final Class<R> type;
    private final List<Column> columns;
    private final List<Column> keys;
    private final List<String> names;
    private final List<String> keyNames;
    private final List<Integer> keyPositions;

    private Table(
            String name,
            Optional<String> formerName,
            Class<R> type,
            List<Column> columns,
            List<Column> keys) {
        this.name = name;
        this.formerName = formerName;
        this.type = type;
        this.columns = columns;
        this.keys = keys;
        this.names = columns.stream().map(Column::name).toList();
        this.keyNames = keys.stream().map(Column::name).toList();
        this.keyPositions = keys.stream().map(columns::indexOf).toList();
    }

    /**
     * Declares a table.
     *
     * @param name prefixed with the module: {@code schedule_quota}
     * @param keys the components of the primary key
     */
    public static <R extends Record> Table<R> of(String name, Class<R> type, String... keys) {
        List<Column> columns = Arrays.stream(type.getRecordComponents()).map(Column::of).toList();
        List<Column> named =
                Arrays.stream(keys)
                        .map(
                                key ->
                                        columns.stream()
                                                .filter(c -> c.component().equals(key))
                                                .findFirst()
                                                .orElseThrow())
                        .toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("Table " + name + " needs a key");
        }
        return new Table<>(name, Optional.empty(), type, columns, named);
    }

    /** The same table, found under this name in data that a migration has not renamed yet. */
    public Table<R> formerly(String old) {
        return new Table<>(name, Optional.of(old), type, columns, keys);
    }

    /** The same table with another name. */
    public Table<R> named(String other) {
        return new Table<>(other, Optional.empty(), type, columns, keys);
    }

    /** Its name now, then the one that older data has. */
    public List<String> allNames() {
        return Stream.concat(Stream.of(name), formerName.stream()).toList();
    }

    public boolean isNamed(String given) {
        return allNames().contains(given);
    }

    public String name() {
        return name;
    }

    public List<String> columns() {
        return names;
    }

    public List<String> keys() {
        return keyNames;
    }

    public List<Cell.Form> forms() {
        return columns.stream().map(Column::form).toList();
    }

    /** The record as plain database values: text, whole numbers, decimals, bytes or nothing. */
    public List<Cell> cells(Record value) {
        return columns.stream().map(column -> column.read(value)).toList();
    }

    public List<Cell> keyCells(Record value) {
        return keys.stream().map(column -> column.read(value)).toList();
    }

    /**
     * The record as plain database values, after a check that reading them gives the same values again. Throws {@link
     * UnstorableValue}.
     */
    List<Cell> encode(Record value) {
        return columns.stream().map(column -> column.encode(name, value)).toList();
    }

    /** The primary key of a row. */
    List<Cell> keyOf(List<Cell> cells) {
        return keyPositions.stream().map(cells::get).toList();
    }

    /** Throws {@link UnreadableRow} when the values are not a record of this table. */
    public R record(List<Cell> cells) {
        try {
            Object[] values =
                    IntStream.range(0, columns.size())
                            .mapToObj(i -> columns.get(i).value(cells.get(i)))
                            .toArray();
            return Column.make(type, values);
        } catch (RuntimeException e) {
            throw new UnreadableRow(name, keyOf(cells).toString(), e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
