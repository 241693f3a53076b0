package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.run.engine.Engine;
import slipway.run.engine.Launch;
import slipway.testkit.Needs;
import slipway.testkit.slurm.SlurmCluster;

/** By a server that is root, which gives directories away. */
@Tag("slurm")
class SlurmUserTest extends SlurmUserContract {

    private static SlurmCluster cluster;

    @BeforeAll
    static void start() {
        Needs.command("sudo", "sudo");
        cluster = SlurmCluster.start();
    }

    @AfterAll
    static void end() {
        if (cluster != null) { // what it needs may be missing
            cluster.close();
        }
    }

    @Override
    SlurmCluster cluster() {
        return cluster;
    }

    @Override
    String ownerOf(String account) {
        return account;
    }

    /** Everybody can run the programs. */
    @Override
    protected Engine open(Path attempts) {
        Engine engine = super.open(attempts);
        allowPassing(programs());
        return engine;
    }

    @Test
    void a_lost_reply_does_not_double_a_users_job() {
        replace(
                "sbatch",
                "$real \"$@\" > /dev/null; echo 'sbatch: error: Socket timed out' >&2; exit 1");
        Launch launch = runBy("alice", SAY_HELLO);
        repair("sbatch");
        engine().launch(launch);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 0);
        assertThat(numbers(launch)).hasSize(1);
    }

    @Test
    void another_users_job_with_the_same_name_and_directory_is_ignored() throws IOException {
        Launch launch = preparedBy("alice", SAY_HELLO);
        String forged =
                cluster.ask(
                        "sudo",
                        "-n",
                        "-u",
                        "slurm",
                        "SLURM_CONF=" + cluster.configuration(),
                        "--",
                        "sbatch",
                        "--parsable",
                        "--hold",
                        "--partition=ours",
                        "--mem=100",
                        "--output=/dev/null",
                        "--job-name=" + launch.id(),
                        "--chdir=" + launch.directory(),
                        "--wrap=true");
        assertThat(numbers(launch)).containsExactly(forged);
        var slurmPrograms =
                new SlurmPrograms(settings().tooling().configuredBy(cluster.configuration()));
        var sbatchSubmission =
                new SbatchSubmission(
                        settings(), slurmPrograms, new NodeScripts(launch.directory()));
        assertThat(sbatchSubmission.findByName(SlurmJob.of(launch))).isEmpty();

        SlurmJob misled = SlurmJob.of(launch);
        var told =
                slurmPrograms.outputOf(
                        "squeue", "-h", "-a", "--job=" + forged, "-O", SqueueEntry.FORMAT);
        assertThat(misled.isOf(SqueueEntry.parse(told.strip()).orElseThrow())).isFalse();
        cluster.ask("scancel", forged);
    }

    @Test
    void a_user_without_a_usable_account_is_refused() {
        assertThatThrownBy(() -> engine().account("carol"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("Jobs of carol cannot run here.")
                .hasMessageContaining("The server's machine has no account carol.")
                .hasMessageContaining("slurm.accounts: carol=ACCOUNT");
        assertThatThrownBy(() -> engine().account("eve"))
                .hasMessageContaining("root is a system account: its uid is 0");
        assertThatThrownBy(() -> engine().account("mallory"))
                .hasMessageContaining("daemon is a system account");
        assertThatThrownBy(() -> engine().account("-u0"))
                .hasMessageContaining("'-u0' cannot be the name of an account.");
    }

    @Test
    void slurms_own_account_is_refused() {
        replace("scontrol", "exec $real \"$@\" | sed 's/^\\(SlurmUser *= \\).*/\\1slurm(64030)/'");
        reopen();
        if (id("slurm").equals("64030")) {
            assertThatThrownBy(() -> engine().account("bob"))
                    .hasMessageContaining("slurm is the account of Slurm itself.");
        }
        assertThat(engine().account("alice")).isPresent();
        repair("scontrol");
    }
}
