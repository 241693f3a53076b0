package slipway.journal.sql;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import slipway.base.Problem;

/**
 * A backup is one file that holds every table as it was at one moment, with hashes. It is taken beside a running server
 * and belongs to no database: taken from SQLite it can be restored into PostgreSQL, which is how a team moves.
 */
public final class Backup {

    private static final int FETCH_SIZE = 1_000;

    private final LongConsumer progress;
    private final SortedMap<String, byte[]> attached;

    /** Progress is reported in rows. */
    public Backup(LongConsumer progress) {
        this(progress, new TreeMap<>());
    }

    private Backup(LongConsumer progress, SortedMap<String, byte[]> attached) {
        this.progress = progress;
        this.attached = attached;
    }

    /** A copy that attaches a file that is not in the database but is needed to restore it. */
    public Backup attach(String name, byte[] content) {
        var more = new TreeMap<>(attached);
        more.put(name, content.clone());
        return new Backup(progress, more);
    }

    /**
     * The description of a backup, stored in it.
     *
     * @param seq number of the newest event
     * @param schemas schema version by module
     */
    public record Manifest(
            int format,
            Instant takenAt,
            String version,
            long seq,
            Map<String, Integer> schemas,
            List<Part> parts,
            List<Attached> attached) {

        public Manifest {
            schemas = Map.copyOf(schemas);
            parts = List.copyOf(parts);
            attached = List.copyOf(attached);
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

    /** A file that was attached to a backup. */
    public record Attached(String name, long bytes, String sha256) {}

    /** Writes a backup of the database to a new file, atomically. */
    public Manifest take(
            Database db, List<ModuleSchema> schemas, Path file, Instant now, String version) {
        if (Files.exists(file)) {
            throw new Problem(
                    DatabaseProblems.BACKUP_FAILED,
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

    private Manifest write(
            Database db, List<ModuleSchema> schemas, Path file, Instant now, String version)
            throws IOException {
        try (var out = BackupFile.create(file)) {
            List<Attached> extra = attach(out);
            var manifest =
                    db.snapshot(
                            connection -> {
                                List<Part> parts = new ArrayList<>();
                                for (String table : db.dialect().tables(connection, schemas)) {
                                    parts.add(dump(connection, table, out));
                                }
                                Map<String, Integer> versions = new TreeMap<>();
                                for (ModuleSchema moduleSchema : schemas) {
                                    int there = db.version(connection, moduleSchema);
                                    versions.put(moduleSchema.nameAt(there), there);
                                }
                                return new Manifest(
                                        BackupFile.FORMAT,
                                        now,
                                        version,
                                        SqlJournalStorage.head(connection).seq(),
                                        versions,
                                        parts,
                                        extra);
                            });
            out.manifest(manifest);
            return manifest;
        }
    }

    private List<Attached> attach(BackupFile.Writer out) throws IOException {
        List<Attached> extra = new ArrayList<>();
        for (Map.Entry<String, byte[]> one : attached.entrySet()) {
            extra.add(out.attach(one.getKey(), one.getValue()));
        }
        return extra;
    }

    private Part dump(Connection connection, String table, BackupFile.Writer out)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select * from " + table)) {
            statement.setFetchSize(FETCH_SIZE);
            try (ResultSet rows = statement.executeQuery()) {
                List<String> columns = BackupFile.columns(rows.getMetaData());
                BackupFile.TableWriter part = out.table(table);
                while (rows.next()) {
                    part.row(BackupFile.values(rows, columns.size()));
                    progress.accept(1);
                }
                return part.end(columns);
            }
        }
    }

    /** Reads a backup from end to end and compares it with its hashes; the result can be restored. */
    public VerifiedBackup read(Path file) {
        return VerifiedBackup.read(file, progress);
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
                        DatabaseProblems.BACKUP_FAILED,
                        "The backup " + file + " could not be written.",
                        String.valueOf(e),
                        "Choose another place with --to FILE; nothing else was changed.")
                .causedBy(e);
    }
}
