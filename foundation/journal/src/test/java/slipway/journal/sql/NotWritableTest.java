package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.testkit.UnprivilegedProcess;

/** Read-only directories. The tests are skipped for root, who may write everywhere. */
@Tag("process")
class NotWritableTest {

    @TempDir Path directory;

    @Test
    void a_read_only_data_directory_is_reported() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        assertThat(triedByNobody(data, "r-xr-xr-x"))
                .startsWith("data-not-writable")
                .contains(data.toString(), "--data DIR");
    }

    @Test
    void a_read_only_database_file_is_reported() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));
        Database.open(new DatabaseAddress.Sqlite(data), List.of(ModuleSchema.JOURNAL)).close();
        Files.delete(data.resolve("server.lock"));
        Files.setPosixFilePermissions(
                data.resolve("slipway.db"), PosixFilePermissions.fromString("r--r--r--"));
        assertThat(triedByNobody(data, "rwxrwxrwx")).startsWith("data-not-writable");
    }

    private String triedByNobody(Path data, String permissions) throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString(permissions));
        Process process =
                UnprivilegedProcess.process(
                                LockHolder.command(UnprivilegedProcess.classes(directory), data))
                        .directory(directory.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try {
            return LockHolder.answer(process);
        } finally {
            process.destroyForcibly().waitFor();
            Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
    }
}
