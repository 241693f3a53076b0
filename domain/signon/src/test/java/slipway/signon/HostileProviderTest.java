package slipway.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.ProblemCode;

/** What a provider can do to us beside its tokens: lie about itself, send us elsewhere, say too much or nothing. */
@Tag("network")
class HostileProviderTest {

    private static final String DISCOVERY = HostileProvider.DISCOVERY;
    private static final String TOKEN = HostileProvider.TOKEN;
    private static final String KEYS = HostileProvider.KEYS;

    private final Visit visit = new Visit();

    @AfterEach
    void close() {
        visit.close();
    }

    @Test
    void a_document_about_another_issuer_is_refused() {
        assertThat(whyBegin(document -> document.put("issuer", "https://evil.example")))
                .endsWith("letter for letter.");
        assertThat(whyBegin(document -> document.put("issuer", visit.provider.issuer() + "/")))
                .endsWith("letter for letter.");
        assertThat(whyBegin(document -> document.remove("issuer"))).endsWith("letter for letter.");
    }

    @Test
    void endpoints_stay_on_the_host_of_the_issuer() {
        for (String key : List.of("authorization_endpoint", "token_endpoint", "jwks_uri")) {
            for (String elsewhere :
                    List.of(
                            "https://evil.example/token",
                            "http://localhost:1/token",
                            "http://169.254.169.254/latest",
                            "file:///etc/passwd",
                            "//localhost/token",
                            "http://ana@" + host() + "/token",
                            "http://" + host() + "/token#x",
                            "not an address")) {
                assertThat(whyBegin(document -> document.put(key, elsewhere)))
                        .as(elsewhere)
                        .contains("names no " + key);
            }
            assertThat(whyBegin(document -> document.remove(key))).contains("names no " + key);
        }
    }

    @Test
    void a_provider_without_pkce_is_refused() {
        assertEquals(
                "It does not offer PKCE with S256.",
                whyBegin(
                        document ->
                                document.put(
                                        "code_challenge_methods_supported", List.of("plain"))));
    }

    @Test
    void answers_that_are_too_long_too_deep_doubled_or_no_json_are_refused() {
        String huge = "{\"x\":\"" + "x".repeat(300_000) + "\"}";
        assertEquals("Its discovery document answers with more than 262 kB.", whyBegin(huge));
        String notPlain = "Its discovery document does not answer with one plain JSON object.";
        assertEquals(notPlain, whyBegin("{\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"));
        assertEquals(notPlain, whyBegin("{\"issuer\":\"a\",\"issuer\":\"b\"}"));
        assertEquals(notPlain, whyBegin("<html>sign in</html>"));
        assertEquals(notPlain, whyBegin("[]"));
        assertEquals(notPlain, whyBegin(""));
        assertEquals(notPlain, whyBegin("{} {}"));
    }

    @Test
    void a_status_that_is_not_200_is_refused() {
        visit.provider.answers(DISCOVERY, 500, "{}");
        assertEquals("Its discovery document answers with status 500.", whyBegin().why());
    }

    @Test
    void redirects_are_not_followed_anywhere() {
        try (var elsewhere = new HostileProvider()) {
            elsewhere.answers(TOKEN, Map.of("id_token", "x"));
            visit.provider.redirects(TOKEN, elsewhere.issuer() + TOKEN);
            Problem problem = visit.refused(visit.begin());
            assertEquals("Its token endpoint redirects, which is not followed.", problem.why());
            visit.provider.redirects(KEYS, elsewhere.issuer() + KEYS);
            Visit.Way way = visit.begin();
            visit.gives(Forge.rs256(visit.claims(way)));
            assertEquals(
                    "Its list of keys redirects, which is not followed.", visit.refused(way).why());
            visit.clock.forward(Duration.ofHours(2));
            visit.provider.redirects(DISCOVERY, elsewhere.issuer() + DISCOVERY);
            assertEquals(
                    "Its discovery document redirects, which is not followed.", whyBegin().why());
            assertEquals(
                    0,
                    elsewhere.timesAsked(TOKEN)
                            + elsewhere.timesAsked(KEYS)
                            + elsewhere.timesAsked(DISCOVERY));
        }
    }

    @Test
    void silence_and_an_answer_that_never_ends_are_not_waited_for() {
        try (var hurried = new Visit(new ProviderClient.Limits(Duration.ofMillis(300), 1_000))) {
            hurried.provider.keepsSilent(DISCOVERY);
            Problem silent = assertThrows(Problem.class, () -> hurried.signOn.begin("/"));
            assertEquals(SignOnProblems.UNREACHABLE, silent.code());
            assertThat(silent.why()).startsWith("Its discovery document did not answer within");
            hurried.provider.drips(DISCOVERY, "{\"issuer\":");
            hurried.clock.forward(Duration.ofMinutes(1));
            Problem dripping = assertThrows(Problem.class, () -> hurried.signOn.begin("/"));
            assertThat(dripping.why()).startsWith("Its discovery document did not answer within");
        }
    }

    @Test
    void a_few_are_asked_about_at_a_time_and_all_are_let_go_at_the_end()
            throws InterruptedException {
        visit.provider.keepsSilent(TOKEN);
        var let = new CountDownLatch(16);
        for (int i = 0; i < 16; i++) {
            Visit.Way way = visit.begin();
            Thread.ofVirtual()
                    .start(
                            () -> {
                                assertEquals(SignOnProblems.UNREACHABLE, visit.refused(way).code());
                                let.countDown();
                            });
        }
        visit.provider.awaitWaiting(16);
        assertEquals(SignOnProblems.BUSY, visit.refused(visit.begin()).code());
        visit.signOn.close();
        let.await();
    }

    @Test
    void nobody_there_is_told_as_such() throws IOException {
        // Bound but not listening: nobody else can take the port, and nobody answers there.
        try (var bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var nobody =
                    OidcProvider.of(
                            "http://127.0.0.1:" + bound.getLocalPort(), "slipway", Hands.REDIRECT);
            try (var signOn = new SignOn(nobody, Hands.KEY, visit.clock, Hands.dice())) {
                Problem problem = assertThrows(Problem.class, () -> signOn.begin("/"));
                assertEquals(SignOnProblems.UNREACHABLE, problem.code());
                assertEquals("Nothing answers there, or the name is unknown.", problem.why());
            }
        }
    }

    @Test
    void the_document_is_read_once_an_hour() {
        visit.begin();
        visit.clock.forward(Duration.ofMinutes(59));
        visit.begin();
        assertEquals(1, visit.provider.timesAsked(DISCOVERY));
        visit.clock.forward(Duration.ofMinutes(1));
        visit.begin();
        assertEquals(2, visit.provider.timesAsked(DISCOVERY));
    }

    @Test
    void a_provider_in_trouble_is_asked_again_only_after_a_pause() {
        visit.provider.answers(DISCOVERY, 503, "");
        for (int i = 0; i < 50; i++) {
            assertEquals("Its discovery document answers with status 503.", whyBegin().why());
        }
        assertEquals(1, visit.provider.timesAsked(DISCOVERY));
        visit.provider.answers(DISCOVERY, visit.provider.discovery());
        visit.clock.forward(Duration.ofSeconds(10));
        visit.begin();
        assertEquals(2, visit.provider.timesAsked(DISCOVERY));
    }

    @Test
    void a_storm_of_unknown_keys_makes_us_ask_once_a_minute() {
        for (int minute = 0; minute < 3; minute++) {
            for (int i = 0; i < 20; i++) {
                refusedWithKid("made-up-" + minute + "-" + i);
            }
            visit.clock.forward(Duration.ofMinutes(1));
        }
        // The first fetch is fresh, so the unknown keys of the first minute lead to none.
        assertEquals(3, visit.provider.timesAsked(KEYS));
    }

    @Test
    void a_key_that_is_new_at_the_provider_is_found() {
        Visit.Way before = visit.begin();
        visit.gives(Forge.rs256(visit.claims(before)));
        visit.finish(before);
        visit.provider.publishes(Forge.OTHER_RSA.toPublicJWK());
        visit.clock.forward(Duration.ofMinutes(1));
        Visit.Way after = visit.begin();
        visit.gives(
                Forge.rsa(
                        Forge.header("RS256", "other"),
                        Forge.json(visit.claims(after)),
                        Forge.OTHER_RSA));
        assertEquals("subject-1", visit.finish(after).subject());
        assertEquals(2, visit.provider.timesAsked(KEYS));
    }

    @Test
    void odd_keys_are_passed_over() {
        String good = Forge.RSA.toPublicJWK().toString();
        visit.provider.answers(
                KEYS,
                "{\"keys\":[1,null,{},{\"kty\":\"oct\",\"k\":\"AA\"},{\"kty\":\"RSA\",\"n\":7},"
                        + "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"},"
                        + "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AA\"},"
                        + good
                        + "]}");
        Visit.Way way = visit.begin();
        visit.gives(Forge.rs256(visit.claims(way)));
        assertEquals("subject-1", visit.finish(way).subject());
    }

    @Test
    void an_answer_without_an_id_token_is_refused() {
        visit.provider.answers(TOKEN, Map.of("access_token", "x"));
        assertEquals(
                "Its token endpoint gives no ID token; the scope openid may be missing there.",
                refusedBy(SignOnProblems.MISBEHAVES));
        visit.provider.answers(TOKEN, Map.of("id_token", 7));
        refusedBy(SignOnProblems.MISBEHAVES);
        visit.provider.answers(TOKEN, "{\"id_token\":\"a\",\"id_token\":\"b\"}");
        refusedBy(SignOnProblems.MISBEHAVES);
        visit.provider.answers(TOKEN, "{\"id_token\":\"" + "x".repeat(300_000) + "\"}");
        refusedBy(SignOnProblems.MISBEHAVES);
        visit.provider.answers(TOKEN, 500, "oops");
        refusedBy(SignOnProblems.MISBEHAVES);
    }

    @Test
    void refusals_of_the_token_endpoint_are_told_apart_and_only_words_are_repeated() {
        visit.provider.answers(TOKEN, 400, "{\"error\":\"invalid_grant\"}");
        refusedBy(SignOnProblems.CODE_REFUSED);
        visit.provider.answers(TOKEN, 401, "{\"error\":\"invalid_client\"}");
        assertEquals("It says invalid_client.", refusedBy(SignOnProblems.CLIENT_REFUSED));
        visit.provider.answers(TOKEN, 400, "{\"error\":\"<script>" + Visit.CODE + "\"}");
        assertEquals(
                "It says no reason that could be shown.", refusedBy(SignOnProblems.CLIENT_REFUSED));
    }

    private String refusedBy(ProblemCode problemCode) {
        Problem problem = visit.refused(visit.begin());
        assertEquals(problemCode, problem.code());
        assertThat(problem.getMessage()).doesNotContain(Visit.CODE);
        return problem.why();
    }

    private void refusedWithKid(String kid) {
        Visit.Way way = visit.begin();
        visit.gives(
                Forge.rsa(Forge.header("RS256", kid), Forge.json(visit.claims(way)), Forge.RSA));
        assertEquals(SignOnProblems.TOKEN_REFUSED, visit.refused(way).code());
    }

    private String whyBegin(Consumer<Map<String, Object>> change) {
        Map<String, Object> document = visit.provider.discovery();
        change.accept(document);
        return whyBegin(Forge.json(document));
    }

    private String whyBegin(String document) {
        visit.clock.forward(Duration.ofHours(2));
        visit.provider.answers(DISCOVERY, document);
        return whyBegin().why();
    }

    private Problem whyBegin() {
        Problem problem = assertThrows(Problem.class, () -> visit.signOn.begin("/"));
        assertEquals(SignOnProblems.MISBEHAVES, problem.code());
        return problem;
    }

    private String host() {
        return visit.provider.issuer().substring("http://".length());
    }
}
