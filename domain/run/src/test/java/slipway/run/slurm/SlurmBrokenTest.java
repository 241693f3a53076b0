package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.run.attempt.Attempt;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.schedule.snapshot.Placement.NodeAllocation;
import slipway.testkit.slurm.SlurmCluster;

/** Faults that a cluster does not recover from quickly: each test has its own cluster. */
@Tag("slurm")
class SlurmBrokenTest extends SlurmTestBase {

    private final SlurmCluster cluster = SlurmCluster.start();
    private final Path state = cluster.folder().resolve("state");
    private final Path old = cluster.folder().resolve("old-state");

    @AfterEach
    void end() {
        cluster.close();
    }

    @Override
    SlurmCluster cluster() {
        return cluster;
    }

    @Test
    void a_reused_job_number_belongs_to_the_later_job() throws IOException {
        Launch earlier = run(SAY_HELLO, 1); // until then it has written nothing
        untilGone(earlier);
        remember(modified(earlier.directory().resolve("exit/0")));
        Launch first = prepare(Attempt.Script.of(GO_ON), 1);
        until(() -> launched(first));
        untilGoing(first);
        String number = numbers(first).getFirst();
        replace("squeue", "exit 1"); // so that the server does not learn that Slurm forgot it
        forget();
        until(() -> processes(first.id()) == 0); // Slurm ends what it does not know
        // On another node: that of the first still has its number, and would refuse.
        Launch second =
                prepareOn(
                        "until [ -e go ]; do sleep 0.1; done", new NodeAllocation("n5", 1, 1_000));
        until(() -> launched(second));
        assertThat(numbers(second)).containsExactly(number);
        engine().signal(first.id(), AttemptSignal.KILL);
        repair("squeue");
        untilGone(first);
        assertThat(engineState(first)).isEmpty();
        Files.createFile(second.directory().resolve("work/go"));
        untilGone(second);
        assertThat(engineState(second)).isEmpty();
        assertThat(exits(second)).containsEntry(0, 0);
    }

    @Test
    void a_job_that_a_node_with_a_full_spool_cannot_start_is_not_counted_as_cancelled()
            throws IOException {
        Path spool = cluster.folder().resolve("spool/n1");
        Launch launch = prepareOn(SAY_HELLO, new NodeAllocation("n1", 1, 1_000));
        cluster.ask("mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", spool.toString());
        try {
            Files.write(spool.resolve("full"), new byte[4_096]);
            engine().launch(launch);
            untilGone(launch);
        } finally {
            cluster.ask("umount", "--lazy", spool.toString());
        }
        assertThat(engineState(launch)).contains(LiveAttempt.NOT_STARTED);
        assertThat(launch.directory().resolve("claim/0")).doesNotExist();
    }

    @Test
    void a_job_cancelled_by_a_user_during_the_prolog_counts_as_cancelled() throws IOException {
        Launch launch = withProlog("exit 0");
        String _ = cluster.ask("scancel", numbers(launch).getFirst());
        Files.createFile(cluster.folder().resolve("go"));
        untilGone(launch);
        assertThat(engineState(launch)).contains(LiveAttempt.ENDED_OUTSIDE);
        assertThat(launch.directory().resolve("claim/0")).doesNotExist();
    }

    @Test
    void a_job_whose_prolog_fails_is_not_counted_as_cancelled() throws IOException {
        Launch launch = withProlog("exit 1");
        Files.createFile(cluster.folder().resolve("go"));
        untilGone(launch);
        assertThat(engineState(launch)).contains(LiveAttempt.NOT_STARTED);
    }

    /** For longer than one could think that it never began. */
    private Launch withProlog(String how) throws IOException {
        Path prolog = cluster.folder().resolve("prolog");
        Files.writeString(
                prolog,
                "#!/bin/sh\nuntil [ -e %s/go ]; do sleep 0.1; done\n%s\n"
                        .formatted(cluster.folder(), how));
        Files.setPosixFilePermissions(prolog, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(
                cluster.configuration(), "Prolog=" + prolog + "\n", StandardOpenOption.APPEND);
        String _ = cluster.ask("scontrol", "reconfigure");
        Launch launch = prepareOn(SAY_HELLO, new NodeAllocation("n1", 1, 1_000));
        until(() -> launched(launch));
        until(() -> elapsed(launch).matches("R 0:(0[3-9]|[1-5].)"));
        return launch;
    }

    private String elapsed(Launch launch) {
        return cluster.ask("squeue", "-h", "-j", numbers(launch).getFirst(), "-o", "%t %M");
    }

    @Test
    void a_job_that_slurm_cancels_after_starting_it_twice_is_not_counted_as_cancelled()
            throws IOException {
        replace("sbatch", "exec $real --hold \"$@\"");
        Launch launch = run(GO_ON, 1);
        String number = numbers(launch).getFirst();
        remember(modified(launch.directory().resolve("env")));
        until(() -> isReleased(number));
        untilGoing(launch);
        Instant began = modified(launch.directory().resolve("claim/0"));
        forget();
        until(() -> now().isAfter(began.plusSeconds(4)));
        until(() -> isReleased(number));
        untilGone(launch);
        cluster.bringBack("n0");
        assertThat(engineState(launch)).contains(LiveAttempt.REQUEUED);
        until(() -> processes(launch.id()) == 0);
    }

    /** By the clock that files have. */
    private Instant now() {
        try {
            return modified(Files.writeString(cluster.folder().resolve("now"), ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Not while the controller is still starting. */
    private boolean isReleased(String number) {
        try {
            cluster.ask("scontrol", "release", number);
            return true;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** With all that happened until then. */
    private void remember(Instant then) throws IOException {
        cluster.killController(then);
        copy(state, old);
        cluster.startController();
    }

    private void forget() throws IOException {
        cluster.killController(Instant.EPOCH);
        copy(old, state);
        cluster.startController();
    }

    /** Copies Slurm's state files; the folders beside them hold only the scripts of jobs. */
    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (var files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(
                        file,
                        to.resolve(file.getFileName()),
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }
}
