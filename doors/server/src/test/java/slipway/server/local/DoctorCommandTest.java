package slipway.server.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.local.doctor.Doctor;

class DoctorCommandTest {

    @TempDir private Path home;

    @Test
    void a_healthy_machine_ends_with_zero_and_says_so_last() {
        var program = new TestProgram(Map.of(), home, home);
        assertThat(program.run("doctor")).isZero();
        assertThat(program.out()).startsWith("ok    Java ").endsWith(" checks, nothing to fix.\n");
        assertThat(program.err()).isEmpty();
    }

    @Test
    void a_failure_ends_with_six_and_names_its_page() throws IOException {
        Files.createDirectory(home.resolve(".slipway"));
        Files.writeString(home.resolve(".slipway/slipway.yaml"), "port: high\n");
        var program = new TestProgram(Map.of(), home, home);
        assertThat(program.run("doctor")).isEqualTo(6);
        assertThat(program.out())
                .contains("fail  configuration: slipway.yaml line 1: port: \"high\" is not")
                .endsWith("1 failure. Each has a page: slipway help doctor/configuration\n");
        assertThat(program.run("doctor", "--json")).isEqualTo(6);
        assertThat(program.out()).startsWith("{\n  \"good\" : false,");
    }

    @Test
    void every_check_has_its_page_of_help() {
        var program = new TestProgram(Map.of(), home, home);
        for (String name : Doctor.names()) {
            assertThat(program.run("help", "doctor/" + name)).as(name).isZero();
            assertThat(program.out()).as(name).startsWith("Doctor: ");
        }
        assertThat(program.run("help", "doctor")).isZero();
        String whole = program.out().replace('\n', ' ');
        assertThat(Doctor.names()).allMatch(whole::contains);
    }
}
