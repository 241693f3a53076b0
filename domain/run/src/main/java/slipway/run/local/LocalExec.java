package slipway.run.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.run.engine.Engine;
import slipway.run.engine.ExecProcess;
import slipway.run.engine.ExecRequest;
import slipway.run.engine.Launch;
import slipway.run.sandbox.SandboxPolicy;

/**
 * Exec sessions: runs commands beside a job. A command enters the namespaces and the cgroup of the job and drops all
 * capabilities, so it sees and may do no more than the job, and ends with it. A variable identifies all processes of a
 * session.
 *
 * <p>A server that is not root cannot enter them: bubblewrap then leaves the job in a nested user namespace, whose
 * parent owns the other namespaces. There a command gets an equal sandbox, with the same files, devices and variables,
 * but without the job's processes.
 */
final class LocalExec {

    /** Its name stays as it is, for sessions that an older server started. */
    private static final String EXEC_VARIABLE = "SLIPWAY_VISIT=";

    /** The options of nsenter; only namespaces that differ from the server's are entered. */
    private static final Map<String, String> NAMESPACES =
            Map.of(
                    "mnt", "--mount", "pid", "--pid", "uts", "--uts", "ipc", "--ipc", "net",
                    "--net");

    /** Joins the cgroup of the job. */
    private static final String JOIN_CGROUP = "echo 0 > \"$0\" && exec \"$@\"";

    /** Runs the command in a sandbox equal to that of the job. */
    private static final String RUN_INSIDE = "inside \"$@\"";

    private final ProcFs procFs;
    private final Supplier<ProcessTree> scan;
    private final Optional<BiFunction<Launch, LocalJob.NodeTask, String>> sandboxScript;
    private final boolean sandboxed;

    /**
     * @param sandboxScript shell lines that create a sandbox equal to that of a task, if jobs have sandboxes
     */
    LocalExec(
            ProcFs procFs,
            Supplier<ProcessTree> scan,
            Optional<BiFunction<Launch, LocalJob.NodeTask, String>> sandboxScript) {
        this.procFs = procFs;
        this.scan = scan;
        this.sandboxScript = sandboxScript;
        this.sandboxed = sandboxScript.isPresent();
    }

    ExecProcess exec(LocalJob localJob, ExecRequest execRequest) {
        LocalJob.NodeTask task =
                localJob.tasks.stream()
                        .filter(each -> each.rank() == execRequest.rank() && !each.gone())
                        .findFirst()
                        .orElseThrow(() -> notThere(execRequest));
        int host = hostProcess(task).orElseThrow(() -> notThere(execRequest));
        try {
            var command = new Command(start(host, localJob, execRequest), execRequest.id());
            command.attachTo(task);
            return command;
        } catch (IOException e) {
            throw new Problem(
                            Engine.CANNOT,
                            "The command could not be started beside attempt %s."
                                    .formatted(localJob.id()),
                            "The operating system reported: %s.".formatted(e.getMessage()),
                            "Install util-linux: entering a sandbox needs nsenter and setpriv.")
                    .causedBy(e);
        }
    }

    private static Problem notThere(ExecRequest execRequest) {
        return new Problem(
                Engine.NOT_RUNNING,
                "The attempt has no process on its node %d.".formatted(execRequest.rank()),
                "It has not started there yet, or has ended.",
                "Try again in a moment, or choose another node with --rank.");
    }

    /** The first process of the job; the command gets its environment and namespaces. */
    private Optional<Integer> hostProcess(LocalJob.NodeTask task) {
        return scan.get().of(task.owner).stream()
                .filter(stat -> !isExecProcess(stat.pid()))
                .filter(stat -> sandboxed ? isInside(stat.pid()) : isJob(stat, task))
                .min(
                        Comparator.comparingLong(ProcFs.Stat::start)
                                .thenComparingInt(ProcFs.Stat::pid))
                .map(ProcFs.Stat::pid);
    }

    private boolean isExecProcess(int pid) {
        return procFs.environment(pid).stream().anyMatch(line -> line.startsWith(EXEC_VARIABLE));
    }

    /** Whether the process is in another mount namespace than the server, and not the sandbox's init process. */
    private boolean isInside(int pid) {
        boolean first =
                procFs.status(pid, "NSpid").filter(numbers -> numbers.endsWith("\t1")).isPresent();
        return !first && differs(pid, "mnt");
    }

    /** launch.sh starts the job in a separate session. */
    private static boolean isJob(ProcFs.Stat stat, LocalJob.NodeTask task) {
        return task.root().filter(root -> root.pid() != stat.session()).isPresent();
    }

    private static boolean differs(int pid, String namespace) {
        try {
            Path own = Files.readSymbolicLink(Path.of("/proc/self/ns", namespace));
            Path other = Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns", namespace));
            return !own.equals(other);
        } catch (IOException gone) {
            return false;
        }
    }

    private Process start(int host, LocalJob localJob, ExecRequest execRequest) throws IOException {
        var builder =
                new ProcessBuilder(commandLine(host, localJob, execRequest))
                        .redirectErrorStream(true);
        builder.directory(workingDirectory(host, localJob).toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(Set.of("PATH"));
        for (String line : procFs.environment(host)) {
            int equals = line.indexOf('=');
            if (equals > 0 && !isHeldBack(line)) {
                environment.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        environment.put(EXEC_VARIABLE.substring(0, EXEC_VARIABLE.length() - 1), execRequest.id());
        return builder.start();
    }

    /** The working directory of the job, if it also exists outside the sandbox. */
    private static Path workingDirectory(int host, LocalJob localJob) throws IOException {
        Path own = Files.readSymbolicLink(Path.of("/proc/" + host + "/cwd"));
        return Files.isDirectory(own) ? own : localJob.directory.path().resolve("work");
    }

    private List<String> commandLine(int host, LocalJob localJob, ExecRequest execRequest) {
        var words = new ArrayList<String>();
        if (sandboxed && differs(host, "user")) {
            String sandbox =
                    sandboxScript
                            .orElseThrow()
                            .apply(localJob.launch, localJob.tasks.get(execRequest.rank()));
            words.addAll(List.of("/bin/sh", "-c", sandbox + RUN_INSIDE, "sandbox"));
        } else {
            localJob.tasks
                    .get(execRequest.rank())
                    .cgroup()
                    .ifPresent(
                            group ->
                                    words.addAll(
                                            List.of(
                                                    "/bin/sh",
                                                    "-c",
                                                    JOIN_CGROUP,
                                                    group.procsFile().toString())));
            words.addAll(sandboxed ? enterCommand(host) : List.of());
        }
        if (procFs.environment(host).stream().anyMatch(LocalExec::isHeldBack)) {
            words.add("/usr/bin/env");
            procFs.environment(host).stream().filter(LocalExec::isHeldBack).forEach(words::add);
        }
        words.addAll(execRequest.command());
        return words;
    }

    /** These variables are set only inside the sandbox: outside, programs of the server would load what they name. */
    private static boolean isHeldBack(String line) {
        return SandboxPolicy.HELD_BACK.contains(line.replaceFirst("=.*", ""));
    }

    private static List<String> enterCommand(int host) {
        var words = new ArrayList<>(List.of("nsenter", "--target", Integer.toString(host)));
        NAMESPACES.entrySet().stream()
                .filter(each -> differs(host, each.getKey()))
                .map(Map.Entry::getValue)
                .sorted()
                .forEach(words::add);
        words.addAll(List.of("--wd", "--"));
        words.addAll(
                List.of(
                        "setpriv",
                        "--bounding-set=-all",
                        "--inh-caps=-all",
                        "--no-new-privs",
                        "--"));
        return words;
    }

    /** A started command. Its background processes are killed when it ends. */
    private final class Command implements ExecProcess {

        private final Process process;
        private final String marker;
        private final CompletableFuture<Integer> exit;

        Command(Process process, String id) {
            this.process = process;
            this.marker = EXEC_VARIABLE + id;
            this.exit =
                    process.onExit()
                            .thenApply(
                                    ended -> {
                                        kill();
                                        return ended.exitValue();
                                    });
        }

        /**
         * Registers the command with its task. Its variables do not always identify it: they cannot be read during
         * execve, nor, by a server that is not root, while bubblewrap creates its sandbox.
         */
        void attachTo(LocalJob.NodeTask task) {
            Optional<ProcessIdentity> execProcess = ProcessIdentity.of((int) process.pid(), procFs);
            execProcess.ifPresent(task.execProcesses()::add);
            var _ =
                    exit.whenComplete(
                            (_, _) -> execProcess.ifPresent(task.execProcesses()::remove));
            if (task.gone()) { // the task ended meanwhile, so its cleanup missed this command
                close();
            }
        }

        @Override
        public OutputStream input() {
            return process.getOutputStream();
        }

        @Override
        public InputStream output() {
            return process.getInputStream();
        }

        @Override
        public CompletableFuture<Integer> exit() {
            return exit;
        }

        @Override
        public void close() {
            kill();
            process.destroyForcibly();
        }

        private void kill() {
            procFs.all().stream()
                    .filter(stat -> !stat.dead() && procFs.environment(stat.pid()).contains(marker))
                    .forEach(stat -> PosixSignals.kill(stat.pid(), PosixSignals.KILL));
        }
    }
}
