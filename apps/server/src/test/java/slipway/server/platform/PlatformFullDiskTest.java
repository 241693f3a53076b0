package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.Journal;
import slipway.journal.JournalStorage;
import slipway.journal.LoopExecutor;
import slipway.journal.sql.Database;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.SqlJournalStorage;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;

/** The platform on a disk that becomes full while it runs. */
@Tag("network")
class PlatformFullDiskTest {

    private final HttpClient client = HttpClient.newHttpClient();
    private volatile boolean full;
    @TempDir private Path data;

    @Test
    void a_platform_that_cannot_write_reports_itself_unready() throws Exception {
        try (var platform = start()) {
            fill(platform);
            for (String path : List.of("/readyz", "/status")) {
                assertThat(ask(platform, path, "GET").statusCode()).isEqualTo(503);
                assertThat(ask(platform, path, "HEAD").statusCode()).isEqualTo(503);
            }
            assertThat(ask(platform, "/healthz", "HEAD").statusCode()).isEqualTo(200);
            assertThat(ask(platform, "/status", "GET").body())
                    .contains("Slipway cannot write.")
                    .doesNotContain("Ask the server's log");
        }
    }

    @Test
    void a_stop_that_cannot_be_written_is_reported_as_unclean() throws Exception {
        Platform platform = start();
        fill(platform);
        assertThat(platform.stop()).isPresent();
    }

    @Test
    void a_stop_whose_own_write_fails_is_reported_as_unclean() throws Exception {
        Platform platform = start();
        full = true;
        assertThat(platform.stop()).isPresent();
    }

    private Platform start() {
        Config config =
                Config.read(
                        Map.of("--data", data.toString(), "--port", "0"),
                        new ProcessEnvironment(Map.of(), data, data));
        DatabaseAddress address = DataDirectory.database(config);
        InstantSource clock = InstantSource.system();
        Journal journal =
                Journal.open(
                        filling(
                                new SqlJournalStorage(
                                        Database.open(address, DataDirectory.SCHEMAS))),
                        LoopExecutor.threads(),
                        new Journal.Times(clock, System::nanoTime));
        return Platform.start(config, address, "0.1", journal);
    }

    private JournalStorage filling(JournalStorage real) {
        return (JournalStorage)
                Proxy.newProxyInstance(
                        JournalStorage.class.getClassLoader(),
                        new Class<?>[] {JournalStorage.class},
                        (_, method, words) -> {
                            if (full && method.getName().equals("write")) {
                                throw new JournalStorage.Refused(
                                        JournalStorage.Cause.FULL, "made by the test");
                            }
                            try {
                                return method.invoke(real, words);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private void fill(Platform platform) throws IOException, InterruptedException {
        full = true;
        assertThat(ask(platform, "/api/v1/notes", "POST").statusCode()).isEqualTo(503);
    }

    private HttpResponse<String> ask(Platform platform, String path, String method)
            throws IOException, InterruptedException {
        String token = Files.readString(data.resolve("local.token")).strip();
        var body =
                method.equals("POST")
                        ? HttpRequest.BodyPublishers.ofString("{\"text\":\"a\"}")
                        : HttpRequest.BodyPublishers.noBody();
        return client.send(
                HttpRequest.newBuilder(URI.create(platform.url() + path))
                        .header("Authorization", "Bearer " + token)
                        .header("Content-Type", "application/json")
                        .method(method, body)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
