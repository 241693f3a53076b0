package slipway.server.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code slipway config}. HOME in a golden file is the home folder of the test. */
class ConfigCommandTest {

    @TempDir private Path home;
    private TestProgram program = new TestProgram(Map.of(), Path.of(""), Path.of(""));

    @Test
    void show_prints_every_value_and_its_source() throws IOException {
        Path file = write("port: 9000\njournal:\n  keep_ticks: 14d\n");
        var environment =
                Map.of(
                        "SLIPWAY_CONFIG",
                        file.toString(),
                        "SLIPWAY_LOG_LEVEL",
                        "debug",
                        "SLIPWAY_PROT",
                        "1");
        program = new TestProgram(environment, Path.of("/home/ana"), home);
        assertEquals(0, program.run("config", "show", "--host", "0.0.0.0"));
        assertEquals(golden("config-show.txt"), out());
        assertEquals(
                "warning: environment SLIPWAY_PROT: no such setting; it is not read. Did you mean SLIPWAY_PORT?\n",
                err());
    }

    @Test
    void show_gives_the_same_as_json() throws IOException {
        write("port: 9000\n");
        var environment = Map.of("SLIPWAY_PROT", "1");
        assertEquals(0, run(environment, "config", "show", "--json", "--host", "0.0.0.0"));
        assertEquals(golden("config-show.json"), out());
    }

    @Test
    void show_without_a_file_says_that_none_is_needed() {
        assertEquals(0, run(Map.of(), "config", "show"));
        assertThat(out()).endsWith("There is no HOME/.slipway/slipway.yaml, and none is needed.\n");
    }

    @Test
    void check_confirms_a_valid_configuration() throws IOException {
        write("port: 9000\n");
        assertEquals(0, run(Map.of(), "config", "check"));
        assertEquals(
                "The configuration is valid: 1 setting is not the default.\nRead: HOME/.slipway/slipway.yaml\n",
                out());
    }

    @Test
    void check_lists_many_mistakes_at_once() throws IOException {
        write(golden("many-mistakes.yaml"));
        int exit =
                run(
                        Map.of("SLIPWAY_DATABASE_CONNECTIONS", "none"),
                        "config",
                        "check",
                        "--port",
                        "eighty",
                        "--journal-keep-answers=7");
        assertEquals(golden("many-mistakes.txt"), err());
        assertEquals("", out());
        assertEquals(2, exit);
    }

    @Test
    void check_gives_mistakes_as_json_too() throws IOException {
        write("port: high\n");
        assertEquals(2, run(Map.of(), "config", "check", "--json"));
        assertEquals(golden("mistake.json"), err());
    }

    @Test
    void unknown_keys_are_answered_with_suggestions() throws IOException {
        write(golden("unknown-keys.yaml"));
        assertEquals(2, run(Map.of(), "config", "check"));
        assertEquals(golden("unknown-keys.txt"), err());
    }

    @Test
    void invalid_yaml_is_explained() throws IOException {
        write("port: 9000\ndatabase:\n\turl: jdbc:sqlite:x\n");
        assertEquals(2, run(Map.of(), "config", "check"));
        assertEquals(
                """
                The configuration has 1 problem:
                  slipway.yaml line 3  A tab cannot indent YAML. Use spaces.
                Correct the listed mistakes and try again. All settings: slipway config schema
                """,
                err());
    }

    @Test
    void schema_is_the_published_one() {
        assertEquals(0, run(Map.of(), "config", "schema"));
        assertEquals(ReferencePages.all().get("slipway.schema.json"), out());
    }

    private int run(Map<String, String> environment, String... words) {
        program = new TestProgram(environment, home, home);
        return program.run(words);
    }

    private String out() {
        return program.out().replace(home.toString(), "HOME");
    }

    private String err() {
        return program.err().replace(home.toString(), "HOME");
    }

    private Path write(String yaml) throws IOException {
        Path folder = Files.createDirectories(home.resolve(".slipway"));
        return Files.writeString(folder.resolve("slipway.yaml"), yaml);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = ConfigCommandTest.class.getResourceAsStream("/golden/" + name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
