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

/** Attacks of a provider apart from its tokens: wrong metadata, redirects, oversized answers, no answer. */
@Tag("network")
class HostileProviderTest {

    private static final String DISCOVERY = HostileProvider.DISCOVERY;
    private static final String TOKEN = HostileProvider.TOKEN;
    private static final String KEYS = HostileProvider.KEYS;

    private final SignOnFixture fixture = new SignOnFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void a_document_about_another_issuer_is_refused() {
        assertThat(startFailure(document -> document.put("issuer", "https://evil.example")))
                .endsWith("character for character.");
        assertThat(
                        startFailure(
                                document ->
                                        document.put("issuer", fixture.provider.issuer() + "/")))
                .endsWith("character for character.");
        assertThat(startFailure(document -> document.remove("issuer")))
                .endsWith("character for character.");
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
                assertThat(startFailure(document -> document.put(key, elsewhere)))
                        .as(elsewhere)
                        .contains("names no " + key);
            }
            assertThat(startFailure(document -> document.remove(key))).contains("names no " + key);
        }
    }

    @Test
    void a_provider_without_pkce_is_refused() {
        assertEquals(
                "It does not offer PKCE with S256.",
                startFailure(
                        document ->
                                document.put(
                                        "code_challenge_methods_supported", List.of("plain"))));
    }

    @Test
    void answers_that_are_too_long_too_deep_doubled_or_no_json_are_refused() {
        String huge = "{\"x\":\"" + "x".repeat(300_000) + "\"}";
        assertEquals("Its discovery document answers with more than 262 kB.", startFailure(huge));
        String notPlain = "Its discovery document does not answer with exactly one JSON object.";
        assertEquals(
                notPlain, startFailure("{\"x\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"));
        assertEquals(notPlain, startFailure("{\"issuer\":\"a\",\"issuer\":\"b\"}"));
        assertEquals(notPlain, startFailure("<html>sign in</html>"));
        assertEquals(notPlain, startFailure("[]"));
        assertEquals(notPlain, startFailure(""));
        assertEquals(notPlain, startFailure("{} {}"));
    }

    @Test
    void a_status_that_is_not_200_is_refused() {
        fixture.provider.answers(DISCOVERY, 500, "{}");
        assertEquals("Its discovery document answers with status 500.", startFailure().why());
    }

    @Test
    void redirects_are_not_followed_anywhere() {
        try (var elsewhere = new HostileProvider()) {
            elsewhere.answers(TOKEN, Map.of("id_token", "x"));
            fixture.provider.redirects(TOKEN, elsewhere.issuer() + TOKEN);
            Problem problem = fixture.refused(fixture.begin());
            assertEquals("Its token endpoint redirects, which is not followed.", problem.why());
            fixture.provider.redirects(KEYS, elsewhere.issuer() + KEYS);
            SignOnFixture.Flow flow = fixture.begin();
            fixture.providerReturns(TokenForge.rs256(fixture.claims(flow)));
            assertEquals(
                    "Its list of keys redirects, which is not followed.",
                    fixture.refused(flow).why());
            fixture.clock.forward(Duration.ofHours(2));
            fixture.provider.redirects(DISCOVERY, elsewhere.issuer() + DISCOVERY);
            assertEquals(
                    "Its discovery document redirects, which is not followed.",
                    startFailure().why());
            assertEquals(
                    0,
                    elsewhere.requestCount(TOKEN)
                            + elsewhere.requestCount(KEYS)
                            + elsewhere.requestCount(DISCOVERY));
        }
    }

    @Test
    void an_answer_that_does_not_come_or_does_not_end_times_out() {
        try (var hurried =
                new SignOnFixture(new ProviderClient.Limits(Duration.ofMillis(300), 1_000))) {
            hurried.provider.neverAnswers(DISCOVERY);
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
    void concurrent_code_exchanges_are_limited_and_end_on_close() throws InterruptedException {
        fixture.provider.neverAnswers(TOKEN);
        var let = new CountDownLatch(16);
        for (int i = 0; i < 16; i++) {
            SignOnFixture.Flow flow = fixture.begin();
            Thread.ofVirtual()
                    .start(
                            () -> {
                                assertEquals(
                                        SignOnProblems.UNREACHABLE, fixture.refused(flow).code());
                                let.countDown();
                            });
        }
        fixture.provider.awaitWaiting(16);
        assertEquals(SignOnProblems.BUSY, fixture.refused(fixture.begin()).code());
        fixture.signOn.close();
        let.await();
    }

    @Test
    void a_refused_connection_is_reported_as_such() throws IOException {
        // Bound but not listening: no other process can take the port, and connections are refused.
        try (var bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var unreachable =
                    OidcProvider.of(
                            "http://127.0.0.1:" + bound.getLocalPort(),
                            "slipway",
                            SignOnValues.REDIRECT);
            try (var signOn =
                    new SignOn(
                            unreachable, SignOnValues.KEY, fixture.clock, SignOnValues.random())) {
                Problem problem = assertThrows(Problem.class, () -> signOn.begin("/"));
                assertEquals(SignOnProblems.UNREACHABLE, problem.code());
                assertEquals(
                        "The connection was refused, or the host name is unknown.", problem.why());
            }
        }
    }

    @Test
    void the_document_is_read_once_an_hour() {
        fixture.begin();
        fixture.clock.forward(Duration.ofMinutes(59));
        fixture.begin();
        assertEquals(1, fixture.provider.requestCount(DISCOVERY));
        fixture.clock.forward(Duration.ofMinutes(1));
        fixture.begin();
        assertEquals(2, fixture.provider.requestCount(DISCOVERY));
    }

    @Test
    void a_failing_provider_is_called_again_only_after_a_pause() {
        fixture.provider.answers(DISCOVERY, 503, "");
        for (int i = 0; i < 50; i++) {
            assertEquals("Its discovery document answers with status 503.", startFailure().why());
        }
        assertEquals(1, fixture.provider.requestCount(DISCOVERY));
        fixture.provider.answers(DISCOVERY, fixture.provider.discovery());
        fixture.clock.forward(Duration.ofSeconds(10));
        fixture.begin();
        assertEquals(2, fixture.provider.requestCount(DISCOVERY));
    }

    @Test
    void tokens_with_unknown_keys_cause_one_key_request_per_minute() {
        for (int minute = 0; minute < 3; minute++) {
            for (int i = 0; i < 20; i++) {
                refusedWithKid("made-up-" + minute + "-" + i);
            }
            fixture.clock.forward(Duration.ofMinutes(1));
        }
        // The keys of the first request are fresh, so the first minute causes no second request.
        assertEquals(3, fixture.provider.requestCount(KEYS));
    }

    @Test
    void a_new_key_of_the_provider_is_found() {
        SignOnFixture.Flow before = fixture.begin();
        fixture.providerReturns(TokenForge.rs256(fixture.claims(before)));
        fixture.complete(before);
        fixture.provider.publishes(TokenForge.OTHER_RSA.toPublicJWK());
        fixture.clock.forward(Duration.ofMinutes(1));
        SignOnFixture.Flow after = fixture.begin();
        fixture.providerReturns(
                TokenForge.rsa(
                        TokenForge.header("RS256", "other"),
                        TokenForge.json(fixture.claims(after)),
                        TokenForge.OTHER_RSA));
        assertEquals("subject-1", fixture.complete(after).subject());
        assertEquals(2, fixture.provider.requestCount(KEYS));
    }

    @Test
    void unusable_keys_are_skipped() {
        String good = TokenForge.RSA.toPublicJWK().toString();
        fixture.provider.answers(
                KEYS,
                "{\"keys\":[1,null,{},{\"kty\":\"oct\",\"k\":\"AA\"},{\"kty\":\"RSA\",\"n\":7},"
                        + "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\"},"
                        + "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AA\"},"
                        + good
                        + "]}");
        SignOnFixture.Flow flow = fixture.begin();
        fixture.providerReturns(TokenForge.rs256(fixture.claims(flow)));
        assertEquals("subject-1", fixture.complete(flow).subject());
    }

    @Test
    void an_answer_without_an_id_token_is_refused() {
        fixture.provider.answers(TOKEN, Map.of("access_token", "x"));
        assertEquals(
                "Its token endpoint returns no ID token; its client may lack the scope openid.",
                refusedBy(SignOnProblems.BAD_ANSWER));
        fixture.provider.answers(TOKEN, Map.of("id_token", 7));
        refusedBy(SignOnProblems.BAD_ANSWER);
        fixture.provider.answers(TOKEN, "{\"id_token\":\"a\",\"id_token\":\"b\"}");
        refusedBy(SignOnProblems.BAD_ANSWER);
        fixture.provider.answers(TOKEN, "{\"id_token\":\"" + "x".repeat(300_000) + "\"}");
        refusedBy(SignOnProblems.BAD_ANSWER);
        fixture.provider.answers(TOKEN, 500, "oops");
        refusedBy(SignOnProblems.BAD_ANSWER);
    }

    @Test
    void errors_of_the_token_endpoint_are_distinguished_and_only_error_codes_are_shown() {
        fixture.provider.answers(TOKEN, 400, "{\"error\":\"invalid_grant\"}");
        refusedBy(SignOnProblems.CODE_REFUSED);
        fixture.provider.answers(TOKEN, 401, "{\"error\":\"invalid_client\"}");
        assertEquals("It reports invalid_client.", refusedBy(SignOnProblems.CLIENT_REFUSED));
        fixture.provider.answers(TOKEN, 400, "{\"error\":\"<script>" + SignOnFixture.CODE + "\"}");
        assertEquals(
                "It reports a reason that cannot be shown.",
                refusedBy(SignOnProblems.CLIENT_REFUSED));
    }

    private String refusedBy(ProblemCode problemCode) {
        Problem problem = fixture.refused(fixture.begin());
        assertEquals(problemCode, problem.code());
        assertThat(problem.getMessage()).doesNotContain(SignOnFixture.CODE);
        return problem.why();
    }

    private void refusedWithKid(String kid) {
        SignOnFixture.Flow flow = fixture.begin();
        fixture.providerReturns(
                TokenForge.rsa(
                        TokenForge.header("RS256", kid),
                        TokenForge.json(fixture.claims(flow)),
                        TokenForge.RSA));
        assertEquals(SignOnProblems.TOKEN_REFUSED, fixture.refused(flow).code());
    }

    private String startFailure(Consumer<Map<String, Object>> change) {
        Map<String, Object> document = fixture.provider.discovery();
        change.accept(document);
        return startFailure(TokenForge.json(document));
    }

    private String startFailure(String document) {
        fixture.clock.forward(Duration.ofHours(2));
        fixture.provider.answers(DISCOVERY, document);
        return startFailure().why();
    }

    private Problem startFailure() {
        Problem problem = assertThrows(Problem.class, () -> fixture.signOn.begin("/"));
        assertEquals(SignOnProblems.BAD_ANSWER, problem.code());
        return problem;
    }

    private String host() {
        return fixture.provider.issuer().substring("http://".length());
    }
}
