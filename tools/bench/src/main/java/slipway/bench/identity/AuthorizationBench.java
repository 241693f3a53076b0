package slipway.bench.identity;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.TeamId;
import slipway.bench.kit.Bench;
import slipway.bench.kit.BenchContext;
import slipway.bench.kit.Result;
import slipway.bench.kit.Samples;
import slipway.identity.AccessControl;
import slipway.identity.Principal;

/**
 * Measures the authorization check, from the token's text to allow or deny: 10,000 users, 30,000 tokens, 1,000 teams.
 * The journal is closed before anything is measured, so a check that read the database would fail. Every answer is
 * compared with the one that follows from the creation of the users. Rates are per second of processor time.
 *
 * <p>Every round also measures the lower bound of any check of a stored HMAC: the JDK's own HMAC-SHA-256 of the same
 * text and a look-up of its public part in a hash map.
 *
 * <p>Then a server runs on the data, and a user with many tokens and streams is disabled ({@link
 * RevocationMeasurement}).
 */
public final class AuthorizationBench implements Bench {

    private static final double ENOUGH = 500_000;
    private static final double MAX_REVOCATION_SECONDS = 1;
    private static final int LOOK_AT_CLOCK = 256;

    @Override
    public String name() {
        return "identity";
    }

    @Override
    public String summary() {
        return "authorization checks per second and core; how soon a disabled user's streams end";
    }

    /** The result of one round in checks per second: one core, all cores, refused tokens, and the lower bound. */
    private record Round(double one, double all, double refusedTokens, double lowerBound) {}

    @Override
    public Result run(BenchContext place) throws IOException, InterruptedException {
        Duration time = place.quick() ? Duration.ofSeconds(1) : Duration.ofSeconds(4);
        Path data = place.fresh("identity");
        long start = System.nanoTime();
        SyntheticOrganization populace = SyntheticOrganization.create(data);
        place.say(
                "%,d users, %,d tokens, %,d teams, made in %.1f s. The journal is closed.",
                populace.accessControl().directory().users().size(),
                populace.accessControl().directory().tokens().size(),
                populace.accessControl().directory().teams().size(),
                (System.nanoTime() - start) / 1e9);
        int cores = Runtime.getRuntime().availableProcessors();
        for (int i = 0; i < 3; i++) {
            round(populace, cores, Duration.ofSeconds(1));
        }
        place.say(
                "%12s %12s %12s %12s %8s",
                "one core", "all cores", "refused", "HMAC alone", "ratio");
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < (place.quick() ? 5 : 9); i++) {
            Round round = round(populace, cores, time);
            rounds.add(round);
            place.say(
                    "%,12.0f %,12.0f %,12.0f %,12.0f %8.2f",
                    round.one(),
                    round.all(),
                    round.refusedTokens(),
                    round.lowerBound(),
                    round.one() / round.lowerBound());
        }
        RevocationMeasurement.Outcome end = RevocationMeasurement.measure(place, data);
        place.say(
                "A user with %,d tokens and %d streams was disabled in %.3f s: streams ended after %.3f s,"
                        + " every token was refused after %.3f s.",
                RevocationMeasurement.TOKENS,
                RevocationMeasurement.STREAMS,
                end.answered(),
                end.streamsEnded(),
                end.tokensRefused());
        return result(rounds, cores, end);
    }

    private static Round round(SyntheticOrganization populace, int cores, Duration time)
            throws InterruptedException {
        double least = rate(time, new LowerBound(populace));
        double one = rate(time, new Checks(populace, 1));
        double refused = rate(time.dividedBy(4), new UnknownTokens(populace));
        double all = 0;
        // Virtual threads do not know their processor time.
        try (var threads = Executors.newFixedThreadPool(cores)) {
            List<Callable<Double>> tasks =
                    IntStream.range(0, cores)
                            .mapToObj(
                                    core ->
                                            (Callable<Double>)
                                                    () -> rate(time, new Checks(populace, core)))
                            .toList();
            for (Future<Double> done : threads.invokeAll(tasks)) {
                all += done.resultNow();
            }
        }
        return new Round(one, all, refused, least);
    }

    /** Work that is repeated; wrong answers end the measurement. */
    private interface Work {
        void once();
    }

    /** Measured in processor time, not wall time, so that other load does not count. */
    private static double rate(Duration time, Work work) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = System.nanoTime() + time.toNanos();
        long start = threads.getCurrentThreadCpuTime();
        long done = 0;
        do {
            for (int i = 0; i < LOOK_AT_CLOCK; i++) {
                work.once();
            }
            done += LOOK_AT_CLOCK;
        } while (System.nanoTime() < end);
        return done
                * (double) TimeUnit.SECONDS.toNanos(1)
                / (threads.getCurrentThreadCpuTime() - start);
    }

    /** A token that is known, at a team that its owner may or may not write secrets in. */
    private static final class Checks implements Work {

        private final SyntheticOrganization populace;
        private final AccessControl accessControl;
        private final Instant now;
        private final SplittableRandom random;

        Checks(SyntheticOrganization populace, int seed) {
            this.populace = populace;
            this.accessControl = populace.accessControl();
            this.now = populace.now();
            this.random = new SplittableRandom(seed);
        }

        @Override
        public void once() {
            int holder = random.nextInt(populace.tokens().size());
            int team =
                    random.nextInt(4) == 0
                            ? random.nextInt(SyntheticOrganization.TEAMS)
                            : populace.teamOf(holder);
            Principal principal = accessControl.authenticate(populace.tokens().get(holder), now);
            boolean may = principal.may(Permission.SECRETS_WRITE, populace.team(team));
            if (may != populace.expected(holder, team)) {
                throw new IllegalStateException(
                        principal + " may " + may + " in " + populace.team(team));
            }
        }
    }

    /** A known token with one character changed. */
    private static final class UnknownTokens implements Work {

        private final SyntheticOrganization populace;
        private final SplittableRandom random = new SplittableRandom(7);

        UnknownTokens(SyntheticOrganization populace) {
            this.populace = populace;
        }

        @Override
        public void once() {
            String text = populace.tokens().get(random.nextInt(populace.tokens().size()));
            String wrong =
                    text.substring(0, 20)
                            + (text.charAt(20) == 'x' ? 'y' : 'x')
                            + text.substring(21);
            try {
                populace.accessControl().authenticate(wrong, populace.now());
            } catch (Problem expected) {
                return;
            }
            throw new IllegalStateException("A wrong token was taken");
        }
    }

    /** HMAC and hash map, without our code. */
    private static final class LowerBound implements Work {

        private final SyntheticOrganization populace;
        private final Map<String, TeamId> byId = new HashMap<>();
        private final Mac mac;
        private final SplittableRandom random = new SplittableRandom(3);

        LowerBound(SyntheticOrganization populace) {
            this.populace = populace;
            for (int i = 0; i < populace.tokens().size(); i++) {
                byId.put(id(populace.tokens().get(i)), populace.team(populace.teamOf(i)));
            }
            try {
                mac = Mac.getInstance("HmacSHA256");
                mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("Every Java has it", e);
            }
        }

        private static String id(String text) {
            return text.substring(8, 16);
        }

        @Override
        public void once() {
            String text = populace.tokens().get(random.nextInt(populace.tokens().size()));
            if (mac.doFinal(text.getBytes(ISO_8859_1)).length != 32
                    || !byId.containsKey(id(text))) {
                throw new IllegalStateException("Nothing was found");
            }
        }
    }

    private static Result result(List<Round> rounds, int cores, RevocationMeasurement.Outcome end) {
        double one = Samples.median(rounds.stream().map(Round::one).toList());
        double least = Samples.median(rounds.stream().map(Round::lowerBound).toList());
        double all = Samples.median(rounds.stream().map(Round::all).toList());
        Map<String, Object> more = new HashMap<>();
        more.put("slowest_round", rounds.stream().mapToDouble(Round::one).min().orElse(0));
        more.put("all_cores", all);
        more.put("per_core_when_all_work", all / cores);
        more.put("cores", cores);
        more.put(
                "refused_per_second",
                Samples.median(rounds.stream().map(Round::refusedTokens).toList()));
        more.put("hmac_and_map_per_second", least);
        more.put("database_reads", 0);
        more.put("disable_streams_ended_s", end.streamsEnded());
        more.put("disable_tokens_refused_s", end.tokensRefused());
        return new Result(
                "identity",
                new Result.Headline(
                        one,
                        "checks/s per core",
                        ">= 500000, and a disabled user's streams end in 1 s"),
                new Result.Anchor(
                        "the JDK's HMAC-SHA-256 of the text and a hash map, one core", one / least),
                one >= ENOUGH && end.streamsEnded() <= MAX_REVOCATION_SECONDS,
                more);
    }
}
