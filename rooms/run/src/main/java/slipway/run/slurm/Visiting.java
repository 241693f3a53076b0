package slipway.run.slurm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import slipway.base.Problem;
import slipway.run.engine.AttemptId;
import slipway.run.engine.Beside;
import slipway.run.engine.Engine;
import slipway.run.engine.Visit;

/** Runs commands beside a job, as a step of it: within its limits, and for as long as it is there. */
final class Visiting {

    private final Jobs jobs;
    private final Tools tools;
    private final Scripts scripts;

    Visiting(Jobs jobs, Tools tools, Scripts scripts) {
        this.jobs = jobs;
        this.tools = tools;
        this.scripts = scripts;
    }

    Beside visit(Job job, Visit visit) {
        if (job.gone()
                || job.waits()
                || job.number().isEmpty()
                || visit.rank() >= job.asked().nodes()) {
            throw notThere(job.id());
        }
        List<String> words = step(job, visit.rank(), scripts.visit());
        words.addAll(
                List.of(
                        job.directory().path().toString(),
                        Integer.toString(visit.rank()),
                        visit.id()));
        words.addAll(visit.command());
        try {
            // The script joins both outputs of the command; what srun says of itself is not the
            // command's.
            return new Command(
                    tools.as(job.account()).command(words).redirectError(Redirect.DISCARD).start(),
                    () -> leave(job, visit));
        } catch (IOException e) {
            throw new Problem(
                            Engine.NOT_THERE,
                            "Nothing can be run beside attempt %s.".formatted(job.id()),
                            "Slurm's srun said: %s.".formatted(e.getMessage()),
                            "See that Slurm's programs are installed beside the server.")
                    .causedBy(e);
        }
    }

    /** A script as a step of the job, on one of its nodes. */
    private static List<String> step(Job job, int rank, Path script) {
        return new ArrayList<>(
                List.of(
                        "srun",
                        "--jobid=" + job.number().orElseThrow(),
                        "--overlap",
                        "--relative=" + rank,
                        "--nodes=1",
                        "--ntasks=1",
                        "--mem=0",
                        "--chdir=/",
                        "--export=NONE",
                        "--unbuffered",
                        "--quiet",
                        "/bin/sh",
                        script.toString()));
    }

    /** The srun of another account cannot be told to end, so the command is ended where it runs. */
    private void leave(Job job, Visit visit) {
        if (job.account().isPresent() && !job.gone()) {
            List<String> words = step(job, visit.rank(), scripts.leave());
            words.add(visit.id());
            Thread.ofVirtual().name("slurm-leave").start(() -> jobs.quietly(job, words));
        }
    }

    static Problem notThere(AttemptId id) {
        return new Problem(
                Engine.NOT_THERE,
                "Attempt %s does not run on that node.".formatted(id),
                "It has ended, has not begun, or was never started.",
                "See how it stands: slipway ps -a");
    }

    /** Slurm ends the step, with all that is in it, when its srun is told to end. */
    private record Command(Process process, Runnable leaving) implements Beside {

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
            return process.onExit().thenApply(Process::exitValue);
        }

        @Override
        public void close() {
            if (process.isAlive()) {
                leaving.run();
            }
            process.destroy();
        }
    }
}
