package slipway.journal.sql;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import slipway.journal.MerkleLeaf;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file of a backup: a ZIP with one entry for each table, with a JSON array for each row; then the attached files,
 * below {@code attached/}; and {@code manifest.json} last. It can be read without Slipway.
 *
 * <p>Format 1 had no attached files and is otherwise the same.
 */
final class BackupFile {

    static final int FORMAT = 2;
    private static final int OLDEST_FORMAT = 1;
    private static final String ATTACHED = "attached/";
    private static final int MAX_ATTACHED_BYTES = 1 << 20;
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                    .build();
    private static final String MANIFEST = "manifest.json";
    private static final byte[] NEW_LINE = {'\n'};

    private BackupFile() {}

    static Writer create(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(
                file,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return new Writer(
                new ZipOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)));
    }

    static Reader open(Path file) throws IOException {
        return new Reader(new ZipFile(file.toFile()));
    }

    /** Makes the file durable, then visible under its name. */
    static void publish(Path temporary, Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        // The name is durable only when its directory is.
        try (FileChannel directory =
                FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    static List<String> columns(ResultSetMetaData meta) throws SQLException {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            names.add(meta.getColumnName(i));
        }
        return names;
    }

    static List<Object> values(ResultSet rows, int columns) throws SQLException {
        List<Object> values = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            Object value = rows.getObject(i);
            values.add(
                    switch (value) {
                        case null -> Map.of();
                        case byte[] bytes ->
                                Map.of("bytes", Base64.getEncoder().encodeToString(bytes));
                        default -> value;
                    });
        }
        return values;
    }

    static void bind(PreparedStatement insert, List<?> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            switch (values.get(i)) {
                case Integer number -> insert.setLong(i + 1, number);
                case Long number -> insert.setLong(i + 1, number);
                case Map<?, ?> map when map.get("bytes") instanceof String text ->
                        insert.setBytes(i + 1, Base64.getDecoder().decode(text));
                case Map<?, ?> _ -> insert.setNull(i + 1, Types.NULL);
                case Object other -> insert.setObject(i + 1, other);
            }
        }
    }

    private static String hash(byte[] content) {
        return HexFormat.of().formatHex(MerkleLeaf.digest().digest(content));
    }

    /** Receives one row. */
    interface RowConsumer {
        void accept(List<?> values) throws SQLException;
    }

    /** A backup being written. */
    static final class Writer implements AutoCloseable {
        private final ZipOutputStream zip;

        Writer(ZipOutputStream zip) {
            this.zip = zip;
        }

        TableWriter table(String name) {
            try {
                zip.putNextEntry(new ZipEntry(name + ".jsonl"));
                return new TableWriter(name, zip);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Backup.Attached attach(String name, byte[] content) throws IOException {
            zip.putNextEntry(new ZipEntry(ATTACHED + name));
            zip.write(content);
            zip.closeEntry();
            return new Backup.Attached(name, content.length, hash(content));
        }

        void manifest(Backup.Manifest manifest) throws IOException {
            zip.putNextEntry(new ZipEntry(MANIFEST));
            zip.write(JSON.writeValueAsString(manifest).getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }

        @Override
        public void close() throws IOException {
            zip.close();
        }
    }

    /** A table being written. */
    static final class TableWriter {
        private final String name;
        private final OutputStream out;
        private final MessageDigest digest = MerkleLeaf.digest();
        private long rows;

        TableWriter(String name, OutputStream out) {
            this.name = name;
            this.out = out;
        }

        void row(List<Object> values) {
            byte[] line = JSON.writeValueAsString(values).getBytes(StandardCharsets.UTF_8);
            digest.update(line);
            digest.update(NEW_LINE);
            rows++;
            try {
                out.write(line);
                out.write(NEW_LINE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        Backup.Part end(List<String> columns) {
            return new Backup.Part(name, columns, rows, HexFormat.of().formatHex(digest.digest()));
        }
    }

    /** A backup being read. */
    static final class Reader implements AutoCloseable {
        private final ZipFile zip;
        private final Backup.Manifest manifest;

        Reader(ZipFile zip) throws IOException {
            this.zip = zip;
            try {
                this.manifest = manifest(text());
                rejectUnsafeNames();
            } catch (JacksonException | ClassCastException e) {
                zip.close();
                throw new IOException("Its manifest is not what a backup has.", e);
            } catch (IOException e) {
                zip.close();
                throw e;
            }
        }

        /** Every hash is in the manifest; it has none itself, but the ZIP keeps a sum of it. */
        private String text() throws IOException {
            try (InputStream in = entry(MANIFEST)) {
                byte[] bytes = in.readAllBytes();
                var sum = new CRC32();
                sum.update(bytes);
                if (sum.getValue() != zip.getEntry(MANIFEST).getCrc()) {
                    throw new IOException("Its manifest was changed: the sum differs.");
                }
                return new String(bytes, StandardCharsets.UTF_8);
            }
        }

        private static Backup.Manifest manifest(String text) throws IOException {
            var tree = (ObjectNode) JSON.readTree(text);
            int format = tree.path("format").asInt(0);
            if (format < OLDEST_FORMAT || format > FORMAT) {
                throw new IOException(
                        "It has format " + format + "; this version reads up to " + FORMAT + ".");
            }
            if (format == OLDEST_FORMAT) {
                tree.putArray("attached");
            }
            return JSON.treeToValue(tree, Backup.Manifest.class);
        }

        /** What is attached, compared with its hash. */
        byte[] attached(Backup.Attached attached) throws IOException {
            try (InputStream in = entry(ATTACHED + attached.name())) {
                byte[] content = in.readNBytes(MAX_ATTACHED_BYTES + 1);
                if (content.length != attached.bytes()
                        || !hash(content).equals(attached.sha256())) {
                    throw new IOException(
                            "What is attached as "
                                    + attached.name()
                                    + " was changed: the hash differs.");
                }
                return content;
            }
        }

        /** Names from outside become SQL: only plain ones of modules that are in the manifest may. */
        private void rejectUnsafeNames() throws IOException {
            Set<String> modules = manifest.schemas().keySet();
            for (Backup.Part part : manifest.parts()) {
                boolean plain =
                        part.table().matches("[a-z][a-z0-9_]{0,62}")
                                && part.columns().stream()
                                        .allMatch(column -> column.matches("[a-z][a-z0-9_]{0,62}"))
                                && !part.columns().isEmpty()
                                && modules.stream()
                                        .anyMatch(module -> part.table().startsWith(module + "_"));
                if (!plain) {
                    throw new IOException("It names a table that no module has: " + part.table());
                }
            }
        }

        Backup.Manifest manifest() {
            return manifest;
        }

        private InputStream entry(String name) throws IOException {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException(
                        "Its part " + name + " is missing: it was cut off or is no backup.");
            }
            return zip.getInputStream(entry);
        }

        void rows(Backup.Part part, RowConsumer each) throws IOException {
            var in =
                    new DigestInputStream(
                            new BufferedInputStream(entry(part.table() + ".jsonl"), 1 << 16),
                            MerkleLeaf.digest());
            long read = 0;
            try (var lines =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    each.accept(JSON.readValue(line, List.class));
                    read++;
                }
            } catch (SQLException | RuntimeException e) {
                throw new IOException(
                        "Row "
                                + (read + 1)
                                + " of "
                                + part.table()
                                + " does not fit: "
                                + e.getMessage(),
                        e);
            }
            String hash = HexFormat.of().formatHex(in.getMessageDigest().digest());
            if (read != part.rows() || !hash.equals(part.sha256())) {
                throw new IOException(
                        "Its part " + part.table() + " was changed: the hash differs.");
            }
        }

        @Override
        public void close() throws IOException {
            zip.close();
        }
    }
}
