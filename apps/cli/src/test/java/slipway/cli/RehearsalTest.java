package slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {

    @TempDir private Path home;

    @Test
    void what_is_rehearsed_goes_as_it_would_with_a_server() throws IOException {
        Files.writeString(home.resolve("rehearsal.py"), "print()\n");
        try (var exampleServer = ExampleServer.start()) {
            for (List<String> words :
                    List.of(
                            List.of("whoami"),
                            List.of("ps"),
                            List.of("nodes"),
                            List.of("run", "rehearsal.py", "--cpus", "1"),
                            List.of("logs", "digits"),
                            List.of("explain", "digits"))) {
                TestShell shell =
                        new TestShell(home)
                                .with("SLIPWAY_URL", exampleServer.url().toString())
                                .with("SLIPWAY_TOKEN", "rehearsal");
                assertThat(shell.run(words.toArray(String[]::new)))
                        .as(words + ": " + shell.err())
                        .isZero();
            }
        }
    }
}
