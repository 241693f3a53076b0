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
import slipway.run.engine.Engine;
import slipway.run.engine.ExecProcess;
import slipway.run.engine.ExecRequest;

/** Runs commands beside a job, as a step of it: within its limits, and for as long as it is there. */
final class SlurmExec {

    private final SlurmJobs slurmJobs;
    private final SlurmPrograms slurmPrograms;
    private final NodeScripts nodeScripts;

    SlurmExec(SlurmJobs slurmJobs, SlurmPrograms slurmPrograms, NodeScripts nodeScripts) {
        this.slurmJobs = slurmJobs;
        this.slurmPrograms = slurmPrograms;
        this.nodeScripts = nodeScripts;
    }

    ExecProcess exec(SlurmJob slurmJob, ExecRequest execRequest) {
        if (slurmJob.gone()
                || slurmJob.isPending()
                || slurmJob.number().isEmpty()
                || execRequest.rank() >= slurmJob.requested().nodes()) {
            throw notThere(slurmJob.id());
        }
        List<String> words = step(slurmJob, execRequest.rank(), nodeScripts.exec());
        words.addAll(
                List.of(
                        slurmJob.directory().path().toString(),
                        Integer.toString(execRequest.rank()),
                        execRequest.id()));
        words.addAll(execRequest.command());
        try {
            // The script joins both outputs of the command; what srun says of itself is not the
            // command's.
            return new Command(
                    slurmPrograms
                            .as(slurmJob.account())
                            .command(words)
                            .redirectError(Redirect.DISCARD)
                            .start(),
                    () -> endExec(slurmJob, execRequest));
        } catch (IOException e) {
            throw new Problem(
                            Engine.NOT_RUNNING,
                            "Nothing can be run beside attempt %s.".formatted(slurmJob.id()),
                            "Slurm's srun said: %s.".formatted(e.getMessage()),
                            "See that Slurm's programs are installed beside the server.")
                    .causedBy(e);
        }
    }

    /** A script as a step of the job, on one of its nodes. */
    private static List<String> step(SlurmJob slurmJob, int rank, Path script) {
        return new ArrayList<>(
                List.of(
                        "srun",
                        "--jobid=" + slurmJob.number().orElseThrow(),
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
    private void endExec(SlurmJob slurmJob, ExecRequest execRequest) {
        if (slurmJob.account().isPresent() && !slurmJob.gone()) {
            List<String> words = step(slurmJob, execRequest.rank(), nodeScripts.endExec());
            words.add(execRequest.id());
            Thread.ofVirtual()
                    .name("slurm-leave")
                    .start(() -> slurmJobs.runLogged(slurmJob, words));
        }
    }

    static Problem notThere(AttemptId id) {
        return new Problem(
                Engine.NOT_RUNNING,
                "Attempt %s does not run on that node.".formatted(id),
                "It has ended, has not begun, or was never started.",
                "See how it stands: slipway ps -a");
    }

    /** Slurm ends the step, with all that is in it, when its srun is told to end. */
    private record Command(Process process, Runnable endExec) implements ExecProcess {

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
                endExec.run();
            }
            process.destroy();
        }
    }
}
