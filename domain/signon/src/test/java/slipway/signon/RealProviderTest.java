package slipway.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import no.nav.security.mock.oauth2.token.KeyProvider;
import no.nav.security.mock.oauth2.token.OAuth2TokenProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.testkit.MovingClock;

/** The whole flow with an independent provider that checks PKCE and client authentication. */
@Tag("network")
class RealProviderTest {

    private static final Instant MORNING = Instant.parse("2026-11-15T10:00:00Z");
    private static final MovingClock CLOCK = MovingClock.at(MORNING);
    private static final Map<String, Object> ANA =
            Map.of(
                    "preferred_username", "Ana.Souza",
                    "name", "Ana Souza",
                    "email", "ana@example.org",
                    "groups", List.of("ml-research", "everyone"));
    private static final MockOAuth2Server SERVER =
            new MockOAuth2Server(
                    new OAuth2Config(
                            false,
                            null,
                            null,
                            false,
                            new OAuth2TokenProvider(new KeyProvider(), MORNING),
                            Set.of(
                                    new DefaultOAuth2TokenCallback(
                                            "default",
                                            "subject-1",
                                            "JWT",
                                            List.of("slipway"),
                                            ANA,
                                            3600))));

    @BeforeAll
    static void start() {
        SERVER.start();
    }

    @AfterAll
    static void stop() {
        SERVER.shutdown();
    }

    @Test
    void a_person_signs_in_and_returns_to_the_requested_page()
            throws IOException, InterruptedException {
        try (var signOn = signOn(provider())) {
            SignOn.Started started = signOn.begin("/workloads?team=language");
            Map<String, String> callback = followRedirect(started.redirect());
            SignOn.Completed completed = signOn.complete(started.cookie(), callback);
            assertEquals(
                    new OidcIdentity(
                            issuer(),
                            "subject-1",
                            new UserId("ana-souza"),
                            "Ana Souza",
                            Optional.of("ana@example.org"),
                            new TreeSet<>(Set.of("everyone", "ml-research"))),
                    completed.identity());
            assertEquals("/workloads?team=language", completed.returnTo());
            assertEquals(
                    Map.of(new TeamId("language"), Role.MEMBER),
                    GroupMapping.parse("ml-research = language:member", "sign_on.groups")
                            .roles(completed.identity().groups()));
        }
    }

    @Test
    void a_client_with_a_secret_signs_in() throws IOException, InterruptedException {
        OidcProvider withSecret =
                provider().withSecret(new ClientSecret("a secret: with signs & marks"));
        try (var signOn = signOn(withSecret)) {
            SignOn.Started started = signOn.begin("/");
            assertEquals(
                    "subject-1",
                    signOn.complete(started.cookie(), followRedirect(started.redirect()))
                            .identity()
                            .subject());
        }
    }

    @Test
    void the_provider_refuses_a_code_from_another_browser()
            throws IOException, InterruptedException {
        try (var signOn = signOn(provider())) {
            Map<String, String> stolen = followRedirect(signOn.begin("/").redirect());
            SignOn.Started own = signOn.begin("/");
            Map<String, String> callback =
                    Map.of(
                            "code",
                            stolen.getOrDefault("code", ""),
                            "state",
                            SignOnValues.query(own.redirect()).getOrDefault("state", ""));
            Problem problem =
                    assertThrows(Problem.class, () -> signOn.complete(own.cookie(), callback));
            assertEquals(SignOnProblems.CODE_REFUSED, problem.code());
            assertThat(problem.getMessage()).doesNotContain(callback.getOrDefault("code", ""));
        }
    }

    @Test
    void an_expired_token_is_refused() throws IOException, InterruptedException {
        var tomorrow = MovingClock.at(MORNING.plus(Duration.ofDays(1)));
        try (var signOn =
                new SignOn(
                        provider(),
                        SignOnValues.KEY,
                        tomorrow,
                        SignOnValues.random(),
                        SignOnValues.PATIENT_LIMITS)) {
            SignOn.Started started = signOn.begin("/");
            Map<String, String> callback = followRedirect(started.redirect());
            Problem problem =
                    assertThrows(Problem.class, () -> signOn.complete(started.cookie(), callback));
            assertEquals("It has expired; the clocks may differ.", problem.why());
        }
    }

    /** Acts as the browser: requests the address and returns the query of the redirect back. */
    private static Map<String, String> followRedirect(URI redirect)
            throws IOException, InterruptedException {
        try (var browser = HttpClient.newHttpClient()) {
            var answer =
                    browser.send(HttpRequest.newBuilder(redirect).build(), BodyHandlers.ofString());
            assertEquals(302, answer.statusCode(), answer.body());
            URI back = URI.create(answer.headers().firstValue("location").orElseThrow());
            assertThat(back.toString()).startsWith(SignOnValues.REDIRECT.toString());
            return SignOnValues.query(back);
        }
    }

    private static SignOn signOn(OidcProvider oidcProvider) {
        return new SignOn(
                oidcProvider,
                SignOnValues.KEY,
                CLOCK,
                SignOnValues.random(),
                SignOnValues.PATIENT_LIMITS);
    }

    private static OidcProvider provider() {
        return OidcProvider.of(issuer(), "slipway", SignOnValues.REDIRECT);
    }

    private static String issuer() {
        return "http://localhost:" + SERVER.getConfig().getHttpServer().port() + "/default";
    }
}
