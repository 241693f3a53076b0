package slipway.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.run.slurm.SlurmSurvey;
import slipway.server.config.Config;
import slipway.server.config.ProcessEnvironment;

/** The doctor's findings about a Slurm cluster and the accounts of its jobs. */
class SlurmCheckTest {

    @TempDir private Path home;

    private List<CheckResult> findings(String as, List<String> lacking) {
        var check =
                new SlurmCheck(
                        settings -> {
                            boolean asked = settings.accounts().isPresent();
                            return new SlurmSurvey("24.05", List.of(), asked ? lacking : List.of());
                        });
        Map<String, String> flags =
                Map.of(
                        "--data",
                        home.toString(),
                        "--run-engine",
                        "slurm",
                        "--run-as",
                        as,
                        "--run-attempts",
                        home.toString(),
                        "--slurm-partitions",
                        "gpu");
        return check.run(
                new DoctorContext(
                        Config.read(flags, new ProcessEnvironment(Map.of(), home, home)),
                        "0.1",
                        Instant.EPOCH,
                        Optional::empty));
    }

    @Test
    void it_names_the_account_of_jobs() {
        assertThat(findings("service", List.of("nothing that is looked for")).getLast())
                .isEqualTo(
                        CheckResult.ok(
                                "slurm", "as: service; every job runs under the server's account"));
        assertThat(findings("user", List.of()).getLast())
                .isEqualTo(
                        CheckResult.ok(
                                "slurm",
                                "as: user; every job runs under the account of the user who submits it"));
    }

    @Test
    void missing_rights_are_a_failure_with_a_fix() {
        assertThat(findings("user", List.of("sudo is not installed")).getLast())
                .isEqualTo(
                        CheckResult.fail(
                                "slurm",
                                "engine slurm: as: user, but sudo is not installed",
                                "adapt examples/sudoers/slipway for /etc/sudoers.d"));
    }
}
