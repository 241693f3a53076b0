package slipway.run.slurm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import slipway.run.engine.AttemptSignal;

/**
 * Sends signals to running jobs. A script runs as a step on each node of the job and signals its processes there:
 * {@code scancel} cannot select the workers, and would also end {@code launch.sh}, which has to record the exit code.
 * If the script fails, {@code scancel} follows.
 */
final class SlurmSignals {

    /** Time between a successful kill by the script and {@code scancel}. */
    private static final Duration ESCALATION_DELAY = Duration.ofSeconds(5);

    private final SlurmJobs slurmJobs;
    private final NodeScripts nodeScripts;
    private final ScheduledExecutorService scheduler;
    private final Predicate<SlurmJob> inStep;

    SlurmSignals(
            SlurmJobs slurmJobs,
            NodeScripts nodeScripts,
            ScheduledExecutorService scheduler,
            Predicate<SlurmJob> inStep) {
        this.slurmJobs = slurmJobs;
        this.nodeScripts = nodeScripts;
        this.scheduler = scheduler;
        this.inStep = inStep;
    }

    /** Returns at once. */
    void signal(SlurmJob slurmJob, AttemptSignal attemptSignal) {
        Thread.ofVirtual().name("slurm-strike").start(() -> deliver(slurmJob, attemptSignal));
    }

    private void deliver(SlurmJob slurmJob, AttemptSignal attemptSignal) {
        switch (attemptSignal) {
            case CHECKPOINT ->
                    slurmJob.directory().signal().ifPresent(name -> checkpoint(slurmJob, name));
            case STOP -> {
                if (cancelUnlessRunning(slurmJob) && !signalNodes(slurmJob, attemptSignal, "")) {
                    stopBySlurm(slurmJob);
                }
            }
            case KILL -> {
                if (cancelUnlessRunning(slurmJob)) {
                    kill(slurmJob);
                }
            }
        }
    }

    private void checkpoint(SlurmJob slurmJob, String name) {
        if (name.matches("[A-Z][A-Z0-9+-]{1,11}")
                && slurmJob.number().isPresent()
                && !slurmJob.isPending()) {
            boolean _ = signalNodes(slurmJob, AttemptSignal.CHECKPOINT, name);
        }
    }

    /** Cancels a pending job; returns whether it runs, because it may start at this moment. */
    private boolean cancelUnlessRunning(SlurmJob slurmJob) {
        if (slurmJob.number().isEmpty()) {
            slurmJobs.withdraw(slurmJob);
            slurmJobs.cancel(slurmJob); // takes effect as soon as Slurm reports its number
            return false;
        }
        if (!slurmJob.isPending()) {
            return true;
        }
        slurmJobs.cancel(slurmJob, "--state=PENDING");
        Optional<SqueueEntry> now = slurmJobs.query(slurmJob);
        return now.filter(
                        squeueEntry ->
                                !squeueEntry.over() && !squeueEntry.state().equals("PENDING"))
                .isPresent();
    }

    private void kill(SlurmJob slurmJob) {
        if (signalNodes(slurmJob, AttemptSignal.KILL, "")) {
            var _ =
                    scheduler.schedule(
                            () -> endBySlurm(slurmJob),
                            ESCALATION_DELAY.toMillis(),
                            TimeUnit.MILLISECONDS);
        } else {
            endBySlurm(slurmJob);
        }
    }

    /** A job without a step gets USR1 in its batch script, which then runs signal.sh on its node. */
    private void stopBySlurm(SlurmJob slurmJob) {
        String[] how =
                inStep.test(slurmJob)
                        ? new String[] {"--signal=TERM"}
                        : new String[] {"--signal=USR1", "--batch"};
        if (!slurmJob.gone()) {
            slurmJob.number()
                    .ifPresent(
                            number ->
                                    slurmJobs.runLogged(
                                            slurmJob,
                                            SlurmJobs.cancelCommand(slurmJob, number, how)));
        }
    }

    private void endBySlurm(SlurmJob slurmJob) {
        if (!slurmJob.gone()) {
            slurmJobs.cancel(slurmJob);
        }
    }

    private boolean signalNodes(SlurmJob slurmJob, AttemptSignal attemptSignal, String name) {
        int nodes = slurmJob.requested().nodes();
        var words =
                new ArrayList<>(
                        List.of(
                                "srun",
                                "--jobid=" + slurmJob.number().orElseThrow(),
                                "--overlap",
                                "--nodes=" + nodes,
                                "--ntasks=" + nodes,
                                "--ntasks-per-node=1",
                                "--mem=0",
                                "--gres=none",
                                "--chdir=/",
                                "--export=NONE",
                                "--input=none",
                                "--quiet",
                                "/bin/sh",
                                nodeScripts.signal().toString(),
                                slurmJob.directory().path().toString(),
                                attemptSignal.name()));
        if (!name.isEmpty()) {
            words.add(name);
        }
        boolean delivered = slurmJobs.runLogged(slurmJob, words);
        slurmJob.pollSoon();
        return delivered;
    }
}
