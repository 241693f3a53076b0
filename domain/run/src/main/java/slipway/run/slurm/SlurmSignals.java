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
 * Signals to what runs. A small script goes to each node of the job and strikes there, because {@code scancel} knows
 * no workers, and takes {@code launch.sh} along, which is to write down how the job ended. Slurm's own way is what
 * follows where that does not work.
 */
final class SlurmSignals {

    /** Between a blow that was struck and Slurm's own. */
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

    /** What does not run yet is cancelled, and that is all; it may begin in that moment. */
    private boolean cancelUnlessRunning(SlurmJob slurmJob) {
        if (slurmJob.number().isEmpty()) {
            slurmJobs.withdraw(slurmJob);
            slurmJobs.cancel(slurmJob); // as soon as Slurm shows it
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

    /** Where there is no step, Slurm's signal goes to the first script alone, which then strikes on its node itself. */
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
