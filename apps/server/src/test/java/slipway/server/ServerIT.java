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

/** The packaged server, started as a person starts it, and what it says when things are wrong. */
class ServerIT {

    @TempDir Path data;

    private ServerProcess up(String... more) throws IOException {
        var words =
                new java.util.ArrayList<>(
                        java.util.List.of("up", "--data", data.toString(), "--port", "0"));
        words.addAll(java.util.List.of(more));
        return ServerProcess.start(words.toArray(String[]::new));
    }

    private void startedAndStopped() throws Exception {
        try (var server = up()) {
            server.await("Ready in");
            server.terminate();
            server.end();
        }
    }

    private static void ends(ServerProcess server, int exitCode, String... says) throws Exception {
        try (server) {
            String said = server.end();
            assertThat(said).contains(says).doesNotContain("\tat ");
            assertThat(server.exitCode()).isEqualTo(exitCode);
        }
    }

    @Test
    void it_starts_says_where_it_is_and_stops_in_order_when_told() throws Exception {
        try (var server = up()) {
            assertThat(server.await("open")).contains("http://127.0.0.1:");
            server.await("Ready in");
            server.terminate();
            assertThat(server.end()).endsWith("Stopped in order.\n");
            assertThat(server.exitCode()).isZero();
        }
    }

    @Test
    void a_second_server_is_refused_and_told_who_is_there() throws Exception {
        try (var first = up()) {
            first.await("Ready in");
            ends(up(), 4, "Another server is using " + data, "--data");
        }
    }

    @Test
    void a_port_in_use_is_a_sentence_and_not_a_trace() throws Exception {
        try (var taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            var server =
                    ServerProcess.start(
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
    void who_opens_it_to_other_machines_is_told_what_they_see() throws Exception {
        try (var server = up("--host", "0.0.0.0")) {
            assertThat(server.await("open")).contains("http://127.0.0.1:");
            assertThat(server.await("warning:")).contains("without TLS", "tls.generate");
        }
    }

    @Test
    void broken_yaml_is_answered_with_its_line() throws Exception {
        Files.writeString(data.resolve("slipway.yaml"), "host: 127.0.0.1\nport: [1, 2\n");
        ends(up(), 2, "slipway.yaml", "line");
    }

    @Test
    void a_file_that_is_no_database_is_left_as_it_is_and_the_way_back_is_said() throws Exception {
        Path db = data.resolve("slipway.db");
        Files.writeString(
                db, "this was a database once, long ago, and then it was not ".repeat(100));
        ends(up(), 6, "slipway restore");
        assertThat(Files.readString(db)).startsWith("this was a database once");
    }

    @Test
    void damage_inside_the_database_is_found_by_check() throws Exception {
        startedAndStopped();
        flip(data.resolve("slipway.db"), "server.started");
        ends(
                ServerProcess.start("check", "--data", data.toString()),
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
                "insert into journal_history select installed_rank + 1, '99', description, type, script, checksum,"
                        + " installed_by, installed_on, execution_time, success"
                        + " from journal_history where version = '1'");
        ends(up(), 4, "newer version of Slipway", "restore a backup");
    }

    private void sql(String text) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + data.resolve("slipway.db"));
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    @Test
    void a_directory_that_cannot_be_written_is_named(
            @TempDir(cleanup = CleanupMode.ALWAYS, factory = OpenTemp.class) Path readable)
            throws Exception {
        Path closed = Files.createDirectory(readable.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        var server =
                ServerProcess.startAsNobody(
                        readable, "up", "--data", closed.toString(), "--port", "0");
        ends(server, 6, "The data directory " + closed + " cannot be written.", "--data DIR");
    }

    @Test
    void a_backup_taken_while_it_runs_comes_back_whole() throws Exception {
        Path file = data.resolve("one.backup");
        Path second = data.resolve("second");
        try (var server = up()) {
            server.await("Ready in");
            ends(
                    ServerProcess.start(
                            "backup", "--data", data.toString(), "--to", file.toString()),
                    0,
                    "Backed up");
        }
        ends(ServerProcess.start("backup", "--verify", file.toString()), 0, "is whole");
        ends(
                ServerProcess.start("restore", file.toString(), "--data", second.toString()),
                0,
                "Every fact matches its hash");
        ends(
                ServerProcess.start("restore", file.toString(), "--data", second.toString()),
                4,
                "already holds data");
        ends(
                ServerProcess.start("check", "--data", second.toString()),
                0,
                "facts match their hashes");
    }

    @Test
    void it_learns_to_start_from_one_short_life() throws Exception {
        ends(ServerProcess.start("train"), 0, "");
    }
}
