package slipway.run.slurm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import slipway.run.engine.Signal;

/**
 * Signals to what runs. A small script goes to each node of the job and strikes there, because {@code scancel} knows
 * no workers, and takes {@code launch.sh} along, which is to write down how the job ended. Slurm's own way is what
 * follows where that does not work.
 */
final class Striking {

    /** Between a blow that was struck and Slurm's own. */
    private static final Duration LAST = Duration.ofSeconds(5);

    private final Jobs jobs;
    private final Scripts scripts;
    private final ScheduledExecutorService later;
    private final Predicate<Job> inStep;

    Striking(Jobs jobs, Scripts scripts, ScheduledExecutorService later, Predicate<Job> inStep) {
        this.jobs = jobs;
        this.scripts = scripts;
        this.later = later;
        this.inStep = inStep;
    }

    /** Returns at once. */
    void signal(Job job, Signal signal) {
        Thread.ofVirtual().name("slurm-strike").start(() -> act(job, signal));
    }

    private void act(Job job, Signal signal) {
        switch (signal) {
            case CHECKPOINT -> job.directory().signal().ifPresent(name -> checkpoint(job, name));
            case STOP -> {
                if (runs(job) && !strike(job, signal, "")) {
                    stopBySlurm(job);
                }
            }
            case KILL -> {
                if (runs(job)) {
                    kill(job);
                }
            }
        }
    }

    private void checkpoint(Job job, String name) {
        if (name.matches("[A-Z][A-Z0-9+-]{1,11}") && job.number().isPresent() && !job.waits()) {
            boolean _ = strike(job, Signal.CHECKPOINT, name);
        }
    }

    /** What does not run yet is cancelled, and that is all; it may begin in that moment. */
    private boolean runs(Job job) {
        if (job.number().isEmpty()) {
            jobs.withdraw(job);
            jobs.cancel(job); // as soon as Slurm shows it
            return false;
        }
        if (!job.waits()) {
            return true;
        }
        jobs.cancel(job, "--state=PENDING");
        Optional<Seen> now = jobs.now(job);
        return now.filter(seen -> !seen.over() && !seen.state().equals("PENDING")).isPresent();
    }

    private void kill(Job job) {
        if (strike(job, Signal.KILL, "")) {
            var _ = later.schedule(() -> endBySlurm(job), LAST.toMillis(), TimeUnit.MILLISECONDS);
        } else {
            endBySlurm(job);
        }
    }

    /** Where there is no step, Slurm's signal goes to the first script alone, which then strikes on its node itself. */
    private void stopBySlurm(Job job) {
        String[] how =
                inStep.test(job)
                        ? new String[] {"--signal=TERM"}
                        : new String[] {"--signal=USR1", "--batch"};
        if (!job.gone()) {
            job.number().ifPresent(number -> jobs.quietly(job, Jobs.cancelling(job, number, how)));
        }
    }

    private void endBySlurm(Job job) {
        if (!job.gone()) {
            jobs.cancel(job);
        }
    }

    private boolean strike(Job job, Signal signal, String name) {
        int nodes = job.asked().nodes();
        var words =
                new ArrayList<>(
                        List.of(
                                "srun",
                                "--jobid=" + job.number().orElseThrow(),
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
                                scripts.strike().toString(),
                                job.directory().path().toString(),
                                signal.name()));
        if (!name.isEmpty()) {
            words.add(name);
        }
        boolean struck = jobs.quietly(job, words);
        job.hurries();
        return struck;
    }
}
