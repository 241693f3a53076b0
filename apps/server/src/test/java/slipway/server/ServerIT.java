package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The packaged server as a process, and its messages when something is wrong. */
class ServerIT {

    @TempDir Path data;

    private SlipwayProcess up(String... more) throws IOException {
        var words =
                new java.util.ArrayList<>(
                        java.util.List.of("up", "--data", data.toString(), "--port", "0"));
        words.addAll(java.util.List.of(more));
        return SlipwayProcess.start(words.toArray(String[]::new));
    }

    private void startedAndStopped() throws Exception {
        try (var server = up()) {
            server.await("Ready in");
            server.terminate();
            server.end();
        }
    }

    private static void assertEnds(SlipwayProcess server, int exitCode, String... says)
            throws Exception {
        try (server) {
            String said = server.end();
            assertThat(said).contains(says).doesNotContain("\tat ");
            assertThat(server.exitCode()).isEqualTo(exitCode);
        }
    }

    @Test
    void it_starts_prints_its_address_and_stops_cleanly_on_sigterm() throws Exception {
        try (var server = up()) {
            assertThat(server.await("open")).contains("http://127.0.0.1:");
            server.await("Ready in");
            server.terminate();
            assertThat(server.end()).endsWith("Stopped.\n");
            assertThat(server.exitCode()).isZero();
        }
    }

    @Test
    void a_second_server_on_the_same_data_is_refused_with_a_next_step() throws Exception {
        try (var first = up()) {
            first.await("Ready in");
            assertEnds(up(), 4, "Another server is using " + data, "--data");
        }
    }

    @Test
    void a_port_in_use_is_reported_without_a_stack_trace() throws Exception {
        try (var taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            var server =
                    SlipwayProcess.start(
                            "up", "--data", data.toString(), "--port", "" + taken.getLocalPort());
            String said = server.end();
            assertThat(said)
                    .startsWith("Cannot listen on port " + taken.getLocalPort())
                    .contains("--port")
                    .doesNotContain("Jetty", "\tat ");
            assertThat(server.exitCode()).isEqualTo(4);
        }
    }

    @Test
    void listening_on_all_addresses_without_tls_prints_a_warning() throws Exception {
        try (var server = up("--host", "0.0.0.0")) {
            assertThat(server.await("open")).contains("http://127.0.0.1:");
            assertThat(server.await("warning:")).contains("without TLS", "tls.generate");
        }
    }

    @Test
    void invalid_yaml_is_reported_with_its_line() throws Exception {
        Files.writeString(data.resolve("slipway.yaml"), "host: 127.0.0.1\nport: [1, 2\n");
        assertEnds(up(), 2, "slipway.yaml", "line");
    }

    @Test
    void a_file_that_is_no_database_is_kept_and_a_restore_is_suggested() throws Exception {
        Path db = data.resolve("slipway.db");
        Files.writeString(
                db, "this was a database once, long ago, and then it was not ".repeat(100));
        assertEnds(up(), 6, "slipway restore");
        assertThat(Files.readString(db)).startsWith("this was a database once");
    }

    @Test
    void check_finds_damage_inside_the_database() throws Exception {
        startedAndStopped();
        flip(data.resolve("slipway.db"), "server.started");
        assertEnds(
                SlipwayProcess.start("check", "--data", data.toString()),
                6,
                "does not match its hash",
                "slipway restore");
    }

    private static void flip(Path file, String word) throws IOException {
        String bytes = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
        try (var out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(bytes.indexOf(word));
            out.write('x');
        }
    }

    @Test
    void data_of_a_newer_version_is_refused() throws Exception {
        startedAndStopped();
        sql(
                "insert into journal_history select 99, '99', description, type, script, checksum,"
                        + " installed_by, installed_on, execution_time, success"
                        + " from journal_history where version = '1'");
        assertEnds(up(), 4, "newer version of Slipway", "restore a backup");
    }

    private void sql(String text) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("slipway.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    @Test
    void an_unwritable_directory_is_named(
            @TempDir(cleanup = CleanupMode.ALWAYS, factory = WorldReadableTempDir.class)
                    Path readable)
            throws Exception {
        Path closed = Files.createDirectory(readable.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        var server =
                SlipwayProcess.startUnprivileged(
                        readable, "up", "--data", closed.toString(), "--port", "0");
        assertEnds(server, 6, "The data directory " + closed + " cannot be written.", "--data DIR");
    }

    @Test
    void an_online_backup_restores_completely() throws Exception {
        Path file = data.resolve("one.backup");
        Path second = data.resolve("second");
        try (var server = up()) {
            server.await("Ready in");
            assertEnds(
                    SlipwayProcess.start(
                            "backup", "--data", data.toString(), "--to", file.toString()),
                    0,
                    "Backed up");
        }
        assertEnds(SlipwayProcess.start("backup", "--verify", file.toString()), 0, "is complete");
        assertEnds(
                SlipwayProcess.start("restore", file.toString(), "--data", second.toString()),
                0,
                "Every fact matches its hash");
        assertEnds(
                SlipwayProcess.start("restore", file.toString(), "--data", second.toString()),
                4,
                "already holds data");
        assertEnds(
                SlipwayProcess.start("check", "--data", second.toString()),
                0,
                "facts match their hashes");
    }

    @Test
    void the_training_run_succeeds() throws Exception {
        assertEnds(SlipwayProcess.start("train"), 0, "");
    }
}
