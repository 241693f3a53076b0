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
    private static final Duration LAST = Duration.ofSeconds(5);

    private final SlurmJobs slurmJobs;
    private final NodeScripts nodeScripts;
    private final ScheduledExecutorService later;
    private final Predicate<SlurmJob> inStep;

    SlurmSignals(
            SlurmJobs slurmJobs,
            NodeScripts nodeScripts,
            ScheduledExecutorService later,
            Predicate<SlurmJob> inStep) {
        this.slurmJobs = slurmJobs;
        this.nodeScripts = nodeScripts;
        this.later = later;
        this.inStep = inStep;
    }

    /** Returns at once. */
    void signal(SlurmJob slurmJob, AttemptSignal attemptSignal) {
        Thread.ofVirtual().name("slurm-strike").start(() -> act(slurmJob, attemptSignal));
    }

    private void act(SlurmJob slurmJob, AttemptSignal attemptSignal) {
        switch (attemptSignal) {
            case CHECKPOINT ->
                    slurmJob.directory().signal().ifPresent(name -> checkpoint(slurmJob, name));
            case STOP -> {
                if (runs(slurmJob) && !strike(slurmJob, attemptSignal, "")) {
                    stopBySlurm(slurmJob);
                }
            }
            case KILL -> {
                if (runs(slurmJob)) {
                    kill(slurmJob);
                }
            }
        }
    }

    private void checkpoint(SlurmJob slurmJob, String name) {
        if (name.matches("[A-Z][A-Z0-9+-]{1,11}")
                && slurmJob.number().isPresent()
                && !slurmJob.waits()) {
            boolean _ = strike(slurmJob, AttemptSignal.CHECKPOINT, name);
        }
    }

    /** What does not run yet is cancelled, and that is all; it may begin in that moment. */
    private boolean runs(SlurmJob slurmJob) {
        if (slurmJob.number().isEmpty()) {
            slurmJobs.withdraw(slurmJob);
            slurmJobs.cancel(slurmJob); // as soon as Slurm shows it
            return false;
        }
        if (!slurmJob.waits()) {
            return true;
        }
        slurmJobs.cancel(slurmJob, "--state=PENDING");
        Optional<SqueueEntry> now = slurmJobs.now(slurmJob);
        return now.filter(
                        squeueEntry ->
                                !squeueEntry.over() && !squeueEntry.state().equals("PENDING"))
                .isPresent();
    }

    private void kill(SlurmJob slurmJob) {
        if (strike(slurmJob, AttemptSignal.KILL, "")) {
            var _ =
                    later.schedule(
                            () -> endBySlurm(slurmJob), LAST.toMillis(), TimeUnit.MILLISECONDS);
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
                                    slurmJobs.quietly(
                                            slurmJob, SlurmJobs.cancelling(slurmJob, number, how)));
        }
    }

    private void endBySlurm(SlurmJob slurmJob) {
        if (!slurmJob.gone()) {
            slurmJobs.cancel(slurmJob);
        }
    }

    private boolean strike(SlurmJob slurmJob, AttemptSignal attemptSignal, String name) {
        int nodes = slurmJob.asked().nodes();
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
                                nodeScripts.strike().toString(),
                                slurmJob.directory().path().toString(),
                                attemptSignal.name()));
        if (!name.isEmpty()) {
            words.add(name);
        }
        boolean struck = slurmJobs.quietly(slurmJob, words);
        slurmJob.hurries();
        return struck;
    }
}
