package slipway.run.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.run.attempt.AttemptLogReader;
import slipway.run.attempt.SingleProcess;
import slipway.run.engine.InTarget;
import slipway.run.sandbox.BubblewrapProbe;
import slipway.run.sandbox.SandboxPolicy;
import slipway.testkit.Needs;

/** What a job under the job supervisor sees and may do, and what the supervisor records of it. */
@SuppressWarnings("NullAway.Init") // made before each test
@Tag("process")
class JobSupervisorTest {

    @TempDir(factory = InTarget.class)
    Path folder;

    private Path attempts;
    private Path directory;
    private SandboxPolicy sandboxPolicy;
    private JobSupervisor jobSupervisor;
    private boolean network = true;

    @BeforeEach
    void make() throws IOException {
        Needs.command("bwrap", "bubblewrap");
        Needs.command("cc", "gcc");
        attempts = Files.createDirectories(folder.resolve("data/attempts"));
        directory = attempts.resolve("job/1");
        for (String name : List.of("claim", "exit", "log", "tmp", "work", "checkpoints")) {
            Files.createDirectories(directory.resolve(name));
        }
        Files.writeString(directory.resolve("progress"), "");
        Files.createDirectories(attempts.resolve("other/1"));
        Files.writeString(attempts.resolve("other/1/secret"), "of another team");
        Optional<SandboxPolicy> found = BubblewrapProbe.detect(List.of(folder.resolve("data")));
        Needs.that(found.isPresent(), "a bubblewrap that works", "allow user namespaces");
        sandboxPolicy = found.orElseThrow();
        Optional<JobSupervisor> built = JobSupervisor.find(sandboxPolicy, ProcFs.ofThisMachine());
        Needs.that(built.isPresent(), "a job supervisor", "a kernel from 5.12 on");
        jobSupervisor = built.orElseThrow();
    }

    private SessionSpawner.Child start(String... command) throws IOException {
        var inside =
                new SandboxPolicy.JobAccess(
                        directory,
                        directory.resolve("tmp").toString(),
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        network,
                        false);
        return jobSupervisor.start(
                new JobSupervisor.SupervisedJob(
                        directory,
                        "here",
                        Optional.empty(),
                        sandboxPolicy.arguments(inside),
                        new SingleProcess(List.of(command), Map.of(), directory.resolve("work")),
                        Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "GIVEN", "x y")));
    }

    private SessionSpawner.Child shell(String script) throws IOException {
        return start("/bin/sh", "-c", script);
    }

    private static int end(SessionSpawner.Child child) throws Exception {
        return child.end().get(60, TimeUnit.SECONDS);
    }

    private String output(String script) throws Exception {
        assertThat(end(shell(script))).isZero();
        return Files.exists(directory.resolve("log/0")) ? log() : "";
    }

    private String log() throws IOException {
        return Files.readString(directory.resolve("log/0"));
    }

    private String exit() throws IOException {
        return Files.readString(directory.resolve("exit/0"));
    }

    /** A watch that hears of it also when it has printed before anybody looked. */
    private void awaitOutput() throws Exception {
        Path log = directory.resolve("log");
        try (WatchService watch = log.getFileSystem().newWatchService()) {
            log.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            if (Files.notExists(log.resolve("0"))) {
                assertThat(watch.poll(60, TimeUnit.SECONDS)).isNotNull();
            }
        }
    }

    /** The process of the job that has this word. */
    private static ProcessHandle job(String commandLine) {
        return ProcFs.ofThisMachine().all().stream()
                .filter(stat -> !stat.dead() && commandLine(stat.pid()).equals(commandLine))
                .findFirst()
                .flatMap(stat -> ProcessHandle.of(stat.pid()))
                .orElseThrow();
    }

    @Test
    void output_exit_code_and_claim_are_recorded() throws Exception {
        assertThat(output("echo \"$GIVEN\"; echo err >&2; pwd; exit 7"))
                .isEqualTo("x y\nerr\n%s/work\n".formatted(directory));
        assertThat(exit()).isEqualTo("7\n");
        assertThat(Files.readAllLines(directory.resolve("claim/0")))
                .satisfies(
                        lines ->
                                assertThat(lines.getFirst())
                                        .startsWith(ProcFs.ofThisMachine().bootId() + " "))
                .endsWith("here");
    }

    @Test
    void a_job_that_prints_nothing_leaves_no_log() throws Exception {
        assertThat(end(start("/bin/true"))).isZero();
        assertThat(exit()).isEqualTo("0\n");
        assertThat(directory.resolve("log")).isEmptyDirectory();
    }

    @Test
    void an_attempt_with_a_claim_is_not_run_again() throws Exception {
        Files.writeString(directory.resolve("claim/0"), "another supervisor\n");
        assertThat(end(shell("echo ran"))).isEqualTo(75);
        assertThat(directory.resolve("log")).isEmptyDirectory();
        assertThat(directory.resolve("exit")).isEmptyDirectory();
    }

    @Test
    void a_signalled_job_exits_with_128_plus_its_number_and_killing_the_supervisor_kills_the_job()
            throws Exception {
        assertThat(output("kill -USR1 $$")).isEmpty();
        assertThat(exit()).isEqualTo("138\n");
        Files.delete(directory.resolve("claim/0"));
        Files.delete(directory.resolve("exit/0"));
        String seconds = Long.toString(1_000_000 + ProcessHandle.current().pid());
        // It prints once the background process has become sleep, so that its command line can be
        // found.
        SessionSpawner.Child supervisor =
                shell(
                        ("sleep %s & until grep -qs sleep /proc/$!/cmdline && "
                                        + "! grep -qs wait /proc/$!/cmdline; do :; done; echo going; wait")
                                .formatted(seconds));
        awaitOutput();
        ProcessHandle job = job("sleep\u0000%s\u0000".formatted(seconds));
        PosixSignals.kill(supervisor.pid(), PosixSignals.KILL);
        assertThat(end(supervisor)).isEqualTo(SessionSpawner.Child.UNKNOWN);
        assertThat(job.onExit()).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(directory.resolve("exit")).isEmptyDirectory();
    }

    private static String commandLine(int pid) {
        try {
            return Files.readString(Path.of("/proc/%d/cmdline".formatted(pid)));
        } catch (IOException gone) {
            return "";
        }
    }

    @Test
    void a_signal_to_end_is_forwarded_to_the_job() throws Exception {
        SessionSpawner.Child supervisor =
                shell("trap 'echo asked; exit 3' TERM; echo going; while :; do sleep 0.1; done");
        awaitOutput();
        PosixSignals.kill(supervisor.pid(), PosixSignals.TERM);
        assertThat(end(supervisor)).isZero();
        assertThat(log()).startsWith("going\n").endsWith("asked\n");
        assertThat(exit()).isEqualTo("3\n");
    }

    @Test
    void a_long_log_keeps_its_beginning_and_its_end() throws Exception {
        long piece = AttemptLogReader.PIECE;
        assertThat(output("head -c %d /dev/zero; echo end".formatted(4 * piece))).endsWith("end\n");
        try (var pieces = Files.list(directory.resolve("log"))) {
            List<String> names = pieces.map(it -> it.getFileName().toString()).sorted().toList();
            assertThat(names).hasSize(4).startsWith("0", "0.0");
        }
    }

    @Test
    void background_processes_end_with_the_job() throws Exception {
        assertThat(output("setsid sleep 987653 & echo done")).isEqualTo("done\n");
        assertThat(exit()).isEqualTo("0\n");
    }

    @Test
    void a_command_that_cannot_be_executed_explains_why() throws Exception {
        assertThat(end(start("/no/such/program"))).isZero();
        assertThat(log())
                .isEqualTo(
                        "[slipway] Cannot execute /no/such/program: no such file or directory.\n");
        assertThat(exit()).isEqualTo("127\n");
    }

    @Test
    void a_script_without_interpreter_line_runs_in_the_shell_with_all_arguments() throws Exception {
        Path script = Files.writeString(directory.resolve("work/script"), "echo \"$# $3000\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        var words = new ArrayList<String>(List.of(script.toString()));
        for (int i = 1; i <= 3_000; i++) {
            words.add(Integer.toString(i));
        }
        assertThat(end(start(words.toArray(String[]::new)))).isZero();
        assertThat(log()).startsWith("3000 ");
    }

    @Test
    void a_working_directory_that_cannot_be_entered_is_reported() throws Exception {
        Files.delete(directory.resolve("work"));
        Files.writeString(directory.resolve("work"), "no folder");
        assertThat(end(shell("echo ran"))).isZero();
        assertThat(log())
                .startsWith("The working directory %s/work cannot be".formatted(directory));
        assertThat(exit()).isEqualTo("72\n");
    }

    @Test
    void a_sandbox_that_cannot_be_created_records_reason_and_exit_code() throws Exception {
        Files.delete(directory.resolve("checkpoints"));
        assertThat(end(shell("echo ran"))).isZero();
        assertThat(log())
                .startsWith("[slipway] Cannot open for the sandbox: ")
                .contains("checkpoints");
        assertThat(exit()).isEqualTo("125\n");
    }

    @Test
    void a_job_sees_the_machine_read_only_and_no_other_attempts() throws Exception {
        String hidden = folder.resolve("data").toString();
        assertThat(
                        output(
                                """
                                find '%1$s' -maxdepth 2 | sort
                                for file in /x /etc/x '%2$s/x'; do
                                    { true > "$file"; } 2> /dev/null && echo wrote $file
                                done
                                : > '%2$s/work/x' && : > /tmp/x && : > /var/tmp/x && : > /dev/shm/x && echo own
                                { echo core > /proc/sys/kernel/core_pattern; } 2> /dev/null && echo wrote core
                                [ "$(ls /run)" = "" ] || ls /run
                                echo processes $(ls /proc | grep -c '^[0-9]')
                                grep -E '^(Cap|NoNewPrivs)' /proc/self/status | tr -d '\\t\\n'
                                """
                                        .formatted(hidden, directory)))
                .startsWith("%1$s\n%1$s/attempts\n%1$s/attempts/job\nown\n".formatted(hidden))
                .doesNotContain("wrote")
                .contains("CapPrm:0000000000000000CapEff:0000000000000000CapBnd:0000000000000000")
                .endsWith("NoNewPrivs:1");
    }

    @Test
    void a_job_cannot_escape_through_the_init_process() throws Exception {
        assertThat(
                        output(
                                """
                                for way in cwd root exe fd environ; do
                                    ls -l /proc/1/$way/ > /dev/null 2>&1 && echo open: $way
                                    head -c 1 /proc/1/$way > /dev/null 2>&1 && echo read: $way
                                done
                                cat /proc/1/cwd/../../other/1/secret 2> /dev/null
                                chmod 0 /proc/1/exe 2> /dev/null && echo changed
                                echo tried
                                """))
                .isEqualTo("tried\n");
    }

    @Test
    void devices_work_and_their_permissions_cannot_be_changed() throws Exception {
        assertThat(
                        output(
                                """
                                for file in /dev/null /dev/zero /proc/self/fd/0; do
                                    chmod 666 $file 2> /dev/null && echo changed $file
                                done
                                echo x > /dev/null && head -c 2 /dev/zero | wc -c
                                """))
                .isEqualTo("2\n");
    }

    @Test
    void a_job_without_network_can_use_loopback() throws Exception {
        Needs.command("python3", "python3");
        network = false;
        assertThat(
                        output(
                                """
                                exec python3 -c "
                                import socket
                                there = socket.create_server(('127.0.0.1', 0))
                                socket.create_connection(there.getsockname())
                                print(sorted(name for _, name in socket.if_nameindex()))"
                                """))
                .isEqualTo("['lo']\n");
    }

    @Test
    void a_pipe_held_by_another_process_does_not_delay_the_end() throws Exception {
        // The job reads its own output, which leaves nothing for the keeper to read.
        assertThat(output("echo first; (head -c 5 < /proc/self/fd/1 > /dev/null &) ; echo more"))
                .doesNotContain("[slipway]");
        assertThat(exit()).isEqualTo("0\n");
    }
}
