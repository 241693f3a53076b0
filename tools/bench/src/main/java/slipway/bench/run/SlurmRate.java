package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;
import slipway.bench.kit.BenchContext;

/** The rate at which Slurm runs the smallest jobs, submitted by 16 parallel callers of sbatch. */
final class SlurmRate {

    private static final int AT_ONCE = 16;

    private SlurmRate() {}

    /** Empty without Slurm. */
    static Optional<Double> measure(BenchContext place, int jobs)
            throws IOException, InterruptedException {
        Optional<Slurm> started = Slurm.start(place);
        if (started.isEmpty()) {
            return Optional.empty();
        }
        try (Slurm slurm = started.get()) {
            Path script = slurm.script("tiny", "exec /bin/true\n");
            submit(slurm, script, AT_ONCE);
            awaitCompleted(slurm, AT_ONCE);
            long began = System.nanoTime();
            submit(slurm, script, jobs);
            double accepted = (System.nanoTime() - began) / 1e9;
            awaitCompleted(slurm, AT_ONCE + jobs);
            double seconds = (System.nanoTime() - began) / 1e9;
            place.say(
                    "Slurm: %,d jobs accepted in %.1f s, all over in %.1f s: %.0f jobs/s",
                    jobs, accepted, seconds, jobs / seconds);
            return Optional.of(jobs / seconds);
        }
    }

    private static void submit(Slurm slurm, Path script, int jobs) throws InterruptedException {
        List<InterruptibleTask<Boolean>> callers =
                IntStream.range(0, AT_ONCE)
                        .<InterruptibleTask<Boolean>>mapToObj(
                                caller ->
                                        () -> {
                                            for (int i = caller; i < jobs; i += AT_ONCE) {
                                                submit(slurm, script);
                                            }
                                            return true;
                                        })
                        .toList();
        Parallel.all(AT_ONCE, callers);
    }

    private static void submit(Slurm slurm, Path script) throws InterruptedException {
        try {
            slurm.ask("sbatch", "-Q", "-o", "/dev/null", "-p", "low", script.toString());
        } catch (IOException e) {
            throw BenchContext.notMeasured(
                            "Slurm did not take a job.", e.toString(), "See why, and run it again.")
                    .causedBy(e);
        }
    }

    private static void awaitCompleted(Slurm slurm, int jobs)
            throws IOException, InterruptedException {
        while (slurm.completed() < jobs) {
            slurm.pause();
        }
    }
}
