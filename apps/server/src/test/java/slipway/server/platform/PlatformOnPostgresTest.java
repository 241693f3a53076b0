package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.journal.Journal;
import slipway.journal.sql.DatabaseAddress;
import slipway.journal.sql.PostgresServer;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;

/** The whole platform with its state in a real PostgreSQL server. */
@Tag("database")
class PlatformOnPostgresTest {

    @TempDir Path folder;
    private final DatabaseAddress.Postgres place = PostgresServer.place();

    private Platform start(String data) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), place.password() + "\n");
        Map<String, String> flags =
                Map.of(
                        "--data", folder.resolve(data).toString(),
                        "--port", "0",
                        "--database-url", place.url(),
                        "--database-user", place.user(),
                        "--database-password-file", password.toString());
        Config config = Config.read(flags, new ProcessEnvironment(Map.of(), folder, folder));
        return Platform.start(
                config, "0.1", new Journal.Times(InstantSource.system(), System::nanoTime));
    }

    @Test
    void it_starts_on_an_empty_schema_and_restarts_on_the_same_data() throws IOException {
        start("first").close();
        assertThatThrownBy(() -> start("without-its-key"))
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.next()).contains("server.key"));
        try (Platform again = start("first")) {
            assertThat(again.database()).startsWith("PostgreSQL at ").doesNotContain("password");
            assertThat(folder.resolve("first/local.token")).exists();
            assertThatThrownBy(() -> start("third"))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            p -> assertThat(p.code().name()).isEqualTo("data-in-use"));
        }
    }
}
