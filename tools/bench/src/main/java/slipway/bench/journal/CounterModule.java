package slipway.bench.journal;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import slipway.base.Actor;
import slipway.journal.Commit;
import slipway.journal.EventDraft;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.JournalStream;
import slipway.journal.LoopExecutor;
import slipway.journal.ModuleRequest;
import slipway.journal.Snapshot;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.ModuleSchema;
import slipway.journal.sql.SqlJournalStorage;
import slipway.journal.table.RowChange;
import slipway.journal.table.Table;

/** A small module for measurements: cells that count. The snapshot holds every cell by its name. */
public record CounterModule(Map<String, CounterModule.Cell> byName)
        implements Snapshot<CounterModule> {

    static final Table<Cell> TABLE = Table.of("bench_cell", Cell.class, "name");
    private static final ModuleSchema SCHEMA = new ModuleSchema("bench", 1);
    private static final Actor ACTOR = new Actor("bench", "system", "");

    public CounterModule {
        byName = Map.copyOf(byName);
    }

    /** One live row. */
    public record Cell(String name, long count) {}

    /** A request to add one. */
    record Count(String name) {}

    /**
     * A journal in a directory, as the server opens it. Both stay open, because a measurement of recovery never
     * closes them.
     */
    static Journal open(Path directory) {
        return open(medium(directory));
    }

    public static Journal open(JournalStorage journalStorage) {
        return Journal.open(
                journalStorage,
                LoopExecutor.threads(),
                new Journal.Times(InstantSource.system(), System::nanoTime));
    }

    static JournalStorage medium(Path directory) {
        quiet();
        Database database =
                Database.open(
                        new DatabaseAddress.Sqlite(directory),
                        List.of(ModuleSchema.JOURNAL, SCHEMA));
        return new SqlJournalStorage(database);
    }

    /** Silences the log lines of libraries. */
    public static void quiet() {
        Logger.getLogger("").setLevel(Level.WARNING);
    }

    /** Reads the snapshot from the table, as every module does at its start. */
    static CounterModule read(Journal journal) {
        Map<String, Cell> cells = new HashMap<>();
        journal.rows(TABLE, cell -> cells.put(cell.name(), cell));
        return new CounterModule(cells);
    }

    long count(String name) {
        return Optional.ofNullable(byName.get(name)).map(Cell::count).orElse(0L);
    }

    long total() {
        return byName.values().stream().mapToLong(Cell::count).sum();
    }

    static Commit decide(
            CounterModule counterModule, ModuleRequest<Count> moduleRequest, Instant now) {
        var next =
                new Cell(
                        moduleRequest.request().name(),
                        counterModule.count(moduleRequest.request().name()) + 1);
        return Commit.of(List.of(counted(next)), List.of(new RowChange.Put<>(TABLE, next)));
    }

    /** A fact of typical size. */
    static EventDraft counted(Cell cell) {
        String body =
                "{\"cell\":\"%s\",\"count\":%d,\"because\":\"a client asked for it to be counted once more\"}"
                        .formatted(cell.name(), cell.count());
        return new EventDraft(
                JournalStream.FACTS,
                "cell-counted",
                1,
                ACTOR,
                Optional.of("bench"),
                cell.name(),
                body);
    }

    @Override
    public CounterModule after(Commit commit) {
        Map<String, Cell> next = new HashMap<>(byName);
        for (RowChange rowChange : commit.rows()) {
            if (rowChange instanceof RowChange.Put<?> put && put.value() instanceof Cell cell) {
                next.put(cell.name(), cell);
            }
        }
        return new CounterModule(next);
    }
}
