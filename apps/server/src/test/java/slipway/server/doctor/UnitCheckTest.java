package slipway.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;

/** The doctor's findings about the systemd unit of the server. A script replaces systemctl. */
class UnitCheckTest {

    private static final String SERVICE = "0::/system.slice/slipway.service/slipway-server\n";
    private static final String GOOD =
            "echo KillMode=process; echo Delegate=yes; echo DelegateSubgroup=slipway-server";

    @TempDir private Path home;

    private List<CheckResult> findings(String group, String systemctl) throws IOException {
        Path process = Files.createDirectories(home.resolve("proc/4711"));
        Files.writeString(process.resolve("cgroup"), group);
        Path program = Files.writeString(home.resolve("systemctl"), "#!/bin/sh\n" + systemctl);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return findings(Optional.of("4711"), "/nowhere::" + home);
    }

    private List<CheckResult> findings(Optional<String> server, String path) {
        var context =
                new DoctorContext(
                        Config.read(
                                Map.of("--data", home.toString()),
                                new ProcessEnvironment(Map.of(), home, home)),
                        "0.1",
                        Instant.EPOCH,
                        Optional::empty);
        return new UnitCheck(_ -> server, path, home.resolve("proc")).run(context);
    }

    @Test
    void the_example_unit_passes() throws IOException {
        assertThat(findings(SERVICE, GOOD))
                .containsExactly(
                        CheckResult.ok(
                                "systemd",
                                "slipway.service lets jobs outlive the server and limits them"));
    }

    @Test
    void the_default_that_ends_every_job_is_a_failure() throws IOException {
        CheckResult found = findings(SERVICE, GOOD + "; echo KillMode=control-group").getFirst();
        assertThat(found.grade()).isEqualTo(CheckGrade.FAIL);
        assertThat(found.text())
                .isEqualTo(
                        "systemd: KillMode of slipway.service is control-group, so every job ends when the server is"
                                + " restarted");
        assertThat(found.fix().orElseThrow())
                .startsWith("run systemctl edit slipway.service and write KillMode=process");
    }

    @Test
    void a_unit_without_delegation_is_a_warning() throws IOException {
        assertThat(findings(SERVICE, "echo KillMode=process; echo Delegate=no"))
                .singleElement()
                .satisfies(
                        found -> {
                            assertThat(found.grade()).isEqualTo(CheckGrade.WARN);
                            assertThat(found.text()).contains("has no Delegate=yes");
                        });
        assertThat(findings(SERVICE, "echo KillMode=process; echo Delegate=yes"))
                .singleElement()
                .satisfies(found -> assertThat(found.text()).contains("DelegateSubgroup"));
    }

    @Test
    void a_user_unit_is_read_from_the_user_instance_of_systemd() throws IOException {
        String group = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/train.service\n";
        assertThat(findings(group, "echo \"KillMode=$*\"; echo Delegate=yes").getFirst().text())
                .contains("KillMode of train.service is --user show ")
                .contains("train.service");
    }

    @Test
    void a_cgroup_v1_layout_is_read_too() throws IOException {
        assertThat(findings("4:memory:/\n1:name=systemd:/system.slice/slipway.service\n", GOOD))
                .hasSize(1);
    }

    @Test
    void a_systemctl_that_fails_is_quoted() throws IOException {
        CheckResult found =
                findings(SERVICE, "echo Failed to connect to bus >&2; exit 1").getFirst();
        assertThat(found.grade()).isEqualTo(CheckGrade.WARN);
        assertThat(found.text()).endsWith("systemctl failed: Failed to connect to bus");
    }

    @Test
    void without_a_unit_there_is_no_finding() throws IOException {
        assertThat(findings("0::/\n", GOOD)).isEmpty();
        assertThat(findings("0::/user.slice/user-0.slice/session-1.scope\n", GOOD)).isEmpty();
        String terminal = "0::/user.slice/user@1000.service/app.slice/terminal-12.scope\n";
        assertThat(findings(terminal, GOOD)).isEmpty();
        assertThat(findings(Optional.empty(), home.toString())).isEmpty();
        assertThat(findings(Optional.of("4712"), home.toString())).isEmpty();
        assertThat(findings(Optional.of("4711"), "/nowhere")).isEmpty();
    }
}
