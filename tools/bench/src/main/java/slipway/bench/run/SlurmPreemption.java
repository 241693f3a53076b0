package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Samples;

/** The same in Slurm: a job of a higher partition takes all nodes from a job that ends at the signal. */
final class SlurmPreemption {

    private SlurmPreemption() {}

    /** From the signal until the new job's first command; empty without Slurm. */
    static Optional<Samples> measure(BenchContext place, int rounds)
            throws IOException, InterruptedException {
        Optional<Slurm> started = Slurm.start(place);
        if (started.isEmpty()) {
            return Optional.empty();
        }
        try (Slurm slurm = started.get()) {
            List<Long> found = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                found.add(takeover(slurm));
            }
            return Optional.of(Samples.of(found));
        }
    }

    private static long takeover(Slurm slurm) throws IOException, InterruptedException {
        var stamps = new TimestampFiles(slurm.folder(), slurm::pause);
        for (String stamp : List.of("up", "told", "started")) {
            Files.deleteIfExists(slurm.folder().resolve(stamp));
        }
        Path low =
                slurm.script(
                        "low",
                        "trap 'date +%s%N > told; exit 0' USR1\ndate +%s%N > up\nsleep 1000 &\nwait\n");
        Path high = slurm.script("high", "date +%s%N > started\n");
        submit(slurm, "low", low);
        stamps.await("up");
        submit(slurm, "high", high);
        Duration took = Duration.between(stamps.await("told"), stamps.await("started"));
        slurm.ask("scancel", "-u", System.getProperty("user.name"));
        while (!slurm.ask("squeue", "-h").isEmpty()) {
            slurm.pause();
        }
        return took.toNanos();
    }

    private static void submit(Slurm slurm, String partition, Path script)
            throws IOException, InterruptedException {
        slurm.ask(
                "sbatch",
                "-Q",
                "-o",
                "/dev/null",
                "--signal=B:USR1@30",
                "-p",
                partition,
                "--nodes=" + Slurm.NODES,
                "--ntasks-per-node=1",
                "--cpus-per-task=" + Slurm.PROCESSORS,
                "--chdir=" + slurm.folder(),
                script.toString());
    }
}
