package slipway.bench.http;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.bench.kit.Server;
import slipway.bench.kit.ServerLauncher;

/**
 * Measures the request pipeline: authentication, authorization, routing, JSON, headers and metrics. The limit is the
 * same Jetty that answers the same bytes and does nothing else ({@link BaselineServer}). Both servers run all the time
 * and are measured in turns, so that other load on the machine affects both. The client uses the same cores in both
 * turns.
 */
public final class HttpBench implements Bench {

    private static final int CONNECTIONS = 32;
    private static final String PATH = "/api/v1/me";

    /** Short, so that both rounds of a pair see the same load of the machine. */
    private static final Duration ROUND = Duration.ofSeconds(1);

    private static final double GOAL_SHARE = 0.6;
    private static final double GOAL_TAIL = 4;

    @Override
    public String name() {
        return "http";
    }

    @Override
    public String summary() {
        return "authorized GET of a small JSON resource over 32 connections, against bare Jetty";
    }

    /** The warm-up, and the number of rounds that count. */
    private record Plan(Duration warmUp, int rounds) {

        static Plan of(boolean quick) {
            return quick
                    ? new Plan(Duration.ofSeconds(9), 15)
                    : new Plan(Duration.ofSeconds(25), 75);
        }
    }

    /** One of the two servers: its rounds, and its processor time in them. */
    private record Side(String who, List<Load.Round> rounds, List<Duration> cpu) {

        Side(String who) {
            this(who, new ArrayList<>(), new ArrayList<>());
        }

        void run(Load load, ProcessHandle server) throws IOException {
            Duration before = server.info().totalCpuDuration().orElse(Duration.ZERO);
            rounds.add(load.run(ROUND));
            cpu.add(server.info().totalCpuDuration().orElse(Duration.ZERO).minus(before));
        }

        /** The median of the rounds, so that one disturbed round does not decide. */
        double rate() {
            return Samples.median(rounds.stream().map(Load.Round::perSecond).toList());
        }

        double waitMillis(double share) {
            return Samples.median(
                    rounds.stream().map(round -> round.waits().seconds(share) * 1e3).toList());
        }

        double tail() {
            return waitMillis(0.99) / waitMillis(0.5);
        }

        /** Processor time of the server per answer, in microseconds; nearly independent of other load. */
        double cpuMicros() {
            long answers = rounds.stream().mapToLong(Load.Round::answers).sum();
            return cpu.stream().mapToLong(Duration::toNanos).sum() / 1e3 / answers;
        }
    }

    /** Both servers, measured in turns. */
    private record Pairs(Side bare, Side ours) {

        /** The median over the pairs. */
        double share() {
            List<Double> shares = new ArrayList<>();
            for (int i = 0; i < ours.rounds().size(); i++) {
                shares.add(ours.rounds().get(i).perSecond() / bare.rounds().get(i).perSecond());
            }
            return Samples.median(shares);
        }
    }

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        ServerLauncher serverLauncher = ServerLauncher.launcher(place.checkout());
        serverLauncher.makeCache(place.fresh("warm"));
        try (Server server = Server.start(serverLauncher, place.fresh("data"))) {
            BenchmarkUser user = BenchmarkUser.to(server);
            byte[] body = user.get(PATH);
            try (BaselineServerProcess bare = BaselineServerProcess.start(place, body)) {
                place.say(
                        "GET %s, %d bytes of JSON, %d connections kept open; generator and server share %d cores",
                        PATH, body.length, CONNECTIONS, Runtime.getRuntime().availableProcessors());
                try (Load limit = load(user, bare.port(), body);
                        Load ours = load(user, server.port(), body)) {
                    Pairs pairs =
                            measure(place, new Loads(limit, bare.handle(), ours, server.handle()));
                    server.stop();
                    return result(place, pairs);
                }
            }
        }
    }

    /** Both get the same request, including the token. */
    private static Load load(BenchmarkUser user, int port, byte[] body) throws IOException {
        byte[] request = BenchmarkUser.request(user.token(), port, PATH, "application/json");
        return Load.connect(new Load.Target(port, request, body), CONNECTIONS);
    }

    /** The connections to both, and their processes. */
    private record Loads(Load bare, ProcessHandle bareServer, Load ours, ProcessHandle server) {

        void run(Pairs pairs) throws IOException {
            pairs.bare().run(bare, bareServer);
            pairs.ours().run(ours, server);
        }
    }

    private static Pairs measure(BenchContext place, Loads loads) throws IOException {
        Plan plan = Plan.of(place.quick());
        place.say(
                "Warming up for %d s each; then %d rounds of %d s each, in turns; load of the machine %.1f",
                plan.warmUp().toSeconds(), plan.rounds(), ROUND.toSeconds(), BenchContext.load());
        for (long i = 0; i < plan.warmUp().toSeconds(); i++) {
            loads.run(new Pairs(new Side("bare"), new Side("ours")));
        }
        var pairs = new Pairs(new Side("bare Jetty"), new Side("ours"));
        for (int i = 1; i <= plan.rounds(); i++) {
            loads.run(pairs);
            if (i % 5 == 0) {
                place.say(
                        "  %2d rounds: bare %,7.0f/s   ours %,7.0f/s   %.2f   load %.1f",
                        i,
                        pairs.bare().rate(),
                        pairs.ours().rate(),
                        pairs.share(),
                        BenchContext.load());
            }
        }
        return pairs;
    }

    private static Result result(BenchContext place, Pairs pairs) {
        Side ours = pairs.ours();
        Side bare = pairs.bare();
        place.say("");
        place.say(
                "%-22s %10s %10s %10s %8s %12s",
                "middle of the rounds", "answers/s", "p50 ms", "p99 ms", "p99/p50", "processor us");
        row(place, bare);
        row(place, ours);
        place.say(
                "%.0f %% of bare, pair by pair (goal >= %.0f %%), p99 %.1f x p50 (goal <= %.0f)",
                100 * pairs.share(), 100 * GOAL_SHARE, ours.tail(), GOAL_TAIL);
        return new Result(
                "http",
                new Result.Headline(ours.rate(), "answers/s", ">= 60 % of bare, p99 <= 4 x p50"),
                new Result.Anchor(
                        BenchContext.format("bare Jetty, same bytes %.0f/s", bare.rate()),
                        pairs.share()),
                pairs.share() >= GOAL_SHARE && ours.tail() <= GOAL_TAIL,
                Map.of(
                        "bare_per_s", bare.rate(),
                        "p50_ms", ours.waitMillis(0.5),
                        "p99_ms", ours.waitMillis(0.99),
                        "p99_by_p50", ours.tail(),
                        "bare_p99_by_p50", bare.tail(),
                        "cpu_us", ours.cpuMicros(),
                        "bare_cpu_us", bare.cpuMicros(),
                        "connections", CONNECTIONS,
                        "rounds", ours.rounds().size(),
                        "load", BenchContext.load()));
    }

    private static void row(BenchContext place, Side side) {
        place.say(
                "%-22s %,10.0f %10.3f %10.3f %8.1f %12.1f",
                side.who(),
                side.rate(),
                side.waitMillis(0.5),
                side.waitMillis(0.99),
                side.tail(),
                side.cpuMicros());
    }
}
