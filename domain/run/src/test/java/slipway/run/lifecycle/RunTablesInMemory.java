package slipway.run.lifecycle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import slipway.journal.Commit;
import slipway.journal.table.Cell;
import slipway.journal.table.RowChange;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;
import slipway.journal.table.TableReader;

/** Tables as a database would hold them: cells by key. */
final class RunTablesInMemory implements TableReader {

    private final Map<String, Map<List<Cell>, List<Cell>>> tables = new LinkedHashMap<>();

    void write(Commit commit) {
        for (RowChange rowChange : commit.rows()) {
            var table =
                    tables.computeIfAbsent(rowChange.table().name(), _ -> new LinkedHashMap<>());
            switch (rowChange) {
                case RowChange.Put<?>(var to, var value) ->
                        table.put(rowChange.key(), to.cells(value));
                case RowChange.Remove<?> _ -> table.remove(rowChange.key());
            }
        }
    }

    @Override
    public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        tables.getOrDefault(table.name(), Map.of())
                .values()
                .forEach(cells -> each.accept(table, cells));
    }
}
