package slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backup and restore of the server key, inside or beside the database backup. */
class BackupKeyIT {

    @TempDir Path folder;

    private Path file;
    private String token = "";

    /** A server with a first administrator and a database bound to its key. */
    @BeforeEach
    void startOnce() throws Exception {
        file = folder.resolve("one.backup");
        try (var server = up("first")) {
            String url = server.await("open").split("\\s+", -1)[1];
            server.await("Ready in");
            token = newToken(url);
            server.terminate();
            server.end();
        }
    }

    /** A token of the first administrator. */
    private String newToken(String url) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            String local = Files.readString(folder.resolve("first/local.token")).strip();
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(url + "/api/v1/users/admin/tokens"))
                            .header("Authorization", "Bearer " + local)
                            .header("Content-Type", "application/json")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            "{\"label\":\"backup\",\"days\":1}"))
                            .build();
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
            return response.body().replaceAll("(?s).*(slw_[0-9A-Za-z_]+).*", "$1");
        }
    }

    private String data(String name) {
        return folder.resolve(name).toString();
    }

    private Path key(String name) {
        return folder.resolve(name).resolve("server.key");
    }

    private SlipwayProcess up(String name) throws IOException {
        return SlipwayProcess.start("up", "--data", data(name), "--port", "0");
    }

    private String run(int exitCode, String... words) throws Exception {
        try (var command = SlipwayProcess.start(words)) {
            String said = command.end();
            assertThat(said).doesNotContain("\tat ");
            assertThat(command.exitCode()).as(said).isEqualTo(exitCode);
            return said;
        }
    }

    private String backup(String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("backup", "--data", data("first"), "--to", "" + file));
        words.addAll(List.of(more));
        return run(0, words.toArray(String[]::new));
    }

    private String restore(int exitCode, String name, String... more) throws Exception {
        List<String> words =
                new ArrayList<>(List.of("restore", file.toString(), "--data", data(name)));
        words.addAll(List.of(more));
        return run(exitCode, words.toArray(String[]::new));
    }

    /** A token created before the backup works on the restored server. */
    private void assertSignsIn(String name) throws Exception {
        try (var server = up(name);
                HttpClient client = HttpClient.newHttpClient()) {
            String url = server.await("open").split("\\s+", -1)[1];
            server.await("Ready in");
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(url + "/api/v1/me"))
                            .header("Authorization", "Bearer " + token)
                            .build();
            HttpResponse<String> response =
                    client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void a_backup_with_the_key_restores_alone() throws Exception {
        assertThat(backup("--with-key"))
                .contains(
                        "warning: the server key is in this backup",
                        "sign in as any user and open every secret");
        assertThat(permissions(file)).isEqualTo("rw-------");
        assertThat(run(0, "backup", "--verify", file.toString()))
                .contains("is complete", "The server key is included, fingerprint ");

        assertThat(restore(0, "second")).contains("The server key is in " + key("second"));
        assertThat(key("second")).hasSameBinaryContentAs(key("first"));
        assertThat(permissions(key("second"))).isEqualTo("rw-------");
        assertThat(permissions(folder.resolve("second"))).isEqualTo("rwx------");
        assertSignsIn("second");
    }

    @Test
    void without_the_key_the_next_start_is_refused_until_it_is_copied() throws Exception {
        assertThat(backup())
                .contains("The server key is not included: keep a copy of " + key("first"))
                .doesNotContain("warning:");
        assertThat(run(0, "backup", "--verify", file.toString()))
                .contains("The server key is not included.");

        assertThat(restore(0, "second"))
                .contains("Before you start it, copy the server key with fingerprint ")
                .contains(" to " + key("second"));
        assertThat(run(4, "up", "--data", data("second"), "--port", "0"))
                .contains("There is no server key at " + key("second"), "--with-key");
        assertThat(key("second")).doesNotExist();

        Files.copy(key("first"), key("second"));
        assertSignsIn("second");
    }

    @Test
    void a_separately_stored_key_is_used_for_a_restore() throws Exception {
        backup();
        Path apart = Files.move(key("first"), folder.resolve("apart.key"));
        assertThat(restore(0, "second", "--key", apart.toString()))
                .contains("The server key is in " + key("second"));
        assertSignsIn("second");
    }

    @Test
    void a_wrong_key_is_refused_before_anything_is_written() throws Exception {
        try (var other = up("other")) {
            other.await("Ready in");
        }
        backup();
        assertThat(restore(4, "second", "--key", key("other").toString()))
                .contains("The server key at " + key("other") + " does not belong");
        Path torn =
                Files.writeString(folder.resolve("torn.key"), "slipway server key 1\nsecret x\n");
        assertThat(restore(4, "second", "--key", torn.toString())).contains("cannot be parsed");
        assertThat(restore(3, "second", "--key", data("nowhere"))).contains("cannot be read");
        assertThat(folder.resolve("second")).doesNotExist();
    }

    @Test
    void another_key_is_never_overwritten() throws Exception {
        try (var other = up("other")) {
            other.await("Ready in");
        }
        Files.createDirectory(folder.resolve("second"));
        Files.copy(key("other"), key("second"));
        backup("--with-key");
        assertThat(restore(4, "second"))
                .contains("There is already another server key at " + key("second"));
        assertThat(key("second")).hasSameBinaryContentAs(key("other"));
        assertThat(folder.resolve("second").resolve("slipway.db")).doesNotExist();
    }

    @Test
    void a_directory_that_holds_data_gets_no_key() throws Exception {
        backup("--with-key");
        Path elsewhere = folder.resolve("elsewhere.key");
        Files.move(key("first"), elsewhere);
        assertThat(restore(4, "first")).contains("already holds data");
        assertThat(key("first")).doesNotExist();
    }

    @Test
    void a_key_of_another_database_is_not_backed_up() throws Exception {
        try (var other = up("other")) {
            other.await("Ready in");
        }
        Files.delete(key("first"));
        String[] words = {"backup", "--data", data("first"), "--to", "" + file, "--with-key"};
        assertThat(run(4, words)).contains("There is no server key at " + key("first"));
        Files.copy(key("other"), key("first"));
        assertThat(run(4, words)).contains("does not belong to this database");
        assertThat(file).doesNotExist();
    }

    @Test
    void a_truncated_or_changed_backup_restores_nothing() throws Exception {
        backup("--with-key");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 100));
        assertThat(restore(2, "second")).contains("cannot be used");
        byte[] flipped = whole.clone();
        String text = new String(whole, java.nio.charset.StandardCharsets.ISO_8859_1);
        flipped[text.indexOf("attached/server.key") + 60] ^= 0x55;
        Files.write(file, flipped);
        assertThat(restore(2, "second")).contains("cannot be used");
        assertThat(folder.resolve("second")).doesNotExist();
    }
}
