package slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import slipway.run.attempt.Attempt;
import slipway.run.attempt.AttemptDirectory;
import slipway.run.engine.AttemptSignal;
import slipway.run.engine.Engine;
import slipway.run.engine.Launch;
import slipway.run.engine.LiveAttempt;
import slipway.run.engine.LiveAttempt.Phase;
import slipway.run.engine.PosixAccount;
import slipway.schedule.snapshot.Placement.NodeAllocation;

/**
 * Jobs under the accounts of those who submit them, on a real cluster. Alice and Bob have accounts that every machine
 * with Slurm has; the one that Slurm runs under there is not the master of this cluster.
 */
abstract class SlurmUserContract extends SlurmTestBase {

    private static final Map<String, String> ACCOUNTS =
            Map.of("alice", "nobody", "bob", "slurm", "eve", "root", "mallory", "daemon");

    /** Whom the directory of an attempt belongs to that runs under this account. */
    abstract String ownerOf(String account);

    @BeforeEach
    void asUsers() {
        choose(settings().as(owner -> ACCOUNTS.getOrDefault(owner, owner)));
        reopen();
    }

    /** Everybody can come as far as the attempts. */
    @Override
    protected Engine open(Path attempts) {
        allowPassing(attempts.resolveSibling("."));
        return super.open(attempts);
    }

    static void allowPassing(Path folder) {
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Launch preparedBy(String owner, String script) {
        return launchAs(owner, prepare(Attempt.Script.of(script), 1));
    }

    final Launch launchAs(String owner, Launch launch) {
        Optional<PosixAccount> account = engine().account(owner);
        assertThat(account).isPresent();
        return new Launch(
                launch.id(), launch.directory(), launch.placement(), launch.limits(), account);
    }

    Launch runBy(String owner, String script) {
        Launch launch = preparedBy(owner, script);
        engine().launch(launch);
        return launch;
    }

    String id(String account) {
        return cluster().ask("id", "-u", account);
    }

    private static int owner(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void a_job_runs_under_its_submitters_account_and_can_read_its_secrets() throws IOException {
        Launch launch =
                runBy(
                        "alice",
                        "id -u; cat \"$SLIPWAY_SECRETS/token\"; stat -c ' %a %u' \"$SLIPWAY_SECRETS/token\"");
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 0);
        String alice = id("nobody");
        assertThat(log(launch)).isEqualTo("%s\nswordfish 400 %s\n".formatted(alice, alice));
        assertThat(owner(launch.directory())).isEqualTo(Integer.parseInt(id(ownerOf("nobody"))));
        engine().forget(launch.id());
        assertThat(launch.directory().resolve("secrets")).doesNotExist();
    }

    @Test
    void jobs_of_different_users_cannot_read_each_others_files() {
        Launch hers = runBy("alice", GO_ON);
        untilGoing(hers);
        Launch his =
                runBy(
                        "bob",
                        """
                        for file in %1$s %1$s/secrets/token %1$s/log/0 %2$s %3$s %3$s/.slurm %3$s/.slurm/live; do
                            if cat "$file" 2>/dev/null || ls "$file" 2>/dev/null; then echo "reads $file"; fi
                        done
                        touch %1$s/exit/0 %2$s/x 2>/dev/null && echo wrote
                        id -u
                        """
                                .formatted(
                                        hers.directory(),
                                        hers.directory().resolve("..").normalize(),
                                        hers.directory().resolve("../..").normalize()));
        untilGone(his);
        assertThat(log(his)).isEqualTo(id("slurm") + "\n");
        engine().signal(hers.id(), AttemptSignal.KILL);
        untilGone(hers);
        assertThat(exits(hers)).containsEntry(0, 137);
    }

    @Test
    void the_next_server_can_exec_into_and_stop_a_users_job() {
        Launch launch =
                runBy("alice", "trap 'exit 3' TERM; echo on > going; while :; do sleep 0.1; done");
        untilGoing(launch);
        reopen();
        until(() -> live(launch).map(LiveAttempt::phase).equals(Optional.of(Phase.RUNNING)));
        assertThat(outputOf(exec(launch, "id -u; pwd")))
                .isEqualTo("%s\n%s\n".formatted(id("nobody"), launch.directory().resolve("work")));
        engine().signal(launch.id(), AttemptSignal.STOP);
        untilGone(launch);
        assertThat(exits(launch)).containsEntry(0, 3);
    }

    @Test
    void closing_an_exec_session_ends_its_command() {
        Launch launch = runBy("alice", GO_ON);
        untilGoing(launch);
        var process = exec(launch, "echo $$ > inside; exec sleep 1000");
        until(() -> !work(launch, "inside").isBlank());
        long pid = Long.parseLong(work(launch, "inside").strip());
        process.close();
        until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        assertThat(live(launch).map(LiveAttempt::phase)).contains(Phase.RUNNING);
    }

    @Test
    void a_users_pending_job_can_be_cancelled() {
        var whole = new NodeAllocation("n0", 0xff, 1_000);
        Launch first = launchAs("alice", prepareOn(GO_ON, whole));
        engine().launch(first);
        untilGoing(first);
        Launch second = launchAs("alice", prepareOn(SAY_HELLO, whole));
        engine().launch(second);
        assertThat(live(second).map(LiveAttempt::phase)).contains(Phase.WAITING);
        engine().signal(second.id(), AttemptSignal.STOP);
        untilGone(second);
        assertThat(exits(second)).isEmpty();
    }

    @Test
    void links_and_pipes_in_a_jobs_directory_do_not_mislead_the_server() throws IOException {
        Path secret = Files.writeString(data().resolve("1"), "0\n");
        Path kept = Files.createDirectories(data().resolve("kept"));
        Files.writeString(kept.resolve("precious"), "x");
        Launch launch =
                runBy(
                        "alice",
                        """
                        cd "$SLIPWAY_DIRECTORY"
                        ln -s %1$s/1 exit/1; ln -s %1$s/1 claim/1; ln -s %1$s/1 log/1
                        mkfifo log/2 exit/2
                        rm -rf usage tmp progress .notice notice
                        ln -s %1$s usage; ln -s %1$s/kept tmp; mkfifo progress
                        ln -s %1$s/1 .notice; ln -s %1$s/1 notice
                        echo on > work/going
                        while :; do sleep 0.1; done
                        """
                                .formatted(data()));
        untilGoing(launch);
        AttemptDirectory directory = AttemptDirectory.of(launch);
        directory.notice(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(directory.exits()).isEmpty();
        assertThat(directory.log(1).read(0, 100).bytes()).isEmpty();
        assertThat(directory.log(2).read(0, 100).bytes()).isEmpty();
        assertThat(directory.progress()).isEmpty();
        assertThat(directory.newestUsage(1, 100)).isEmpty();
        engine().signal(launch.id(), AttemptSignal.KILL);
        untilGone(launch);
        engine().forget(launch.id());
        assertThat(secret).hasContent("0");
        assertThat(kept.resolve("precious")).exists();
        assertThat(launch.directory().resolve("notice")).hasContent("2026-01-02T03:04:05Z");
    }
}
