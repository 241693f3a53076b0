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

    private static final int SOMEBODY = 4_000;

    @Test
    void the_rights_that_are_shipped_are_all_that_is_needed() {
        String listed =
                """
                Matching Defaults entries for slipway on vm:
                    env_reset, mail_badpass, use_pty, env_keep+=SLURM_CONF

                User slipway may run the following commands on vm:
                    (%slipway-people) NOPASSWD: /usr/bin/sbatch, /usr/bin/scancel, /usr/bin/srun,
                        /usr/bin/install -m 0400 -t /shared/slipway/*, /usr/bin/rm -rf -- /shared/slipway/*
                """;
        assertThat(AccountRights.refused(listed, SOMEBODY)).isEmpty();
    }

    @Test
    void what_is_missing_is_told() {
        assertThat(
                        AccountRights.refused(
                                "    (%p) NOPASSWD: /usr/bin/sbatch, /usr/bin/srun\n", SOMEBODY))
                .containsExactly("scancel", "install", "rm");
        assertThat(AccountRights.refused("User slipway is not allowed to run sudo.\n", SOMEBODY))
                .containsExactly("sbatch", "scancel", "srun", "install", "rm");
    }

    @Test
    void a_right_that_asks_for_a_password_is_none() {
        assertThat(AccountRights.refused("    (ALL : ALL) ALL\n", SOMEBODY)).hasSize(5);
        assertThat(AccountRights.refused("    (ALL : ALL) NOPASSWD: ALL\n", SOMEBODY)).isEmpty();
        assertThat(AccountRights.refused("    (ALL : ALL) ALL\n", 0)).isEmpty();
    }

    @Test
    void what_is_shipped_for_sudo_is_understood_by_it() throws IOException {
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
