package slipway.run.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;
import slipway.base.WorkloadId;

/** The inputs of a job, and which of them are refused. */
@SuppressWarnings("NullAway.Init") // opened before each test
class InputsTest {

    @TempDir private Path attempts;
    private RunHarness harness;

    @BeforeEach
    void open() {
        harness = RunHarness.inMemory(attempts);
    }

    @AfterEach
    void close() {
        harness.close();
    }

    @Test
    void a_job_finds_the_secrets_of_its_team_as_files_and_nowhere_else() throws IOException {
        WorkloadId id = harness.submit("secrets: [hub-token]\nrun: python train.py");
        Path directory = harness.runner().directory(harness.awaitAttempt(id, 1)).path();
        assertThat(directory.resolve("secrets/hub-token")).hasContent("vision's hub-token");
        assertThat(Files.readString(directory.resolve("env"))).doesNotContain("vision's");
        assertThat(Files.readString(directory.resolve("spec.json"))).doesNotContain("vision's");
    }

    @Test
    void a_secret_that_the_team_does_not_have_is_refused_at_once() {
        assertThatThrownBy(() -> harness.submit("secrets: no-such-secret\nrun: python train.py"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("vision has no secret no-such-secret.");
    }

    @Test
    void data_is_refused_as_long_as_there_is_none_to_give() {
        assertThatThrownBy(() -> harness.submit("data: {corpus: web@3}\nrun: python train.py"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("It asks for the data corpus.");
    }
}
