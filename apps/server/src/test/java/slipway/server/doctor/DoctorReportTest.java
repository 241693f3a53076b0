package slipway.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DoctorReportTest {

    private static final List<CheckResult> OK =
            List.of(
                    CheckResult.ok("java", "Java 25.0.1 (Temurin)"),
                    CheckResult.ok("data", "data directory writable, 412 GB free"),
                    CheckResult.ok("fsync", "fdatasync 3.1 ms median"),
                    CheckResult.ok(
                            "server",
                            "server 0.1 answers at https://gpu.example.org:8470/a/long/way"),
                    CheckResult.ok("database", "SQLite 3.53.4, structure sound"));
    private static final List<CheckResult> MIXED =
            List.of(
                    OK.get(0),
                    CheckResult.fail(
                            "key", "server key: it is gone", "bring it back from a backup"),
                    CheckResult.warn(
                            "clock", "clock: 2 h behind the server's last write", "set it"),
                    OK.get(1),
                    CheckResult.warn("fsync", "fdatasync: 41 ms median", "use another disk"));

    @Test
    void passed_checks_have_two_columns_on_a_wide_terminal() throws IOException {
        assertThat(text(OK, 120)).isEqualTo(golden("doctor-wide.txt"));
        assertThat(text(OK, 99)).isEqualTo(golden("doctor-narrow.txt"));
    }

    @Test
    void warnings_then_failures_come_last_with_a_help_page() throws IOException {
        assertThat(text(MIXED, 100)).isEqualTo(golden("doctor-ill.txt"));
        assertThat(new DoctorReport(MIXED).good()).isFalse();
    }

    @Test
    void color_does_not_shift_columns() {
        var plain = new DoctorReport(OK).lines(120, CheckGrade::label);
        var coloured = new DoctorReport(OK).lines(120, grade -> "<" + grade.label() + ">");
        assertThat(coloured.stream().map(line -> line.replaceAll("[<>]", "")).toList())
                .isEqualTo(plain);
    }

    @Test
    void warnings_alone_do_not_fail() {
        var report = new DoctorReport(List.of(OK.get(0), MIXED.get(2)));
        assertThat(report.good()).isTrue();
        assertThat(report.lines(100, CheckGrade::label))
                .last()
                .isEqualTo("Nothing fails, 1 warning. Each has a page: slipway help doctor/clock");
    }

    @Test
    void json_holds_the_same_findings() throws IOException {
        assertThat(new DoctorReport(MIXED).json().toPrettyString() + "\n")
                .isEqualTo(golden("doctor-ill.json"));
    }

    private static String text(List<CheckResult> findings, int width) {
        return String.join("\n", new DoctorReport(findings).lines(width, CheckGrade::label)) + "\n";
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = DoctorReportTest.class.getResourceAsStream("/golden/" + name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
