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
 * Runs commands beside a job. In a sandbox they enter the very namespaces of the job and drop every capability, so they
 * see what it sees and may no more than it may; they are in its control group, and end with it. Each carries a variable
 * by which all that it started is found.
 *
 * <p>A server that is not root cannot do that: bubblewrap then leaves the job in a user namespace within the one that
 * owns its others, and nobody may enter those. There a command gets a sandbox of its own, made in the same way: the
 * same files, devices and variables, but not the job's processes.
 */
final class LocalExec {

    private static final String MARK = "SLIPWAY_VISIT=";

    /** Each is entered where it is not the server's own. */
    private static final Map<String, String> NAMESPACES =
            Map.of(
                    "mnt", "--mount", "pid", "--pid", "uts", "--uts", "ipc", "--ipc", "net",
                    "--net");

    /** Into the job's control group. */
    private static final String JOIN = "echo 0 > \"$0\" && exec \"$@\"";

    /** In a sandbox of its own that is made as the job's was. */
    private static final String ALIKE = "inside \"$@\"";

    private final ProcFs procFs;
    private final Supplier<ProcessTree> trees;
    private final Optional<BiFunction<Launch, LocalJob.Part, String>> alike;
    private final boolean sandboxed;

    /**
     * @param alike the lines of shell that make a sandbox like a part's, where there are sandboxes
     */
    LocalExec(
            ProcFs procFs,
            Supplier<ProcessTree> trees,
            Optional<BiFunction<Launch, LocalJob.Part, String>> alike) {
        this.procFs = procFs;
        this.trees = trees;
        this.alike = alike;
        this.sandboxed = alike.isPresent();
    }

    ExecProcess visit(LocalJob localJob, ExecRequest execRequest) {
        LocalJob.Part part =
                localJob.parts.stream()
                        .filter(each -> each.rank() == execRequest.rank() && !each.gone())
                        .findFirst()
                        .orElseThrow(() -> notThere(execRequest));
        int host = host(part).orElseThrow(() -> notThere(execRequest));
        try {
            var command = new Command(started(host, localJob, execRequest), execRequest.id());
            command.belongsTo(part);
            return command;
        } catch (IOException e) {
            throw new Problem(
                            Engine.CANNOT,
                            "The command could not be started beside attempt %s."
                                    .formatted(localJob.id()),
                            "The machine said: %s.".formatted(e.getMessage()),
                            "Entering a sandbox takes nsenter and setpriv: install util-linux.")
                    .causedBy(e);
        }
    }

    private static Problem notThere(ExecRequest execRequest) {
        return new Problem(
                Engine.NOT_RUNNING,
                "The attempt runs nothing on its node %d.".formatted(execRequest.rank()),
                "It has not begun there, or has ended.",
                "Try again in a moment, or name another with --rank.");
    }

    /** The job's first process: what it sees is seen. */
    private Optional<Integer> host(LocalJob.Part part) {
        return trees.get().of(part.owner).stream()
                .filter(stat -> !isVisitor(stat.pid()))
                .filter(stat -> sandboxed ? isInside(stat.pid()) : isJob(stat, part))
                .min(
                        Comparator.comparingLong(ProcFs.Stat::start)
                                .thenComparingInt(ProcFs.Stat::pid))
                .map(ProcFs.Stat::pid);
    }

    private boolean isVisitor(int pid) {
        return procFs.environment(pid).stream().anyMatch(line -> line.startsWith(MARK));
    }

    /** In another file system than the server, and not the sandbox's own first process. */
    private boolean isInside(int pid) {
        boolean first =
                procFs.status(pid, "NSpid").filter(numbers -> numbers.endsWith("\t1")).isPresent();
        return !first && differs(pid, "mnt");
    }

    /** launch.sh starts the job in a session of its own. */
    private static boolean isJob(ProcFs.Stat stat, LocalJob.Part part) {
        return part.root().filter(root -> root.pid() != stat.session()).isPresent();
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

    private Process started(int host, LocalJob localJob, ExecRequest execRequest)
            throws IOException {
        var builder =
                new ProcessBuilder(words(host, localJob, execRequest)).redirectErrorStream(true);
        builder.directory(folder(host, localJob).toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().retainAll(Set.of("PATH"));
        for (String line : procFs.environment(host)) {
            int equals = line.indexOf('=');
            if (equals > 0 && !isHeld(line)) {
                environment.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        environment.put(MARK.substring(0, MARK.length() - 1), execRequest.id());
        return builder.start();
    }

    /** Where the job is, as far as that is a folder outside its sandbox too. */
    private static Path folder(int host, LocalJob localJob) throws IOException {
        Path own = Files.readSymbolicLink(Path.of("/proc/" + host + "/cwd"));
        return Files.isDirectory(own) ? own : localJob.directory.path().resolve("work");
    }

    private List<String> words(int host, LocalJob localJob, ExecRequest execRequest) {
        var words = new ArrayList<String>();
        if (sandboxed && differs(host, "user")) {
            String sandbox =
                    alike.orElseThrow()
                            .apply(localJob.launch, localJob.parts.get(execRequest.rank()));
            words.addAll(List.of("/bin/sh", "-c", sandbox + ALIKE, "sandbox"));
        } else {
            localJob.parts
                    .get(execRequest.rank())
                    .cgroup()
                    .ifPresent(
                            group ->
                                    words.addAll(
                                            List.of(
                                                    "/bin/sh",
                                                    "-c",
                                                    JOIN,
                                                    group.door().toString())));
            words.addAll(sandboxed ? entering(host) : List.of());
        }
        if (procFs.environment(host).stream().anyMatch(LocalExec::isHeld)) {
            words.add("/usr/bin/env");
            procFs.environment(host).stream().filter(LocalExec::isHeld).forEach(words::add);
        }
        words.addAll(execRequest.command());
        return words;
    }

    /** What comes in only where the job is: outside, it would be what our own programs run and load. */
    private static boolean isHeld(String line) {
        return SandboxPolicy.HELD.contains(line.replaceFirst("=.*", ""));
    }

    private static List<String> entering(int host) {
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

    /** A started command. What it left running may not outlive it. */
    private final class Command implements ExecProcess {

        private final Process process;
        private final String mark;
        private final CompletableFuture<Integer> exit;

        Command(Process process, String id) {
            this.process = process;
            this.mark = MARK + id;
            this.exit =
                    process.onExit()
                            .thenApply(
                                    ended -> {
                                        strike();
                                        return ended.exitValue();
                                    });
        }

        /**
         * Its variables do not tell whose it is at every moment: they cannot be read while it becomes another program,
         * nor, by a server that is not root, while it makes its sandbox. That it was started here is always known.
         */
        void belongsTo(LocalJob.Part part) {
            Optional<ProcessIdentity> visitor = ProcessIdentity.of((int) process.pid(), procFs);
            visitor.ifPresent(part.visitors()::add);
            var _ = exit.whenComplete((_, _) -> visitor.ifPresent(part.visitors()::remove));
            if (part.gone()) { // meanwhile, so that nobody looked for this one
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
            strike();
            process.destroyForcibly();
        }

        private void strike() {
            procFs.all().stream()
                    .filter(stat -> !stat.dead() && procFs.environment(stat.pid()).contains(mark))
                    .forEach(stat -> PosixSignals.kill(stat.pid(), PosixSignals.KILL));
        }
    }
}
