package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;

/** An attempts folder belongs to one server and one data directory. */
class AttemptsFolderTest {

    @TempDir private Path home;

    private Config config(String data) throws IOException {
        Path folder = Files.createDirectories(home.resolve(data));
        return Config.read(
                Map.of(
                        "--data",
                        folder.toString(),
                        "--run-attempts",
                        home.resolve("attempts").toString()),
                new ProcessEnvironment(Map.of(), home, home));
    }

    @Test
    void the_same_data_may_use_its_folder_again() throws IOException {
        for (int time = 0; time < 2; time++) {
            AttemptsFolder.take(config("one"), new SecureRandom()).close();
        }
        assertThat(home.resolve("attempts/.server"))
                .hasSameTextualContentAs(home.resolve("one/attempts.mark"));
    }

    @Test
    void a_second_server_is_refused_while_the_first_runs() throws IOException {
        try (AttemptsFolder _ = AttemptsFolder.take(config("one"), new SecureRandom())) {
            assertThatThrownBy(() -> AttemptsFolder.take(config("one"), new SecureRandom()))
                    .isInstanceOfSatisfying(
                            Problem.class,
                            problem ->
                                    assertThat(problem.what())
                                            .startsWith("Another server runs jobs in"));
        }
    }

    @Test
    void another_data_directory_is_refused_with_a_next_step() throws IOException {
        AttemptsFolder.take(config("one"), new SecureRandom()).close();
        assertThatThrownBy(() -> AttemptsFolder.take(config("two"), new SecureRandom()))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> {
                            assertThat(problem.what()).contains("belong to another data directory");
                            assertThat(problem.next()).contains("run.attempts", ".server");
                        });
    }
}
