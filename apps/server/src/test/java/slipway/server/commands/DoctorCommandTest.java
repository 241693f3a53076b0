package slipway.server.commands;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.cli.Cli;
import slipway.server.doctor.Doctor;
import slipway.surface.terminal.Terminal;
import slipway.surface.terminal.TerminalCapabilities;
import slipway.surface.terminal.command.CommandEnvironment;

class DoctorCommandTest {

    @TempDir private Path home;

    @Test
    void a_healthy_machine_exits_with_zero() {
        var program = new TestProgram(Map.of(), home, home);
        assertThat(program.run("doctor")).isZero();
        assertThat(program.out()).startsWith("ok    Java ").endsWith(" checks, nothing to fix.\n");
        assertThat(program.err()).isEmpty();
    }

    @Test
    void a_failure_exits_with_six_and_names_its_help_page() throws IOException {
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
    void colors_do_not_shift_the_columns_of_a_wide_terminal() {
        var out = new StringWriter();
        var terminalCapabilities = new TerminalCapabilities(110, true, true, true, true, true);
        var terminal =
                new Terminal(terminalCapabilities, out, new StringWriter(), new StringReader(""));
        var commandEnvironment =
                new CommandEnvironment(
                        "0.1",
                        terminal,
                        Map.of(),
                        home,
                        home,
                        InstantSource.system(),
                        () -> ZoneOffset.UTC);
        var serverProcess = new ServerProcess(Instant.EPOCH, _ -> {});
        assertThat(
                        LocalCommands.addTo(
                                        Cli.of(commandEnvironment),
                                        commandEnvironment,
                                        serverProcess)
                                .run("doctor"))
                .isZero();
        List<String> lines = out.toString().replaceAll("\u001b\\[[0-9]+m", "").lines().toList();
        assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.startsWith("ok    "));
        assertThat(lines.getFirst()).matches("ok    Java .*\\S {2,}ok    configuration.*");
        assertThat(out.toString()).contains("\u001b[32mok\u001b[0m    Java ");
    }

    @Test
    void every_check_has_a_help_page() {
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
