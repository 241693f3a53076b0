package slipway.run.slurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.testkit.Needs;

/** What the server's account may do for people, as sudo lists it. */
@Tag("process")
class AccountRightsTest {

    private static final int SERVER_UID = 4_000;

    @Test
    void the_shipped_sudo_rules_are_sufficient() {
        String listed =
                """
                Matching Defaults entries for slipway on vm:
                    env_reset, mail_badpass, use_pty, env_keep+=SLURM_CONF

                User slipway may run the following commands on vm:
                    (%slipway-people) NOPASSWD: /usr/bin/sbatch, /usr/bin/scancel, /usr/bin/srun,
                        /usr/bin/install -m 0400 -t /shared/slipway/*, /usr/bin/rm -rf -- /shared/slipway/*
                """;
        assertThat(AccountRights.notAllowed(listed, SERVER_UID)).isEmpty();
    }

    @Test
    void missing_rights_are_listed() {
        assertThat(
                        AccountRights.notAllowed(
                                "    (%p) NOPASSWD: /usr/bin/sbatch, /usr/bin/srun\n", SERVER_UID))
                .containsExactly("scancel", "install", "rm");
        assertThat(
                        AccountRights.notAllowed(
                                "User slipway is not allowed to run sudo.\n", SERVER_UID))
                .containsExactly("sbatch", "scancel", "srun", "install", "rm");
    }

    @Test
    void a_rule_that_needs_a_password_does_not_count() {
        assertThat(AccountRights.notAllowed("    (ALL : ALL) ALL\n", SERVER_UID)).hasSize(5);
        assertThat(AccountRights.notAllowed("    (ALL : ALL) NOPASSWD: ALL\n", SERVER_UID))
                .isEmpty();
        assertThat(AccountRights.notAllowed("    (ALL : ALL) ALL\n", 0)).isEmpty();
    }

    @Test
    void the_shipped_sudo_rules_are_valid_for_sudo() throws IOException {
        Needs.command("visudo", "sudo");
        Path shipped = Path.of("../../examples/sudoers/slipway").toAbsolutePath().normalize();
        Process process =
                new ProcessBuilder("visudo", "-c", "-f", shipped.toString())
                        .redirectErrorStream(true)
                        .start();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
                .contains("parsed OK");
    }
}
