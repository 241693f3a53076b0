package slipway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExampleServerTest {

    @TempDir private Path home;

    @Test
    void commands_succeed_against_the_example_server() throws IOException {
        Files.writeString(home.resolve("example.py"), "print()\n");
        try (var exampleServer = ExampleServer.start()) {
            for (List<String> command :
                    List.of(
                            List.of("whoami"),
                            List.of("ps"),
                            List.of("nodes"),
                            List.of("run", "example.py", "--cpus", "1"),
                            List.of("logs", "digits"),
                            List.of("explain", "digits"))) {
                TestShell shell =
                        new TestShell(home)
                                .with("SLIPWAY_URL", exampleServer.url().toString())
                                .with("SLIPWAY_TOKEN", "example");
                assertThat(shell.run(command.toArray(String[]::new)))
                        .as(command + ": " + shell.err())
                        .isZero();
            }
        }
    }
}
