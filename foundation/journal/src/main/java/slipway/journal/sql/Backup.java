package slipway.journal.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import slipway.base.Actor;
import slipway.base.Problem;
import slipway.journal.Crew;
import slipway.journal.Journal;

/**
 * A backup is one file that holds every table as it was at one moment, with hashes. It is taken beside a running server
 * and belongs to no database: taken from SQLite it can be restored into PostgreSQL, which is how a team moves.
 */
public final class Backup {

    private static final int ROWS_AT_ONCE = 1_000;

    private final LongConsumer progress;

    /** Progress is told in rows. */
    public Backup(LongConsumer progress) {
        this.progress = progress;
    }

    /**
     * What a backup says of itself.
     *
     * @param seq the newest event in it
     * @param schemas by room
     */
    public record Manifest(
            int format,
            Instant takenAt,
            String version,
            long seq,
            Map<String, Integer> schemas,
            List<Part> parts) {

        public Manifest {
            schemas = Map.copyOf(schemas);
            parts = List.copyOf(parts);
        }

        public long rows() {
            return parts.stream().mapToLong(Part::rows).sum();
        }
    }

    /** One table of a backup. */
    public record Part(String table, List<String> columns, long rows, String sha256) {

        public Part {
            columns = List.copyOf(columns);
        }
    }

    /** Writes a backup of the database to a new file, whole or not at all. */
    public Manifest take(Db db, List<Schema> schemas, Path file, Instant now, String version) {
        if (Files.exists(file)) {
            throw new Problem(
                    Trouble.BACKUP_FAILED,
                    "There is already a file " + file + ".",
                    "A backup never overwrites anything.",
                    "Choose another name with --to FILE, or remove it first.");
        }
        Path temporary =
                file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Manifest manifest = write(db, schemas, temporary, now, version);
            BackupFile.publish(temporary, file);
            return manifest;
        } catch (UncheckedIOException e) {
            throw cannotWrite(file, new IOException(e.getMessage(), e));
        } catch (IOException e) {
            throw cannotWrite(file, e);
        } finally {
            deleteQuietly(temporary);
        }
    }

    private Manifest write(Db db, List<Schema> schemas, Path file, Instant now, String version)
            throws IOException {
        try (var out = BackupFile.create(file)) {
            var manifest =
                    db.snapshot(
                            connection -> {
                                List<Part> parts = new ArrayList<>();
                                for (String table : db.dialect().tables(connection, schemas)) {
                                    parts.add(dump(connection, table, out));
                                }
                                Map<String, Integer> versions = new TreeMap<>();
                                for (Schema schema : schemas) {
                                    versions.put(schema.room(), db.version(connection, schema));
                                }
                                return new Manifest(
                                        BackupFile.FORMAT,
                                        now,
                                        version,
                                        SqlMedium.head(connection).seq(),
                                        versions,
                                        parts);
                            });
            out.manifest(manifest);
            return manifest;
        }
    }

    private Part dump(Connection connection, String table, BackupFile.Out out) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select * from " + table)) {
            statement.setFetchSize(ROWS_AT_ONCE);
            try (ResultSet rows = statement.executeQuery()) {
                List<String> columns = BackupFile.columns(rows.getMetaData());
                BackupFile.Table part = out.table(table);
                while (rows.next()) {
                    part.row(BackupFile.values(rows, columns.size()));
                    progress.accept(1);
                }
                return part.end(columns);
            }
        }
    }

    /** Reads a backup from end to end and compares it with its hashes. */
    public Manifest verify(Path file) {
        try (var in = BackupFile.open(file)) {
            for (Part part : in.manifest().parts()) {
                in.rows(part, _ -> progress.accept(1));
            }
            return in.manifest();
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    /**
     * Fills an empty database from a backup and checks every fact. The backup is read through once before anything is
     * touched; its schemas are made as they were, and brought up to date by the next start.
     *
     * @param known the schemas of this version; a backup of a newer one is refused
     */
    public Manifest restore(Path file, Address place, List<Schema> known, Instant now) {
        List<Schema> schemas = schemas(verify(file), known);
        try (var in = BackupFile.open(file)) {
            try (Db db = Db.open(place, schemas)) {
                load(db, in);
            }
            tell(place, schemas, in.manifest(), file, now);
            return in.manifest();
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    private static List<Schema> schemas(Manifest manifest, List<Schema> known) {
        Map<String, Integer> newest =
                known.stream().collect(Collectors.toMap(Schema::room, Schema::newest));
        for (Map.Entry<String, Integer> there : manifest.schemas().entrySet()) {
            int most = newest.getOrDefault(there.getKey(), 0);
            if (there.getValue() > most) {
                throw Trouble.newer(
                        there.getKey(), there.getValue().toString(), Integer.toString(most));
            }
        }
        return known.stream()
                .filter(schema -> manifest.schemas().containsKey(schema.room()))
                .map(
                        schema ->
                                new Schema(
                                        schema.room(),
                                        manifest.schemas().getOrDefault(schema.room(), 0)))
                .toList();
    }

    private void load(Db db, BackupFile.In in) throws IOException {
        try (Connection connection = db.writer()) {
            refuseUnlessEmpty(db, connection);
            for (Part part : in.manifest().parts()) {
                load(connection, part, in);
            }
            connection.commit();
        } catch (SQLException e) {
            throw db.refused(e).problem();
        }
    }

    private static void refuseUnlessEmpty(Db db, Connection connection) throws SQLException {
        if (SqlMedium.head(connection).term() > 0) {
            throw new Problem(
                    Trouble.NOT_EMPTY,
                    db.describe() + " already holds data.",
                    "A restore fills an empty database, so that nothing is overwritten by mistake.",
                    "Restore into another --data directory or schema, or move the old data away first.");
        }
        try (PreparedStatement clear = connection.prepareStatement("delete from journal_head")) {
            clear.executeUpdate();
        }
    }

    private void load(Connection connection, Part part, BackupFile.In in)
            throws IOException, SQLException {
        String marks = "?" + ", ?".repeat(part.columns().size() - 1);
        String sql =
                "insert into "
                        + part.table()
                        + " ("
                        + String.join(", ", part.columns())
                        + ") values ("
                        + marks
                        + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            var waiting = new int[1];
            in.rows(
                    part,
                    values -> {
                        BackupFile.bind(insert, values);
                        insert.addBatch();
                        if (++waiting[0] % ROWS_AT_ONCE == 0) {
                            insert.executeBatch();
                        }
                        progress.accept(1);
                    });
            insert.executeBatch();
        }
    }

    /** The restored journal is checked as a whole before anyone relies on it, and says where it came from. */
    private static void tell(
            Address place, List<Schema> schemas, Manifest manifest, Path file, Instant now) {
        var medium = new SqlMedium(Db.open(place, schemas));
        try (var journal =
                Journal.open(medium, Crew.threads(), new Journal.Times(() -> now, () -> 0L))) {
            journal.check();
            var restored =
                    new slipway.base.Fact.BackupRestored(
                            String.valueOf(file.getFileName()), manifest.seq(), manifest.takenAt());
            journal.tell(restored, Actor.system("journal"), "journal");
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            org.slf4j.LoggerFactory.getLogger(Backup.class).warn("{} could not be removed", file);
        }
    }

    private static Problem cannotWrite(Path file, IOException e) {
        return new Problem(
                        Trouble.BACKUP_FAILED,
                        "The backup " + file + " could not be written.",
                        String.valueOf(e),
                        "Choose another place with --to FILE; nothing else was changed.")
                .causedBy(e);
    }

    private static Problem unusable(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new Problem(
                    Trouble.NO_BACKUP,
                    "There is no backup " + file + ".",
                    "No file has this name.",
                    "Look for it with ls; slipway backup makes one.");
        }
        return new Problem(
                        Trouble.BAD_BACKUP,
                        "The backup " + file + " cannot be used.",
                        String.valueOf(e.getMessage()),
                        "Use another backup; nothing was changed.")
                .causedBy(e);
    }
}
