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

/** The trip: what is asked, what comes back, and what somebody between could try. */
@Tag("network")
class SignOnTest {

    private final Visit visit = new Visit();

    @AfterEach
    void close() {
        visit.close();
    }

    @Test
    void the_browser_is_sent_with_everything_the_provider_must_know_and_nothing_more() {
        SignOn.Begin begin = visit.signOn.begin("/");
        Map<String, String> asked = Hands.query(begin.redirect());
        assertThat(begin.redirect().toString())
                .startsWith(visit.provider.issuer() + "/authorize?tenant=1&");
        assertThat(asked)
                .containsEntry("response_type", "code")
                .containsEntry("client_id", "slipway")
                .containsEntry("redirect_uri", Hands.REDIRECT.toString())
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
        assertEquals(Duration.ofMinutes(10), begin.lasts());
        assertThat(begin.cookie()).matches("[A-Za-z0-9_-]{100,3000}");
    }

    @Test
    void a_return_address_that_leads_elsewhere_is_forgotten() {
        SignOn.Begin begin = visit.signOn.begin("//evil.example/runs");
        var way = new Visit.Way(begin.cookie(), Hands.query(begin.redirect()));
        visit.gives(Forge.rs256(visit.claims(way)));
        assertEquals("/", visit.signOn.finish(way.cookie(), way.callback()).returnTo());
    }

    @Test
    void no_two_trips_share_a_secret() {
        Visit.Way one = visit.begin();
        Visit.Way other = visit.begin();
        for (String key : List.of("state", "nonce", "code_challenge")) {
            assertThat(one.asked().get(key)).isNotEqualTo(other.asked().get(key)).hasSize(43);
        }
    }

    @Test
    void a_public_client_sends_its_name_and_verifier_in_the_form() {
        finishHonestly();
        HostileProvider.Asked asked = visit.provider.asked(HostileProvider.TOKEN).getFirst();
        assertEquals("", asked.authorization());
        assertThat(asked.body())
                .contains(
                        "grant_type=authorization_code", "client_id=slipway", "code=" + Visit.CODE)
                .containsPattern("code_verifier=[A-Za-z0-9_-]{43}")
                .doesNotContain("client_secret");
    }

    @Test
    void a_secret_goes_the_way_the_provider_offers() {
        HostileProvider.Asked basic =
                askedWithSecret(List.of("client_secret_post", "client_secret_basic"));
        String header =
                new String(
                        Base64.getDecoder().decode(basic.authorization().substring(6)),
                        StandardCharsets.UTF_8);
        assertEquals("slipway:p%26ss+word", header);
        assertThat(basic.body()).doesNotContain("client_secret", "client_id");
        HostileProvider.Asked post = askedWithSecret(List.of("client_secret_post"));
        assertEquals("", post.authorization());
        assertThat(post.body()).contains("client_id=slipway", "client_secret=p%26ss+word");
    }

    private HostileProvider.Asked askedWithSecret(List<String> offered) {
        Map<String, Object> document = visit.provider.discovery();
        document.put("token_endpoint_auth_methods_supported", offered);
        visit.provider.answers(HostileProvider.DISCOVERY, document);
        visit.provider.answers(HostileProvider.TOKEN, 400, "{\"error\":\"invalid_client\"}");
        var settings = visit.settings().withSecret(new ClientSecret("p&ss word"));
        assertThat(settings.toString()).doesNotContain("p&ss word");
        try (var signOn =
                new SignOn(settings, Hands.KEY, visit.clock, Hands.dice(), Hands.PATIENT)) {
            SignOn.Begin begin = signOn.begin("/");
            var way = new Visit.Way(begin.cookie(), Hands.query(begin.redirect()));
            Problem problem =
                    Assertions.assertThrows(
                            Problem.class, () -> signOn.finish(way.cookie(), way.callback()));
            assertThat(problem.getMessage()).doesNotContain("ss word", "p%26ss");
        }
        return visit.provider.asked(HostileProvider.TOKEN).getLast();
    }

    @Test
    void a_callback_counts_once_however_many_bring_it_at_the_same_moment()
            throws InterruptedException, ExecutionException {
        Visit.Way way = visit.begin();
        visit.gives(Forge.rs256(visit.claims(way)));
        Callable<Boolean> bring =
                () -> {
                    try {
                        visit.finish(way);
                        return true;
                    } catch (Problem problem) {
                        assertEquals(SignOnProblems.USED, problem.code());
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
        assertEquals(1, visit.provider.timesAsked(HostileProvider.TOKEN));
        assertEquals(SignOnProblems.USED, visit.refused(way).code());
    }

    @Test
    void the_memory_of_finished_trips_is_bounded_and_forgets_the_oldest() {
        var finished = new CompletedSignOns(2);
        Instant now = Instant.parse(Visit.NOON);
        List<SignOnFlow> trips =
                List.of(
                        trip("a", now.plusSeconds(10)),
                        trip("b", now.plusSeconds(20)),
                        trip("c", now.plusSeconds(30)));
        trips.forEach(signOnFlow -> assertTrue(finished.add(signOnFlow, now)));
        assertFalse(finished.add(trips.get(1), now));
        assertFalse(finished.add(trips.get(2), now));
        assertTrue(finished.add(trips.get(0), now));
    }

    @Test
    void a_cookie_that_was_changed_anywhere_is_worth_nothing() {
        Visit.Way way = visit.begin();
        byte[] whole = Base64.getUrlDecoder().decode(way.cookie());
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            String cookie = Base64.getUrlEncoder().withoutPadding().encodeToString(changed);
            assertEquals(SignOnProblems.UNKNOWN_TRIP, visit.refused(cookie, way.callback()).code());
        }
        for (int length : new int[] {0, 1, 11, 12, 13, 28, whole.length - 1}) {
            String cut =
                    Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(Arrays.copyOf(whole, length));
            assertEquals(SignOnProblems.UNKNOWN_TRIP, visit.refused(cut, way.callback()).code());
        }
        for (String junk : List.of("", " ", "ü", "a b", "x".repeat(100_000))) {
            assertEquals(SignOnProblems.UNKNOWN_TRIP, visit.refused(junk, way.callback()).code());
        }
        assertEquals(0, visit.provider.timesAsked(HostileProvider.TOKEN));
    }

    @Test
    void a_cookie_says_nothing_to_who_reads_it() {
        SignOn.Begin begin = visit.signOn.begin("/a-place-to-go");
        String text =
                new String(
                        Base64.getUrlDecoder().decode(begin.cookie()), StandardCharsets.ISO_8859_1);
        Map<String, String> asked = Hands.query(begin.redirect());
        assertThat(text)
                .doesNotContain(
                        "a-place",
                        asked.getOrDefault("state", ""),
                        asked.getOrDefault("nonce", ""));
        assertThat(begin.toString())
                .doesNotContain(begin.cookie(), asked.getOrDefault("state", ""));
    }

    @Test
    void a_cookie_of_another_key_or_another_provider_does_not_open() {
        Visit.Way way = visit.begin();
        byte[] other = new byte[32];
        other[0] = 1;
        var otherKey =
                new CookieCipher(new SecretKeySpec(other, "AES"), visit.settings(), Hands.dice());
        assertEquals(Optional.empty(), otherKey.open(way.cookie()));
        var elsewhere = OidcProvider.of("https://other.example", "slipway", Hands.REDIRECT);
        assertEquals(
                Optional.empty(),
                new CookieCipher(Hands.KEY, elsewhere, Hands.dice()).open(way.cookie()));
        assertTrue(
                new CookieCipher(Hands.KEY, visit.settings(), Hands.dice())
                        .open(way.cookie())
                        .isPresent());
    }

    @Test
    void a_trip_ends_after_ten_minutes() {
        Visit.Way inTime = visit.begin();
        Visit.Way late = visit.begin();
        visit.clock.forward(Duration.ofMinutes(10));
        visit.gives(Forge.rs256(visit.claims(inTime)));
        assertEquals("subject-1", visit.finish(inTime).subject());
        visit.clock.forward(Duration.ofSeconds(1));
        assertEquals(SignOnProblems.EXPIRED, visit.refused(late).code());
        assertEquals(SignOnProblems.EXPIRED, visit.refused(inTime).code());
    }

    @Test
    void an_answer_with_another_state_is_refused_and_the_trip_goes_on() {
        Visit.Way way = visit.begin();
        for (String state : List.of("", "x", visit.begin().state(), way.state() + "x")) {
            Map<String, String> callback = way.callback();
            callback.put("state", state);
            assertEquals(SignOnProblems.MIXED_UP, visit.refused(way.cookie(), callback).code());
        }
        assertEquals(
                SignOnProblems.MIXED_UP,
                visit.refused(way.cookie(), Map.of("code", Visit.CODE)).code());
        assertEquals(
                SignOnProblems.MIXED_UP,
                visit.refused(way.cookie(), Map.of("state", way.state())).code());
        visit.gives(Forge.rs256(visit.claims(way)));
        assertEquals("subject-1", visit.finish(way).subject());
    }

    @Test
    void an_answer_from_another_provider_is_refused() {
        Visit.Way way = visit.begin();
        Map<String, String> callback = way.callback();
        callback.put("iss", "https://evil.example");
        assertEquals(SignOnProblems.MIXED_UP, visit.refused(way.cookie(), callback).code());
        assertEquals(0, visit.provider.timesAsked(HostileProvider.TOKEN));
        callback.put("iss", visit.provider.issuer());
        visit.gives(Forge.rs256(visit.claims(way)));
        assertEquals("/runs", visit.signOn.finish(way.cookie(), callback).returnTo());
    }

    @Test
    void a_provider_that_promises_to_name_itself_must() {
        Map<String, Object> document = visit.provider.discovery();
        document.put("authorization_response_iss_parameter_supported", true);
        visit.provider.answers(HostileProvider.DISCOVERY, document);
        assertEquals(SignOnProblems.MIXED_UP, visit.refused(visit.begin()).code());
    }

    @Test
    void a_refusal_of_the_provider_is_told_in_its_word_if_it_is_one() {
        assertEquals("It says access_denied.", whyRefused("access_denied"));
        assertEquals("It says no reason that could be shown.", whyRefused("<b>call 0900 666</b>"));
        assertEquals("It says no reason that could be shown.", whyRefused("x".repeat(5_000)));
    }

    @Test
    void every_problem_is_three_sentences() {
        Visit.Way way = visit.begin();
        for (Problem problem :
                List.of(
                        visit.refused("", way.callback()),
                        visit.refused(way.cookie(), Map.of()),
                        visit.refused(way))) {
            assertThat(List.of(problem.what(), problem.why(), problem.next()))
                    .allMatch(sentence -> sentence.endsWith("."));
        }
    }

    private String whyRefused(String error) {
        Visit.Way way = visit.begin();
        Problem problem = visit.refused(way.cookie(), Map.of("state", way.state(), "error", error));
        assertEquals(SignOnProblems.REFUSED, problem.code());
        return problem.why();
    }

    private void finishHonestly() {
        Visit.Way way = visit.begin();
        visit.gives(Forge.rs256(visit.claims(way)));
        visit.finish(way);
    }

    private static SignOnFlow trip(String state, Instant until) {
        return new SignOnFlow(state, "n", "v", "/", until);
    }
}
