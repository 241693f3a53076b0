package slipway.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.ServerLauncher;
import slipway.testkit.slurm.SlurmCluster;

/** A cluster of eight nodes that Slurm runs on this machine, and how a server is started that uses it. */
record SlurmBenchCluster(SlurmCluster cluster) implements AutoCloseable {

    /** The number of parallel callers of sbatch and of clients of the server. */
    static final int AT_ONCE = 16;

    static final String PARTITION = "ours";

    /** After this time without an end, the remaining starts are lost. */
    static final Duration SETTLE_TIME = Duration.ofSeconds(20);

    private static final int MOST_TRIES = 20;

    static SlurmBenchCluster open(BenchContext place) {
        List<String> missing = Slurm.missing();
        if (!missing.isEmpty()) {
            throw BenchContext.notMeasured(
                    "Slurm is not installed.",
                    "Missing: " + String.join(", ", missing),
                    "Install slurmctld, slurmd, slurm-client and munge, as Debian calls them.");
        }
        var house = new SlurmBenchCluster(SlurmCluster.start());
        place.say(
                "Slurm %s with 8 nodes",
                house.cluster.ask("sbatch", "--version").replaceAll("[^0-9.]", ""));
        return house;
    }

    /** The server as users start it, configured by its variables for this cluster. */
    ServerLauncher launch(BenchContext place, Path data) {
        return ServerLauncher.launcher(place.checkout())
                .withVariables(
                        List.of(
                                "SLURM_CONF=" + cluster.configuration(),
                                "SLIPWAY_RUN_ENGINE=slurm",
                                "SLIPWAY_RUN_ATTEMPTS=" + data.resolve("attempts"),
                                "SLIPWAY_SLURM_PARTITIONS=" + PARTITION,
                                "SLIPWAY_SLURM_OURS=" + PARTITION));
    }

    /** Runs an action for each number, this many in parallel. */
    interface Action {
        void at(int number) throws IOException, InterruptedException;
    }

    static void inParallel(int all, Action deed) throws InterruptedException {
        List<InterruptibleTask<Boolean>> callers =
                IntStream.range(0, AT_ONCE)
                        .<InterruptibleTask<Boolean>>mapToObj(
                                caller -> () -> some(caller, all, deed))
                        .toList();
        Parallel.all(AT_ONCE, callers);
    }

    private static boolean some(int caller, int all, Action deed) throws InterruptedException {
        try {
            for (int number = caller; number < all; number += AT_ONCE) {
                deed.at(number);
            }
            return true;
        } catch (IOException e) {
            throw BenchContext.notMeasured(
                            "The cluster did not answer.", e.toString(), "Run it again.")
                    .causedBy(e);
        }
    }

    /** Jobs that Slurm has not finished. */
    long jobs() {
        return askWithRetry("squeue", "-h", "-a", "-o", "%i").lines().count();
    }

    /** Repeats a command that an overloaded controller did not answer in time. */
    String askWithRetry(String... words) {
        for (int tries = 1; ; tries++) {
            try {
                return cluster.ask(words);
            } catch (UncheckedIOException late) {
                boolean timedOut = String.valueOf(late.getMessage()).contains("timed out");
                if (!timedOut || tries == MOST_TRIES) {
                    throw late;
                }
            }
        }
    }

    /**
     * Waits until Slurm has finished all jobs. An overloaded Slurm sometimes loses the start of a job and shows it as
     * running for minutes: these are given up when nothing has changed for a while.
     *
     * @return how many were given up
     */
    long drained() throws InterruptedException {
        long before = Long.MAX_VALUE;
        long since = System.nanoTime();
        for (long left = jobs(); left > 0; left = jobs()) {
            if (left != before) {
                before = left;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > SETTLE_TIME.toNanos()) {
                String _ = askWithRetry("scancel", "--me");
                return left;
            }
            pause();
        }
        return 0;
    }

    /** Waits between two polls. */
    private static void pause() throws InterruptedException {
        boolean _ = new Semaphore(0).tryAcquire(50, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
