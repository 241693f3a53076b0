package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.OAuth2Config;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.TeamId;
import slipway.server.TestServer;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;

/** The redirects of a browser to an identity provider and back. */
@Tag("network")
class SignOnTest {

    private static final MockOAuth2Server PROVIDER = provider("ml-vision");
    private static final MockOAuth2Server UNMAPPED_PROVIDER = provider("gardeners");

    @TempDir Path data;
    private final HttpClient browser = HttpClient.newHttpClient();

    private static MockOAuth2Server provider(String group) {
        Map<String, Object> eva =
                Map.of(
                        "preferred_username", "Eva.Lind",
                        "name", "Eva Lind",
                        "email", "eva@example.org",
                        "groups", List.of(group));
        return new MockOAuth2Server(
                new OAuth2Config(
                        false,
                        null,
                        null,
                        false,
                        new no.nav.security.mock.oauth2.token.OAuth2TokenProvider(),
                        Set.of(
                                new DefaultOAuth2TokenCallback(
                                        "default",
                                        "subject-1",
                                        "JWT",
                                        List.of("slipway"),
                                        eva,
                                        3600))));
    }

    @BeforeAll
    static void start() {
        PROVIDER.start();
        UNMAPPED_PROVIDER.start();
    }

    @AfterAll
    static void stop() {
        PROVIDER.shutdown();
        UNMAPPED_PROVIDER.shutdown();
    }

    private TestServer open(MockOAuth2Server provider) {
        return TestServer.open(
                data,
                "--sign-on-issuer",
                "http://localhost:" + provider.getConfig().getHttpServer().port() + "/default",
                "--sign-on-client-id",
                "slipway",
                "--sign-on-redirect",
                "http://127.0.0.1:1/login/sso/back",
                "--sign-on-groups",
                "ml-vision = vision:lead");
    }

    @Test
    void a_user_of_the_provider_signs_in_with_the_roles_of_the_mapped_groups() throws Exception {
        try (TestServer server = open(PROVIDER)) {
            createTeam(server);
            HttpResponse<String> back = signOn(server, "/login/sso?return_to=%2Fqueue");
            assertThat(back.statusCode()).isEqualTo(303);
            assertThat(back.headers().firstValue("Location")).contains("/queue");
            String session = cookie(back, "slipway_session");
            HttpResponse<String> me = get(server.url().resolve("/api/v1/me"), session);
            assertThat(me.body())
                    .contains(
                            "\"shown\":\"Eva Lind\"",
                            "\"team\":\"vision\",\"role\":\"lead\"",
                            "\"csrf\"");
            assertThat(back.headers().allValues("Set-Cookie"))
                    .anyMatch(
                            set ->
                                    set.startsWith("slipway_session=slw_ses_")
                                            && set.contains("HttpOnly")
                                            && set.contains("SameSite=Lax"))
                    .anyMatch(set -> set.startsWith("slipway_sign_on=;"));
        }
    }

    @Test
    void a_user_in_no_mapped_group_is_refused() throws Exception {
        try (TestServer server = open(UNMAPPED_PROVIDER)) {
            createTeam(server);
            HttpResponse<String> back = signOn(server, "/login/sso");
            assertThat(back.statusCode()).isEqualTo(403);
            assertThat(back.body()).contains("no-group");
            assertThat(back.headers().allValues("Set-Cookie"))
                    .noneMatch(s -> s.contains("slw_ses"));
        }
    }

    @Test
    void a_callback_without_a_started_sign_on_is_refused() throws Exception {
        try (TestServer server = open(PROVIDER)) {
            HttpResponse<String> back =
                    get(server.url().resolve("/login/sso/back?code=x&state=y&extra=z"), "");
            assertThat(back.statusCode()).isBetween(400, 403);
            assertThat(back.body()).contains("sign-on-unknown").doesNotContain("code=x");
            HttpResponse<String> twice =
                    get(server.url().resolve("/login/sso/back?code=x&code=y&state=z"), "");
            assertThat(twice.body()).contains("occurs twice");
        }
    }

    @Test
    void without_single_sign_on_its_routes_report_so() throws Exception {
        try (TestServer server = TestServer.open(data)) {
            assertThat(get(server.url().resolve("/login/sso"), "").body()).contains("no-sign-on");
            assertThat(get(server.url().resolve("/api/v1/sign-in"), "").body()).isEqualTo("{}");
        }
    }

    private static void createTeam(TestServer server) {
        server.local()
                .call(
                        ApiCall.to(TeamRoutes.FOUND)
                                .with(PathParameter.TEAM, "all")
                                .sending(
                                        new TeamRoutes.NewTeam(
                                                new TeamId("vision"), java.util.Optional.empty())));
    }

    private HttpResponse<String> signOn(TestServer server, String path) throws Exception {
        HttpResponse<String> there = get(server.url().resolve(path), "");
        assertThat(there.statusCode()).isEqualTo(303);
        String signOnCookie = cookie(there, "slipway_sign_on");
        URI provider = URI.create(there.headers().firstValue("Location").orElseThrow());
        HttpResponse<String> authorized = get(provider, "");
        URI back = URI.create(authorized.headers().firstValue("Location").orElseThrow());
        // The configured redirect has another port, because the port is unknown before the start.
        // The test sends the provider's response to the real one.
        return get(
                server.url().resolve(back.getRawPath() + "?" + back.getRawQuery()), signOnCookie);
    }

    private HttpResponse<String> get(URI uri, String cookie) throws Exception {
        var request = HttpRequest.newBuilder(uri);
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        return browser.send(request.build(), BodyHandlers.ofString());
    }

    private static String cookie(HttpResponse<?> response, String name) {
        return response.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith(name + "="))
                .map(set -> set.split(";", 2)[0])
                .findFirst()
                .orElseThrow();
    }
}
