package slipway.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.journal.sql.PostgresServer;
import slipway.server.TestServer;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;
import slipway.surface.api.people.MeRoute;

/** The doctor on real directories: before, during and after a server runs on them. */
@Tag("network")
class DoctorTest {

    @TempDir private Path home;

    @Test
    void before_the_first_start_all_checks_pass_and_create_nothing() {
        List<CheckResult> found = examine();
        // The sandbox finding depends on the machine.
        assertThat(found)
                .allMatch(it -> it.grade() == CheckGrade.OK || it.check().equals("sandbox"))
                .anyMatch(it -> it.check().equals("sandbox"))
                .anyMatch(it -> it.check().equals("accelerators"));
        assertThat(texts(found))
                .contains(
                        "configuration read, 2 settings set",
                        "database is created at the first start",
                        "server key is created at the first start",
                        "server does not run here; start it with: slipway up")
                .anyMatch(it -> it.startsWith("Java " + Runtime.version().feature()))
                .anyMatch(
                        it -> it.matches("data directory is created at the first start, .* free"));
        assertThat(data()).doesNotExist();
    }

    @Test
    void a_running_server_is_found_and_not_disturbed() throws IOException {
        try (TestServer server = TestServer.open(data())) {
            List<CheckResult> found = examine();
            assertThat(texts(found))
                    .anyMatch(it -> it.matches("SQLite 3.*, in use by the running server"))
                    .anyMatch(it -> it.matches("fdatasync .* median(; .*)?|fdatasync: .*"))
                    .anyMatch(it -> it.matches("server key [0-9a-f]+, private to its owner"))
                    .contains("server 0.1 answers at " + server.url());
            assertThat(found).noneMatch(it -> it.grade() == CheckGrade.FAIL);
            assertThat(finding(examine("0.2"), "server"))
                    .isEqualTo(
                            CheckResult.warn(
                                    "server",
                                    "server 0.1 answers at "
                                            + server.url()
                                            + "; this command is 0.2",
                                    "restart it with this version: slipway up"));
            assertThat(server.local().call(MeRoute.ME).user().value()).isEqualTo("local");
        }
    }

    @Test
    void the_data_of_a_stopped_server_is_sound_and_stays_unchanged() throws IOException {
        TestServer.open(data()).close();
        Map<String, String> before = files();
        List<CheckResult> found = examine();
        assertThat(found).noneMatch(it -> it.grade() == CheckGrade.FAIL);
        assertThat(texts(found)).anyMatch(it -> it.matches("SQLite 3.*, structure sound"));
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void a_missing_key_fails_and_a_key_readable_by_others_is_a_warning() throws IOException {
        TestServer.open(data()).close();
        Path key = data().resolve("server.key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(finding(examine(), "key").fix()).contains("Close it: chmod 600 " + key);
        Files.delete(key);
        CheckResult gone = finding(examine(), "key");
        assertThat(gone.grade()).isEqualTo(CheckGrade.FAIL);
        assertThat(gone.text()).contains("server.key is missing");
    }

    @Test
    void a_directory_that_others_may_enter_is_a_warning() throws IOException {
        TestServer.open(data()).close();
        Files.setPosixFilePermissions(data(), PosixFilePermissions.fromString("rwxr-x---"));
        assertThat(examine())
                .contains(
                        CheckResult.warn(
                                "data",
                                "data directory: other users of this machine may enter "
                                        + data()
                                        + " (rwxr-x---)",
                                "chmod 700 " + data()));
    }

    @Test
    void a_damaged_database_fails_and_the_other_checks_still_run() throws IOException {
        TestServer.open(data()).close();
        Files.writeString(data().resolve("slipway.db"), "no database at all, ".repeat(400));
        List<CheckResult> found = examine();
        assertThat(finding(found, "database").grade()).isEqualTo(CheckGrade.FAIL);
        assertThat(finding(found, "clock").grade()).isEqualTo(CheckGrade.OK);
        assertThat(finding(found, "data").grade()).isEqualTo(CheckGrade.OK);
    }

    @Test
    void a_file_where_the_directory_should_be_fails() throws IOException {
        Files.writeString(data(), "I am a file.");
        CheckResult data = finding(examine(), "data");
        assertThat(data.grade()).isEqualTo(CheckGrade.FAIL);
        assertThat(data.text()).endsWith("is a file, not a directory.");
    }

    @Test
    void all_configuration_errors_fail_and_unknown_variables_are_warnings() throws IOException {
        Files.createDirectory(data());
        Files.writeString(data().resolve("slipway.yaml"), "port: high\nprot: 1\n");
        List<CheckResult> found = examine();
        assertThat(texts(found).subList(1, found.size()))
                .containsExactly(
                        "configuration: slipway.yaml line 1: port: \"high\" is not a whole number from 0 to 65535.",
                        "configuration: slipway.yaml line 2: prot: no such key. Did you mean port?");
        Files.writeString(data().resolve("slipway.yaml"), "");
        assertThat(examine(Map.of("SLIPWAY_PROT", "1"), "0.1", InstantSource.system()))
                .contains(
                        CheckResult.warn(
                                "configuration",
                                "configuration: environment SLIPWAY_PROT: no such setting; it is not read."
                                        + " Did you mean SLIPWAY_PORT?",
                                "correct or remove it"));
    }

    @Test
    void a_clock_behind_the_newest_event_is_a_warning_and_an_unset_clock_fails() {
        TestServer.open(data()).close();
        Instant before = Instant.now().minus(Duration.ofHours(3));
        CheckResult behind = finding(examine(Map.of(), "0.1", () -> before), "clock");
        assertThat(behind.grade()).isEqualTo(CheckGrade.WARN);
        assertThat(behind.text()).startsWith("clock: 3 h behind the server's last write");
        CheckResult never = finding(examine(Map.of(), "0.1", () -> Instant.EPOCH), "clock");
        assertThat(never)
                .isEqualTo(
                        CheckResult.fail(
                                "clock",
                                "clock: it reads Thu 1 Jan 1970, 00:00 UTC, which is impossible",
                                "synchronize it: timedatectl set-ntp true"));
    }

    @Test
    void a_certificate_is_a_warning_before_it_expires() {
        assertThat(finding(examine("--tls-generate", "true"), "tls").text())
                .isEqualTo("TLS certificate is created at the first start");
        try (TestServer server = TestServer.open(data(), "--tls-generate", "true")) {
            List<CheckResult> found = examine("--tls-generate", "true");
            assertThat(finding(found, "tls").text()).startsWith("TLS certificate valid until ");
            assertThat(finding(found, "server").text())
                    .isEqualTo("server 0.1 answers at " + server.url());
        }
        Config config = config(Map.of(), "--tls-generate", "true");
        Instant end = new Certificate(config).end();
        assertThat(tls(config, end.minus(Duration.ofDays(3))).grade()).isEqualTo(CheckGrade.WARN);
        assertThat(tls(config, end.plusSeconds(1)).grade()).isEqualTo(CheckGrade.FAIL);
        assertThat(tls(config, end.minus(Duration.ofDays(36_500))).text())
                .contains("valid only from");
    }

    /** The certificate of a configuration. */
    private record Certificate(Config config) {
        Instant end() {
            return slipway.server.platform.TlsSetup.certificate(config)
                    .orElseThrow()
                    .getNotAfter()
                    .toInstant();
        }
    }

    private static CheckResult tls(Config config, Instant now) {
        return new TlsCheck().run(new DoctorContext(config, "0.1", now)).getFirst();
    }

    @Test
    void a_slow_disk_is_a_warning() throws IOException {
        Files.createDirectory(data());
        var nanos = new AtomicLong();
        var slow = new FsyncCheck(() -> nanos.getAndAdd(Duration.ofMillis(41).toNanos()));
        assertThat(slow.run(new DoctorContext(config(Map.of()), "0.1", Instant.EPOCH)))
                .containsExactly(
                        CheckResult.warn(
                                "fsync",
                                "fdatasync: 41 ms median; every change waits at least that long",
                                "put the data on a local SSD with --data DIR, or use PostgreSQL with database.url"));
        var quick = new FsyncCheck(() -> nanos.getAndAdd(3_100_000));
        assertThat(quick.run(new DoctorContext(config(Map.of()), "0.1", Instant.EPOCH)))
                .containsExactly(CheckResult.ok("fsync", "fdatasync 3.1 ms median"));
        assertThat(files()).isEmpty();
    }

    @Test
    void a_second_place_that_is_not_there_fails() throws IOException {
        Path vault = home.resolve("vault");
        assertThat(
                        finding(examine("--audit-second-place", vault.toString()), "second-place")
                                .grade())
                .isEqualTo(CheckGrade.FAIL);
        Files.createDirectory(vault);
        assertThat(
                        finding(examine("--audit-second-place", vault.toString()), "second-place")
                                .grade())
                .isEqualTo(CheckGrade.OK);
    }

    @Test
    void postgresql_reports_its_version_and_fails_when_unreachable() {
        var place = PostgresServer.place();
        Path password = home.resolve("password");
        write(password, "postgres\n");
        String[] flags = {
            "--database-url", place.url(),
            "--database-user", "postgres",
            "--database-password-file", password.toString()
        };
        List<CheckResult> found = examine(flags);
        assertThat(finding(found, "database").text())
                .matches(
                        "PostgreSQL \\d+.*, answers; not encrypted: the database is on this machine.*");
        assertThat(found).noneMatch(it -> it.check().equals("disk"));
        CheckResult gone =
                finding(
                        examine("--database-url", "jdbc:postgresql://127.0.0.1:1/none"),
                        "database");
        assertThat(gone.grade()).isEqualTo(CheckGrade.FAIL);
        assertThat(gone.fix()).hasValueSatisfying(fix -> assertThat(fix).contains("database.url"));
    }

    @Test
    void every_finding_has_the_name_of_a_known_check() {
        assertThat(Doctor.names()).doesNotHaveDuplicates().allMatch(it -> it.matches("[a-z-]+"));
        assertThat(examine()).allMatch(it -> Doctor.names().contains(it.check()));
    }

    private Path data() {
        return home.resolve("data");
    }

    private List<CheckResult> examine(String... flags) {
        return flags.length == 1
                ? examine(Map.of(), flags[0], InstantSource.system())
                : new Doctor("0.1", InstantSource.system()).examine(() -> config(Map.of(), flags));
    }

    private List<CheckResult> examine(
            Map<String, String> environment, String version, InstantSource clock) {
        return new Doctor(version, clock).examine(() -> config(environment));
    }

    private Config config(Map<String, String> environment, String... flags) {
        Map<String, String> all = new HashMap<>();
        all.put("--data", data().toString());
        all.put("--port", "0");
        for (int i = 0; i < flags.length; i += 2) {
            all.put(flags[i], flags[i + 1]);
        }
        return Config.read(all, new ProcessEnvironment(environment, home, home));
    }

    private static List<String> texts(List<CheckResult> findings) {
        return findings.stream().map(CheckResult::text).toList();
    }

    private static CheckResult finding(List<CheckResult> findings, String check) {
        var those = new ArrayList<>(findings);
        those.removeIf(it -> !it.check().equals(check));
        assertThat(those).as(check).hasSize(1);
        return those.getFirst();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> all = Files.list(data())) {
            for (Path file : all.toList()) {
                content.put(
                        String.valueOf(file.getFileName()),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }
}
