package slipway.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;

/** The flow: the requests, the responses, and attacks from between. */
@Tag("network")
class SignOnTest {

    private final SignOnFixture fixture = new SignOnFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void the_authorization_request_has_exactly_the_required_parameters() {
        SignOn.Started started = fixture.signOn.begin("/");
        Map<String, String> asked = SignOnValues.query(started.redirect());
        assertThat(started.redirect().toString())
                .startsWith(fixture.provider.issuer() + "/authorize?tenant=1&");
        assertThat(asked)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "slipway")
                .containsEntry("redirect_uri", SignOnValues.REDIRECT.toString())
                .containsEntry("scope", "openid profile email")
                .containsEntry("code_challenge_method", "S256")
                .containsOnlyKeys(
                        "tenant",
                        "response_type",
                        "client_id",
                        "redirect_uri",
                        "scope",
                        "state",
                        "nonce",
                        "code_challenge",
                        "code_challenge_method");
        assertEquals(Duration.ofMinutes(10), started.maxAge());
        assertThat(started.cookie()).matches("[A-Za-z0-9_-]{100,3000}");
    }

    @Test
    void a_return_address_that_leads_elsewhere_is_replaced_by_home() {
        SignOn.Started started = fixture.signOn.begin("//evil.example/runs");
        var flow = new SignOnFixture.Flow(started.cookie(), SignOnValues.query(started.redirect()));
        fixture.providerReturns(TokenForge.rs256(fixture.claims(flow)));
        assertEquals("/", fixture.signOn.complete(flow.cookie(), flow.callback()).returnTo());
    }

    @Test
    void no_two_flows_share_a_secret() {
        SignOnFixture.Flow one = fixture.begin();
        SignOnFixture.Flow other = fixture.begin();
        for (String key : List.of("state", "nonce", "code_challenge")) {
            assertThat(one.authorizationQuery().get(key))
                    .isNotEqualTo(other.authorizationQuery().get(key))
                    .hasSize(43);
        }
    }

    @Test
    void a_public_client_sends_its_id_and_verifier_in_the_form() {
        completeFlow();
        HostileProvider.ReceivedRequest asked =
                fixture.provider.requests(HostileProvider.TOKEN).getFirst();
        assertEquals("", asked.authorization());
        assertThat(asked.body())
                .contains(
                        "grant_type=authorization_code",
                        "client_id=slipway",
                        "code=" + SignOnFixture.CODE)
                .containsPattern("code_verifier=[A-Za-z0-9_-]{43}")
                .doesNotContain("client_secret");
    }

    @Test
    void the_client_secret_is_sent_by_the_method_the_provider_supports() {
        HostileProvider.ReceivedRequest basic =
                tokenRequestWithSecret(List.of("client_secret_post", "client_secret_basic"));
        String header =
                new String(
                        Base64.getDecoder().decode(basic.authorization().substring(6)),
                        StandardCharsets.UTF_8);
        assertEquals("slipway:p%26ss+word", header);
        assertThat(basic.body()).doesNotContain("client_secret", "client_id");
        HostileProvider.ReceivedRequest post =
                tokenRequestWithSecret(List.of("client_secret_post"));
        assertEquals("", post.authorization());
        assertThat(post.body()).contains("client_id=slipway", "client_secret=p%26ss+word");
    }

    private HostileProvider.ReceivedRequest tokenRequestWithSecret(List<String> offered) {
        Map<String, Object> document = fixture.provider.discovery();
        document.put("token_endpoint_auth_methods_supported", offered);
        fixture.provider.answers(HostileProvider.DISCOVERY, document);
        fixture.provider.answers(HostileProvider.TOKEN, 400, "{\"error\":\"invalid_client\"}");
        var settings = fixture.settings().withSecret(new ClientSecret("p&ss word"));
        assertThat(settings.toString()).doesNotContain("p&ss word");
        try (var signOn =
                new SignOn(
                        settings,
                        SignOnValues.KEY,
                        fixture.clock,
                        SignOnValues.random(),
                        SignOnValues.PATIENT_LIMITS)) {
            SignOn.Started started = signOn.begin("/");
            var flow =
                    new SignOnFixture.Flow(
                            started.cookie(), SignOnValues.query(started.redirect()));
            Problem problem =
                    Assertions.assertThrows(
                            Problem.class, () -> signOn.complete(flow.cookie(), flow.callback()));
            assertThat(problem.getMessage()).doesNotContain("ss word", "p%26ss");
        }
        return fixture.provider.requests(HostileProvider.TOKEN).getLast();
    }

    @Test
    void a_callback_completes_once_however_many_requests_bring_it()
            throws InterruptedException, ExecutionException {
        SignOnFixture.Flow flow = fixture.begin();
        fixture.providerReturns(TokenForge.rs256(fixture.claims(flow)));
        Callable<Boolean> bring =
                () -> {
                    try {
                        fixture.complete(flow);
                        return true;
                    } catch (Problem problem) {
                        assertEquals(SignOnProblems.ALREADY_COMPLETED, problem.code());
                        return false;
                    }
                };
        int let = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var one : threads.invokeAll(Collections.nCopies(8, bring))) {
                let += one.get() ? 1 : 0;
            }
        }
        assertEquals(1, let);
        assertEquals(1, fixture.provider.requestCount(HostileProvider.TOKEN));
        assertEquals(SignOnProblems.ALREADY_COMPLETED, fixture.refused(flow).code());
    }

    @Test
    void the_memory_of_completed_flows_is_bounded_and_drops_the_oldest() {
        var completed = new CompletedSignOns(2);
        Instant now = Instant.parse(SignOnFixture.NOON);
        List<SignOnFlow> flows =
                List.of(
                        flow("a", now.plusSeconds(10)),
                        flow("b", now.plusSeconds(20)),
                        flow("c", now.plusSeconds(30)));
        flows.forEach(signOnFlow -> assertTrue(completed.add(signOnFlow, now)));
        assertFalse(completed.add(flows.get(1), now));
        assertFalse(completed.add(flows.get(2), now));
        assertTrue(completed.add(flows.get(0), now));
    }

    @Test
    void a_cookie_with_any_changed_byte_is_refused() {
        SignOnFixture.Flow flow = fixture.begin();
        byte[] whole = Base64.getUrlDecoder().decode(flow.cookie());
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            String cookie = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertEquals(
                    SignOnProblems.UNKNOWN_FLOW, fixture.refused(cookie, flow.callback()).code());
        }
        for (int length : new int[] {0, 1, 11, 12, 13, 28, whole.length - 1}) {
            String cut =
                    Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(Arrays.copyOf(whole, length));
            assertEquals(SignOnProblems.UNKNOWN_FLOW, fixture.refused(cut, flow.callback()).code());
        }
        for (String junk : List.of("", " ", "ü", "a b", "x".repeat(100_000))) {
            assertEquals(
                    SignOnProblems.UNKNOWN_FLOW, fixture.refused(junk, flow.callback()).code());
        }
        assertEquals(0, fixture.provider.requestCount(HostileProvider.TOKEN));
    }

    @Test
    void a_cookie_reveals_nothing() {
        SignOn.Started started = fixture.signOn.begin("/a-place-to-go");
        String text =
                new String(
                        Base64.getUrlDecoder().decode(started.cookie()),
                        StandardCharsets.ISO_8859_1);
        Map<String, String> asked = SignOnValues.query(started.redirect());
        assertThat(text)
                .doesNotContain(
                        "a-place",
                        asked.getOrDefault("state", ""),
                        asked.getOrDefault("nonce", ""));
        assertThat(started.toString())
                .doesNotContain(started.cookie(), asked.getOrDefault("state", ""));
    }

    @Test
    void a_cookie_of_another_key_or_another_provider_is_not_decrypted() {
        SignOnFixture.Flow flow = fixture.begin();
        byte[] other = new byte[32];
        other[0] = 1;
        var otherKey =
                new CookieCipher(
                        new SecretKeySpec(other, "AES"), fixture.settings(), SignOnValues.random());
        assertEquals(Optional.empty(), otherKey.decrypt(flow.cookie()));
        var elsewhere = OidcProvider.of("https://other.example", "slipway", SignOnValues.REDIRECT);
        assertEquals(
                Optional.empty(),
                new CookieCipher(SignOnValues.KEY, elsewhere, SignOnValues.random())
                        .decrypt(flow.cookie()));
        assertTrue(
                new CookieCipher(SignOnValues.KEY, fixture.settings(), SignOnValues.random())
                        .decrypt(flow.cookie())
                        .isPresent());
    }

    @Test
    void a_flow_expires_after_ten_minutes() {
        SignOnFixture.Flow inTime = fixture.begin();
        SignOnFixture.Flow late = fixture.begin();
        fixture.clock.forward(Duration.ofMinutes(10));
        fixture.providerReturns(TokenForge.rs256(fixture.claims(inTime)));
        assertEquals("subject-1", fixture.complete(inTime).subject());
        fixture.clock.forward(Duration.ofSeconds(1));
        assertEquals(SignOnProblems.EXPIRED, fixture.refused(late).code());
        assertEquals(SignOnProblems.EXPIRED, fixture.refused(inTime).code());
    }

    @Test
    void an_answer_with_another_state_is_refused_and_the_flow_stays_open() {
        SignOnFixture.Flow flow = fixture.begin();
        for (String state : List.of("", "x", fixture.begin().state(), flow.state() + "x")) {
            Map<String, String> callback = flow.callback();
            callback.put("state", state);
            assertEquals(SignOnProblems.MISMATCH, fixture.refused(flow.cookie(), callback).code());
        }
        assertEquals(
                SignOnProblems.MISMATCH,
                fixture.refused(flow.cookie(), Map.of("code", SignOnFixture.CODE)).code());
        assertEquals(
                SignOnProblems.MISMATCH,
                fixture.refused(flow.cookie(), Map.of("state", flow.state())).code());
        fixture.providerReturns(TokenForge.rs256(fixture.claims(flow)));
        assertEquals("subject-1", fixture.complete(flow).subject());
    }

    @Test
    void an_answer_from_another_provider_is_refused() {
        SignOnFixture.Flow flow = fixture.begin();
        Map<String, String> callback = flow.callback();
        callback.put("iss", "https://evil.example");
        assertEquals(SignOnProblems.MISMATCH, fixture.refused(flow.cookie(), callback).code());
        assertEquals(0, fixture.provider.requestCount(HostileProvider.TOKEN));
        callback.put("iss", fixture.provider.issuer());
        fixture.providerReturns(TokenForge.rs256(fixture.claims(flow)));
        assertEquals("/runs", fixture.signOn.complete(flow.cookie(), callback).returnTo());
    }

    @Test
    void a_provider_that_announces_iss_must_send_it() {
        Map<String, Object> document = fixture.provider.discovery();
        document.put("authorization_response_iss_parameter_supported", true);
        fixture.provider.answers(HostileProvider.DISCOVERY, document);
        assertEquals(SignOnProblems.MISMATCH, fixture.refused(fixture.begin()).code());
    }

    @Test
    void the_error_of_the_provider_is_shown_only_if_it_is_an_error_code() {
        assertEquals("It reports access_denied.", whyRefused("access_denied"));
        assertEquals(
                "It reports a reason that cannot be shown.", whyRefused("<b>call 0900 666</b>"));
        assertEquals("It reports a reason that cannot be shown.", whyRefused("x".repeat(5_000)));
    }

    @Test
    void every_problem_is_three_sentences() {
        SignOnFixture.Flow flow = fixture.begin();
        for (Problem problem :
                List.of(
                        fixture.refused("", flow.callback()),
                        fixture.refused(flow.cookie(), Map.of()),
                        fixture.refused(flow))) {
            assertThat(List.of(problem.what(), problem.why(), problem.next()))
                    .allMatch(sentence -> sentence.endsWith("."));
        }
    }

    private String whyRefused(String error) {
        SignOnFixture.Flow flow = fixture.begin();
        Problem problem =
                fixture.refused(flow.cookie(), Map.of("state", flow.state(), "error", error));
        assertEquals(SignOnProblems.REFUSED, problem.code());
        return problem.why();
    }

    private void completeFlow() {
        SignOnFixture.Flow flow = fixture.begin();
        fixture.providerReturns(TokenForge.rs256(fixture.claims(flow)));
        fixture.complete(flow);
    }

    private static SignOnFlow flow(String state, Instant until) {
        return new SignOnFlow(state, "n", "v", "/", until);
    }
}
