package slipway.journal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;

/** One server for one data directory, and only of a version that knows what is in it. */
@Tag("process")
class OneServerTest {

    @TempDir Path directory;

    private Database open() {
        return Database.open(new DatabaseAddress.Sqlite(directory), List.of(ModuleSchema.JOURNAL));
    }

    private void isRefused(long pid) {
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.code()).isEqualTo(DatabaseProblems.IN_USE);
                            assertThat(problem.why()).contains(Long.toString(pid));
                        });
    }

    @Test
    void a_second_server_in_this_process_is_refused_and_the_lock_stays()
            throws IOException, InterruptedException {
        try (Database _ = open()) {
            isRefused(ProcessHandle.current().pid());
            Process other = LockHolder.start(directory);
            assertThat(LockHolder.answer(other))
                    .startsWith("data-in-use")
                    .contains(Long.toString(ProcessHandle.current().pid()));
            other.waitFor();
        }
        open().close();
    }

    @Test
    void a_server_in_another_process_is_named_until_it_is_killed()
            throws IOException, InterruptedException {
        Process other = LockHolder.start(directory);
        try {
            assertThat(LockHolder.answer(other)).isEqualTo("open");
            isRefused(other.pid());
        } finally {
            other.destroyForcibly().waitFor();
        }
        open().close();
    }

    @Test
    void the_database_is_readable_only_by_its_owner_also_in_an_open_directory() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Database database = open()) {
            database.read(
                    connection -> {
                        try (Statement statement = connection.createStatement()) {
                            return statement.execute("select count(*) from journal_fact");
                        }
                    });
            for (String name : List.of("slipway.db", "slipway.db-wal", "slipway.db-shm")) {
                var rights = Files.getPosixFilePermissions(directory.resolve(name));
                assertThat(PosixFilePermissions.toString(rights)).as(name).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void data_of_a_newer_version_is_refused() throws SQLException {
        open().close();
        try (Connection connection =
                        java.sql.DriverManager.getConnection(
                                "jdbc:sqlite:" + directory.resolve("slipway.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "insert into journal_history select 99, '99', description, type, script, checksum, installed_by,"
                            + " installed_on, execution_time, success from journal_history where version = '1'");
        }
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.code()).isEqualTo(DatabaseProblems.NEWER);
                            assertThat(problem.why())
                                    .contains(
                                            "99", "up to " + ModuleSchema.JOURNAL.newestVersion());
                        });
    }
}
