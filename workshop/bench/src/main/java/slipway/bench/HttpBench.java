package slipway.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the entrance costs: recognising a token, authorising, finding the route, making JSON, headers and measures. The
 * limit is the same Jetty that answers the same bytes and does nothing else ({@link Bare}). Both run all the time and
 * are asked in turns, so that a busy moment of the machine falls on both. The one who asks takes its share of the same
 * cores, of the bare server's as of ours.
 */
final class HttpBench implements Bench {

    private static final int CONNECTIONS = 32;
    private static final String PATH = "/api/v1/me";
    private static final double GOAL_SHARE = 0.6;
    private static final double GOAL_TAIL = 4;

    @Override
    public String name() {
        return "http";
    }

    @Override
    public String what() {
        return "authorised GET of a small JSON resource over 32 connections, against bare Jetty";
    }

    /** How long each is asked. */
    private record Plan(Duration warm, Duration round, int rounds) {

        static Plan of(boolean quick) {
            return quick
                    ? new Plan(Duration.ofSeconds(6), Duration.ofSeconds(3), 5)
                    : new Plan(Duration.ofSeconds(25), Duration.ofSeconds(6), 15);
        }
    }

    /** The rounds of both, in pairs. */
    private record Rounds(List<Load.Round> bare, List<Load.Round> ours) {

        double bareRate() {
            return Samples.middle(bare.stream().map(Load.Round::perSecond).toList());
        }

        double rate() {
            return Samples.middle(ours.stream().map(Load.Round::perSecond).toList());
        }

        /** The middle of the rounds, in milliseconds: one round beside a busy build does not decide. */
        double wait(List<Load.Round> rounds, double share) {
            return Samples.middle(
                    rounds.stream().map(round -> round.waits().seconds(share) * 1e3).toList());
        }
    }

    @Override
    public Result run(Workplace place) throws IOException, InterruptedException {
        Launch launch = Launch.launcher(place.house());
        launch.makeCache(place.fresh("warm"));
        try (Server server = Server.start(launch, place.fresh("data"))) {
            Newcomer somebody = Newcomer.to(server);
            byte[] body = somebody.get(PATH);
            try (BareServer bare = BareServer.start(place, body)) {
                place.say(
                        "GET %s, %d bytes of JSON, %d connections kept open; generator and server share %d cores",
                        PATH, body.length, CONNECTIONS, Runtime.getRuntime().availableProcessors());
                var ours =
                        new Load.Question(
                                server.port(), somebody.request(PATH, "application/json"), body);
                var limit =
                        new Load.Question(
                                bare.port(),
                                Newcomer.request(
                                        somebody.token(), bare.port(), PATH, "application/json"),
                                body);
                Rounds rounds = measure(place, limit, ours);
                server.stop();
                return result(place, rounds);
            }
        }
    }

    private static Rounds measure(Workplace place, Load.Question limit, Load.Question ours)
            throws IOException {
        Plan plan = Plan.of(place.quick());
        try (Load bare = Load.connect(limit, CONNECTIONS);
                Load own = Load.connect(ours, CONNECTIONS)) {
            place.say(
                    "Warming up for %d s each; then %d rounds of %d s each, in turns; load of the machine %.1f",
                    plan.warm().toSeconds(),
                    plan.rounds(),
                    plan.round().toSeconds(),
                    machineLoad());
            warm(bare, own, plan);
            var rounds = new Rounds(new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < plan.rounds(); i++) {
                Load.Round first = bare.run(plan.round());
                Load.Round second = own.run(plan.round());
                rounds.bare().add(first);
                rounds.ours().add(second);
                place.say(
                        "  bare %,7.0f/s   ours %,7.0f/s   %.2f   load %.1f",
                        first.perSecond(),
                        second.perSecond(),
                        second.perSecond() / first.perSecond(),
                        machineLoad());
            }
            return rounds;
        }
    }

    /** In slices, so that no connection is silent for longer than a server allows. */
    private static void warm(Load bare, Load own, Plan plan) throws IOException {
        Duration slice = Duration.ofSeconds(1);
        for (long i = 0; i < plan.warm().toSeconds(); i++) {
            bare.run(slice);
            own.run(slice);
        }
    }

    /** How many wanted to run in the last minute, by the system's count. */
    static double machineLoad() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static Result result(Workplace place, Rounds rounds) {
        double bare = rounds.bareRate();
        double ours = rounds.rate();
        double middle = rounds.wait(rounds.ours(), 0.5);
        double slow = rounds.wait(rounds.ours(), 0.99);
        place.say("");
        place.say(
                "%-26s %12s %10s %10s %8s",
                "middle of the rounds", "answers/s", "p50 ms", "p99 ms", "p99/p50");
        row(place, rounds, "bare Jetty", rounds.bare());
        row(place, rounds, "ours", rounds.ours());
        place.say(
                "%.0f %% of bare (goal >= %.0f %%), p99 %.1f x p50 (goal <= %.0f)",
                100 * ours / bare, 100 * GOAL_SHARE, slow / middle, GOAL_TAIL);
        return new Result(
                "http",
                new Result.Headline(ours, "answers/s", ">= 60 % of bare, p99 <= 4 x p50"),
                new Result.Anchor(
                        Workplace.text("bare Jetty, same bytes %.0f/s", bare), ours / bare),
                ours / bare >= GOAL_SHARE && slow / middle <= GOAL_TAIL,
                Map.of(
                        "bare_per_s",
                        bare,
                        "p50_ms",
                        middle,
                        "p99_ms",
                        slow,
                        "p99_by_p50",
                        slow / middle,
                        "bare_p50_ms",
                        rounds.wait(rounds.bare(), 0.5),
                        "bare_p99_ms",
                        rounds.wait(rounds.bare(), 0.99),
                        "connections",
                        CONNECTIONS,
                        "rounds",
                        rounds.ours().size(),
                        "load",
                        machineLoad()));
    }

    private static void row(Workplace place, Rounds rounds, String who, List<Load.Round> measured) {
        double middle = rounds.wait(measured, 0.5);
        double slow = rounds.wait(measured, 0.99);
        place.say(
                "%-26s %,12.0f %10.3f %10.3f %8.1f",
                who,
                Samples.middle(measured.stream().map(Load.Round::perSecond).toList()),
                middle,
                slow,
                slow / middle);
    }
}
