package slipway.server.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.config.Surroundings;

class DoctorCommandTest {

    @TempDir private Path home;
    private StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void a_healthy_machine_ends_with_zero_and_says_so_last() {
        assertThat(run("doctor")).isZero();
        assertThat(out.toString()).startsWith("ok    Java ").endsWith(" checks, nothing to fix.\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_failure_ends_with_six_and_names_its_page() throws IOException {
        Files.createDirectory(home.resolve(".slipway"));
        Files.writeString(home.resolve(".slipway/slipway.yaml"), "port: high\n");
        assertThat(run("doctor")).isEqualTo(6);
        assertThat(out.toString())
                .contains("fail  configuration: slipway.yaml line 1: port: \"high\" is not")
                .endsWith("1 failure. Each has a page: slipway help doctor/configuration\n");
        out = new StringWriter();
        assertThat(run("doctor", "--json")).isEqualTo(6);
        assertThat(out.toString()).startsWith("{\n  \"good\" : false,");
    }

    private int run(String... words) {
        return Commands.line(TestProgram.PROGRAM, new Surroundings(Map.of(), home, home))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }
}
