package slipway.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import slipway.base.Parallel;
import slipway.bench.kit.ApiCaller;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.CrashRestarts;
import slipway.bench.kit.CurrentServer;
import slipway.bench.kit.LeftoverProcesses;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Kills the real server with SIGKILL again and again while clients submit jobs that really run, and compares in the
 * end the server's records, the lines of the jobs, and the leftover processes.
 */
final class JobsCrashRun {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /** The limit of the wait after the last kill; a lost attempt is reported after 90 s. */
    private static final int MAX_POLLS = 4_000;

    private final Plan plan;
    private final Path data;
    private final Path folder;
    private final CrashRestarts crashRestarts;
    private final CrashTestJobs jobs;
    private final CurrentServer currentServer = new CurrentServer();
    private final LongAdder repeated = new LongAdder();

    /**
     * @param folder the working directory of the jobs with their lines; the server's data is next to it
     */
    JobsCrashRun(ServerLauncher serverLauncher, Path folder, Plan plan) throws IOException {
        this.plan = plan;
        this.data = folder.resolve("data");
        this.folder = Files.createDirectories(folder.resolve("chores")).toRealPath();
        this.jobs = new CrashTestJobs(plan.submissions());
        this.crashRestarts =
                new CrashRestarts(
                        serverLauncher,
                        data,
                        plan.seed(),
                        server -> {
                            currentServer.open(server);
                            jobs.allow(plan.submissions() / plan.kills());
                        });
    }

    /**
     * The plan of a run.
     *
     * @param submissions spread over all restarts
     * @param longest the longest time until the kill of a ready server
     */
    record Plan(int submissions, int kills, int clients, Duration longest, long seed) {}

    /**
     * The result of a run.
     *
     * @param wronglyMetered attempts whose use has a gap or an overlap
     * @param leftovers processes of ended attempts
     * @param intact whether {@code slipway check} found every fact as it was written
     */
    record Outcome(
            Counts counts,
            CrashTestJobs.Verdict verdict,
            long wronglyMetered,
            int leftovers,
            boolean intact) {

        boolean isCorrect() {
            return verdict.isCorrect() && wronglyMetered == 0 && leftovers == 0 && intact;
        }
    }

    /**
     * Counts of a run.
     *
     * @param starting how many of the kills hit a server that was not ready yet
     * @param repeated how many times a client asked again because no answer came
     * @param setbacks why attempts that did not fail were followed by another
     * @param recoveries how long each start took until ready
     */
    record Counts(
            int starting,
            int there,
            int acknowledged,
            long repeated,
            List<String> setbacks,
            Samples recoveries) {}

    /** Runs the whole plan. The consumer receives the number of each kill. */
    Outcome run(IntConsumer killed) throws IOException, InterruptedException {
        var clients =
                new FutureTask<>(
                        () ->
                                Parallel.all(
                                        plan.clients(),
                                        Stream.generate(this::client)
                                                .limit(plan.clients())
                                                .toList()));
        Thread.ofVirtual().name("clients").start(clients);
        try {
            crashRestarts.end(plan.kills(), plan.longest(), killed);
            try (Server last = crashRestarts.next()) {
                jobs.allow(plan.submissions() + plan.clients());
                finish(clients);
                return outcome(last);
            }
        } finally {
            currentServer.close();
            jobs.allow(plan.submissions() + plan.clients());
            clients.cancel(true);
        }
    }

    private CrashTestClient client() {
        return new CrashTestClient(currentServer, jobs, folder, repeated);
    }

    private static void finish(FutureTask<?> clients) throws IOException, InterruptedException {
        try {
            clients.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw new IOException("A client failed", e);
        }
    }

    private Outcome outcome(Server last) throws IOException, InterruptedException {
        var caller = new ApiCaller(last);
        awaitAll(caller);
        var story = new JournalHistory();
        caller.each("/api/v1/events?streams=all", story::read);
        int left = leftoverProcesses(last);
        last.stop();
        return new Outcome(
                new Counts(
                        crashRestarts.starting(),
                        story.submitted(),
                        jobs.acknowledged(),
                        repeated.sum(),
                        story.requeueReasons(),
                        crashRestarts.recoveries()),
                jobs.compare(story, JobOutput.read(folder.resolve(CrashTestJob.LINES))),
                story.wronglyMetered(),
                left,
                crashRestarts.check());
    }

    /** Waits until all workloads have ended. */
    private static void awaitAll(ApiCaller caller) throws IOException, InterruptedException {
        for (int glance = 0; glance < MAX_POLLS; glance++) {
            var live = caller.get("/api/v1/workloads?limit=5").path("items");
            if (live.isEmpty()) {
                return;
            }
            if (glance == MAX_POLLS - 1) {
                throw BenchContext.notMeasured(
                        "Some workloads do not end.", live.toString(), "This is a bug; report it.");
            }
            caller.server().pause(POLL_INTERVAL);
        }
    }

    /** Waits for killed processes to disappear. */
    private int leftoverProcesses(Server last) throws IOException, InterruptedException {
        int left = LeftoverProcesses.below(data.resolve("attempts")).size();
        for (int glance = 0; left > 0 && glance < 100; glance++) {
            last.pause(POLL_INTERVAL);
            left = LeftoverProcesses.below(data.resolve("attempts")).size();
        }
        return left;
    }
}
