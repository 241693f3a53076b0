package slipway.bench.run;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import slipway.base.InterruptibleTask;
import slipway.base.Parallel;
import slipway.base.Problem;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.RawSocketClient;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the rate of the smallest jobs: submitted by one client with 16 requests under way, each durable, run in
 * its sandbox with its own directory and log, sampled, and ended. It also measures the time until a submission is
 * acknowledged.
 */
public final class TinyJobsBench implements Bench {

    private static final int UNDER_WAY = 16;

    /** The recorded rate of plain Slurm on two cores with 16 parallel sbatch: 29 to 52 jobs in a second. */
    private static final double SLURM = 52;

    private static final double TIMES_SLURM = 4;

    /** A tenth of a processor each, so that the platform is the limit and not the two cores. */
    private static final String SPEC =
            "{\"spec\":\"run: /bin/true\\nresources: {cpus: 0.1}\",\"name\":\"tiny\"}";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Override
    public String name() {
        return "tiny-jobs";
    }

    @Override
    public String summary() {
        return "2,000 jobs of /bin/true by one client with 16 requests under way, until all have ended";
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        int jobs = place.quick() ? 500 : 2_000;
        try (Server server =
                Server.start(ServerLauncher.launcher(place.checkout()), place.fresh("data"))) {
            submitAll(server, 100);
            awaitAll(server);
            // A Java machine that has just started compiles for most of its first minute; a server
            // runs for months.
            Round young = round(server, jobs);
            place.say("fresh from its start: %s", young);
            Round grown = round(server, jobs);
            place.say("after %,d jobs: %s", 100 + jobs, grown);
            boolean all = succeeded(server) == 100 + 2 * jobs;
            server.stop();
            place.say("%s of them succeeded", all ? "all" : "NOT all");
            Optional<Double> slurm = SlurmRate.measure(place, place.quick() ? 150 : 2_000);
            return result(young, grown, all, slurm);
        }
    }

    /** A round of jobs, from the first request to the last end. */
    private record Round(int jobs, double accepted, double seconds, Samples answers) {

        double rate() {
            return jobs / seconds;
        }

        @Override
        public String toString() {
            return BenchContext.format(
                    "%,d jobs accepted in %.1f s, all over in %.1f s: %.0f jobs/s; acknowledged in %.1f ms at the"
                            + " median, %.1f ms at p99",
                    jobs,
                    accepted,
                    seconds,
                    rate(),
                    answers.medianSeconds() * 1e3,
                    answers.seconds(0.99) * 1e3);
        }
    }

    private Round round(Server server, int jobs) throws IOException, InterruptedException {
        long began = System.nanoTime();
        List<Long> answers = submitAll(server, jobs);
        double accepted = (System.nanoTime() - began) / 1e9;
        awaitAll(server);
        return new Round(jobs, accepted, (System.nanoTime() - began) / 1e9, Samples.of(answers));
    }

    private static Result result(Round young, Round grown, boolean all, Optional<Double> slurm) {
        double rate = grown.rate();
        double peer = slurm.orElse(SLURM);
        return new Result(
                "tiny-jobs",
                new Result.Headline(
                        rate, "jobs/s", BenchContext.format(">= %.0f", TIMES_SLURM * peer)),
                new Result.Anchor(
                        slurm.isPresent()
                                ? BenchContext.format(
                                        "plain Slurm in the same run, 16 sbatch at once, %.0f jobs/s",
                                        peer)
                                : "plain Slurm as recorded on two cores, at most 52 jobs/s; not in this run",
                        rate / peer),
                all && rate >= TIMES_SLURM * peer,
                Map.of(
                        "load",
                        BenchContext.load(),
                        "all_succeeded",
                        all,
                        "fresh_from_its_start",
                        young.rate(),
                        "submit_p50_ms",
                        grown.answers().medianSeconds() * 1e3,
                        "submit_p99_ms",
                        grown.answers().seconds(0.99) * 1e3));
    }

    /** The time of each until it was acknowledged. */
    private List<Long> submitAll(Server server, int jobs) throws InterruptedException {
        List<InterruptibleTask<List<Long>>> clients =
                IntStream.range(0, UNDER_WAY)
                        .<InterruptibleTask<List<Long>>>mapToObj(
                                client ->
                                        () ->
                                                submitSome(
                                                        server,
                                                        jobs / UNDER_WAY
                                                                + (client < jobs % UNDER_WAY
                                                                        ? 1
                                                                        : 0)))
                        .toList();
        return Parallel.<List<Long>>all(UNDER_WAY, clients).stream().flatMap(List::stream).toList();
    }

    private static List<Long> submitSome(Server server, int jobs) {
        List<Long> took = new ArrayList<>();
        try (RawSocketClient client = server.posting("/api/v1/teams/all/workloads", SPEC)) {
            for (int job = 0; job < jobs; job++) {
                long began = System.nanoTime();
                String answer = client.send();
                took.add(System.nanoTime() - began);
                if (!answer.startsWith("{\"id\":\"")) {
                    throw BenchContext.notMeasured(
                            "A job was not accepted.", answer, "See why, and run it again.");
                }
            }
        } catch (IOException e) {
            throw noAnswer(e);
        }
        return took;
    }

    private JsonNode answer(HttpRequest request) throws InterruptedException {
        try {
            return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw noAnswer(e);
        }
    }

    private static Problem noAnswer(IOException cause) {
        return BenchContext.notMeasured(
                        "The server did not answer.",
                        cause.toString(),
                        "See its log, and run it again.")
                .causedBy(cause);
    }

    private void awaitAll(Server server) throws IOException, InterruptedException {
        HttpRequest request = server.request("/api/v1/workloads?limit=1").build();
        while (!answer(request).path("items").toString().equals("[]")) {
            server.pause(Duration.ofMillis(20));
        }
    }

    private int succeeded(Server server) throws InterruptedException {
        List<String> outcomes = new ArrayList<>();
        Optional<String> next = Optional.of("");
        while (next.isPresent()) {
            String after = next.get().isEmpty() ? "" : "&after=" + next.get();
            JsonNode page =
                    answer(
                            server.request(
                                            "/api/v1/events?kind=workload.succeeded&limit=500"
                                                    + after)
                                    .build());
            page.get("items")
                    .forEach(
                            event ->
                                    outcomes.add(
                                            event.get("body").path("outcome").stringValue("")));
            next = Optional.ofNullable(page.path("next").stringValue(null));
        }
        return (int) outcomes.stream().filter("succeeded"::equals).count();
    }
}
