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

/** Exec sessions: runs a command beside a job as a step of the job, within its limits and lifetime. */
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
            // exec.sh merges both outputs of the command; the messages of srun itself are
            // discarded.
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
                            "No command can run beside attempt %s.".formatted(slurmJob.id()),
                            "srun could not be started: %s.".formatted(e.getMessage()),
                            "Install Slurm's client programs on the server's machine.")
                    .causedBy(e);
        }
    }

    /** The command that runs a script as a step of the job, on one of its nodes. */
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

    /** The server cannot signal the srun of another account, so a script kills the command on its node. */
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
                "It has ended, has not started yet, or was never launched.",
                "See its state: slipway ps -a");
    }

    /** Slurm ends the step with all its processes when its srun gets a signal to end. */
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
