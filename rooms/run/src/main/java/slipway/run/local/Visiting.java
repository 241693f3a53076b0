package slipway.run.local;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import slipway.base.Problem;
import slipway.run.engine.Beside;
import slipway.run.engine.Engine;
import slipway.run.engine.Visit;

/**
 * Runs commands beside a job. In a sandbox they enter the very namespaces of the job and drop every capability, so they
 * see what it sees and may no more than it may; they are in its control group, and end with it. Each carries a variable
 * by which all that it started is found.
 */
final class Visiting {

    private static final String MARK = "SLIPWAY_VISIT=";

    /** Each is entered where it is not the server's own. */
    private static final Map<String, String> NAMESPACES =
            Map.of(
                    "mnt", "--mount", "pid", "--pid", "uts", "--uts", "ipc", "--ipc", "net",
                    "--net", "user", "--user");

    private final Proc proc;
    private final Supplier<Tree> trees;
    private final boolean sandboxed;

    Visiting(Proc proc, Supplier<Tree> trees, boolean sandboxed) {
        this.proc = proc;
        this.trees = trees;
        this.sandboxed = sandboxed;
    }

    Beside visit(Job job, Visit visit) {
        Job.Part part =
                job.parts.stream()
                        .filter(each -> each.rank() == visit.rank() && !each.gone())
                        .findFirst()
                        .orElseThrow(() -> notThere(visit));
        int host = host(part).orElseThrow(() -> notThere(visit));
        try {
            return new Command(started(host, part, visit), visit.id());
        } catch (IOException e) {
            throw new Problem(
                            Engine.CANNOT,
                            "The command could not be started beside attempt %s."
                                    .formatted(job.id()),
                            "The machine said: %s.".formatted(e.getMessage()),
                            "Entering a sandbox takes nsenter and setpriv: install util-linux.")
                    .causedBy(e);
        }
    }

    private static Problem notThere(Visit visit) {
        return new Problem(
                Engine.NOT_THERE,
                "The attempt runs nothing on its node %d.".formatted(visit.rank()),
                "It has not begun there, or has ended.",
                "Try again in a moment, or name another with --rank.");
    }

    /** The job's first process: what it sees is seen. */
    private Optional<Integer> host(Job.Part part) {
        return trees.get().of(part.owner).stream()
                .filter(stat -> !isVisitor(stat.pid()))
                .filter(stat -> sandboxed ? isInside(stat.pid()) : isJob(stat, part))
                .min(Comparator.comparingLong(Proc.Stat::start).thenComparingInt(Proc.Stat::pid))
                .map(Proc.Stat::pid);
    }

    private boolean isVisitor(int pid) {
        return proc.environment(pid).stream().anyMatch(line -> line.startsWith(MARK));
    }

    /** In another file system than the server, and not the sandbox's own first process. */
    private boolean isInside(int pid) {
        boolean first =
                proc.status(pid, "NSpid").filter(numbers -> numbers.endsWith("\t1")).isPresent();
        return !first && differs(pid, "mnt");
    }

    /** launch.sh starts the job in a session of its own. */
    private static boolean isJob(Proc.Stat stat, Job.Part part) {
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

    private Process started(int host, Job.Part part, Visit visit) throws IOException {
        var words = new ArrayList<String>();
        part.cgroup()
                .ifPresent(
                        group ->
                                words.addAll(
                                        List.of(
                                                "/bin/sh",
                                                "-c",
                                                "echo 0 > \"$0\" && exec \"$@\"",
                                                group.door().toString())));
        words.addAll(entering(host));
        words.addAll(visit.command());
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.redirectInput(Path.of("/dev/null").toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        for (String line : proc.environment(host)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                environment.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        environment.put(MARK.substring(0, MARK.length() - 1), visit.id());
        if (!sandboxed) {
            builder.directory(Files.readSymbolicLink(Path.of("/proc/" + host + "/cwd")).toFile());
        }
        return builder.start();
    }

    private List<String> entering(int host) {
        if (!sandboxed) {
            return List.of();
        }
        var words = new ArrayList<>(List.of("nsenter", "--target", Integer.toString(host)));
        NAMESPACES.entrySet().stream()
                .filter(each -> differs(host, each.getKey()))
                .map(Map.Entry::getValue)
                .sorted()
                .forEach(words::add);
        words.addAll(List.of("--wd", "--preserve-credentials", "--"));
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
    private final class Command implements Beside {

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
            proc.all().stream()
                    .filter(stat -> !stat.dead() && proc.environment(stat.pid()).contains(mark))
                    .forEach(stat -> Posix.kill(stat.pid(), Posix.KILL));
        }
    }
}
