package slipway.journal.sql;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.slf4j.LoggerFactory;
import slipway.base.Actor;
import slipway.base.Fact;
import slipway.base.Problem;
import slipway.journal.Journal;
import slipway.journal.LoopExecutor;
import slipway.journal.table.Cell;
import slipway.journal.table.RowSink;
import slipway.journal.table.Table;
import slipway.journal.table.TableReader;

/**
 * A backup that was read from end to end and matches its hashes. Its tables can be read before it is restored into an
 * empty database; the file stays open in between, so that both read the same file.
 */
public final class VerifiedBackup implements TableReader, AutoCloseable {

    private static final int BATCH_SIZE = 1_000;

    private final Path file;
    private final BackupFile.Reader in;
    private final LongConsumer progress;

    private VerifiedBackup(Path file, BackupFile.Reader in, LongConsumer progress) {
        this.file = file;
        this.in = in;
        this.progress = progress;
    }

    static VerifiedBackup read(Path file, LongConsumer progress) {
        try {
            var backup = new VerifiedBackup(file, BackupFile.open(file), progress);
            try {
                backup.verify();
                return backup;
            } catch (IOException e) {
                backup.close();
                throw e;
            }
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    private void verify() throws IOException {
        for (Backup.Part part : manifest().parts()) {
            in.rows(part, _ -> progress.accept(1));
        }
        for (Backup.Attached attached : manifest().attached()) {
            in.attached(attached);
        }
    }

    public Backup.Manifest manifest() {
        return in.manifest();
    }

    /** The attached file of this name. */
    public Optional<byte[]> attached(String name) {
        Optional<Backup.Attached> there =
                manifest().attached().stream().filter(one -> one.name().equals(name)).findFirst();
        try {
            return there.isEmpty() ? Optional.empty() : Optional.of(in.attached(there.get()));
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    @Override
    public <R extends Record> void rows(Table<R> table, RowSink<R> each) {
        try {
            for (Backup.Part part : manifest().parts()) {
                if (table.isNamed(part.table())) {
                    in.rows(part, row -> each.accept(table, cells(table, part, row)));
                }
            }
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    /** The cells in the order of the table's columns, which may differ from the order in the backup. */
    private static List<Cell> cells(Table<?> table, Backup.Part part, List<?> row) {
        List<Cell> cells = new ArrayList<>();
        for (Cell.Form form : table.forms()) {
            int at = part.columns().indexOf(table.columns().get(cells.size()));
            cells.add(at < 0 ? new Cell.Nothing(form) : cell(form, row.get(at)));
        }
        return cells;
    }

    private static Cell cell(Cell.Form form, Object value) {
        return switch (value) {
            case String text -> new Cell.Text(text);
            case Number number when form == Cell.Form.DECIMAL ->
                    new Cell.Decimal(number.doubleValue());
            case Number number -> new Cell.Whole(number.longValue());
            case Object _ -> new Cell.Nothing(form);
        };
    }

    /**
     * Rejects a backup of a newer version.
     *
     * @param known the schemas of this version
     */
    public void requireKnownSchemas(List<ModuleSchema> known) {
        Map<String, Integer> newest = new HashMap<>();
        known.forEach(
                schema ->
                        schema.former()
                                .ifPresent(former -> newest.put(former.name(), former.last())));
        known.forEach(schema -> newest.put(schema.module(), schema.newestVersion()));
        for (Map.Entry<String, Integer> there : manifest().schemas().entrySet()) {
            int most = newest.getOrDefault(there.getKey(), 0);
            if (there.getValue() > most) {
                throw DatabaseProblems.newer(
                        there.getKey(), there.getValue().toString(), Integer.toString(most));
            }
        }
    }

    /**
     * Fills an empty database and checks every fact. The schemas are created in the version of the backup; the next
     * start migrates them.
     */
    public void restore(DatabaseAddress place, List<ModuleSchema> known, Instant now) {
        requireKnownSchemas(known);
        List<ModuleSchema> schemas = schemas(known);
        try (Database db = Database.open(place, schemas)) {
            load(db);
        } catch (IOException e) {
            throw unusable(file, e);
        }
        recordRestore(place, schemas, now);
    }

    private List<ModuleSchema> schemas(List<ModuleSchema> known) {
        Map<String, Integer> there = manifest().schemas();
        return known.stream()
                .flatMap(schema -> schema.versionIn(there).map(schema::upTo).stream())
                .toList();
    }

    private void load(Database db) throws IOException {
        try (Connection connection = db.writer()) {
            requireEmpty(db, connection);
            for (Backup.Part part : manifest().parts()) {
                load(connection, part);
            }
            connection.commit();
        } catch (SQLException e) {
            throw db.refused(e).problem();
        }
    }

    private static void requireEmpty(Database db, Connection connection) throws SQLException {
        if (SqlJournalStorage.head(connection).term() > 0) {
            throw new Problem(
                    DatabaseProblems.NOT_EMPTY,
                    db.describe() + " already holds data.",
                    "A restore fills an empty database, so that nothing is overwritten by mistake.",
                    "Restore into another --data directory or schema, or move the old data away first.");
        }
        try (PreparedStatement clear = connection.prepareStatement("delete from journal_head")) {
            clear.executeUpdate();
        }
    }

    private void load(Connection connection, Backup.Part part) throws IOException, SQLException {
        String placeholders = "?" + ", ?".repeat(part.columns().size() - 1);
        String sql =
                "insert into "
                        + part.table()
                        + " ("
                        + String.join(", ", part.columns())
                        + ") values ("
                        + placeholders
                        + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            var rows = new int[1];
            in.rows(
                    part,
                    values -> {
                        BackupFile.bind(insert, values);
                        insert.addBatch();
                        if (++rows[0] % BATCH_SIZE == 0) {
                            insert.executeBatch();
                        }
                        progress.accept(1);
                    });
            insert.executeBatch();
        }
    }

    /** Checks the whole restored journal and appends a fact that names the backup. */
    private void recordRestore(DatabaseAddress place, List<ModuleSchema> schemas, Instant now) {
        var storage = new SqlJournalStorage(Database.open(place, schemas));
        try (var journal =
                Journal.open(
                        storage, LoopExecutor.threads(), new Journal.Times(() -> now, () -> 0L))) {
            journal.check();
            var restored =
                    new Fact.BackupRestored(
                            String.valueOf(file.getFileName()),
                            manifest().seq(),
                            manifest().takenAt());
            journal.append(restored, Actor.system("journal"), "journal");
        }
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            LoggerFactory.getLogger(VerifiedBackup.class).debug("{} did not close", file, e);
        }
    }

    private static Problem unusable(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new Problem(
                    DatabaseProblems.NO_BACKUP,
                    "There is no backup " + file + ".",
                    "No file has this name.",
                    "Look for it with ls; slipway backup makes one.");
        }
        return new Problem(
                        DatabaseProblems.BAD_BACKUP,
                        "The backup " + file + " cannot be used.",
                        String.valueOf(e.getMessage()),
                        "Use another backup; nothing was changed.")
                .causedBy(e);
    }
}
