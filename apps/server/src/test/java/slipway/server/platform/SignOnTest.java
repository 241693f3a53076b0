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
import slipway.server.House;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.people.api.TeamRoutes;

/** A browser's way to a real identity provider and back, by hand. */
@Tag("network")
class SignOnTest {

    private static final MockOAuth2Server PROVIDER = provider("ml-vision");
    private static final MockOAuth2Server STRANGER = provider("gardeners");

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
        STRANGER.start();
    }

    @AfterAll
    static void stop() {
        PROVIDER.shutdown();
        STRANGER.shutdown();
    }

    private House open(MockOAuth2Server provider) {
        return House.open(
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
    void who_the_provider_vouches_for_is_let_in_with_the_roles_of_their_groups() throws Exception {
        try (House house = open(PROVIDER)) {
            found(house);
            HttpResponse<String> back = signOn(house, "/login/sso?return_to=%2Fqueue");
            assertThat(back.statusCode()).isEqualTo(303);
            assertThat(back.headers().firstValue("Location")).contains("/queue");
            String session = cookie(back, "slipway_session");
            HttpResponse<String> me = get(house.url().resolve("/api/v1/me"), session);
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
    void who_is_in_none_of_the_groups_is_let_in_nowhere() throws Exception {
        try (House house = open(STRANGER)) {
            found(house);
            HttpResponse<String> back = signOn(house, "/login/sso");
            assertThat(back.statusCode()).isEqualTo(403);
            assertThat(back.body()).contains("no-group");
            assertThat(back.headers().allValues("Set-Cookie"))
                    .noneMatch(s -> s.contains("slw_ses"));
        }
    }

    @Test
    void a_way_back_without_the_way_there_is_refused() throws Exception {
        try (House house = open(PROVIDER)) {
            HttpResponse<String> back =
                    get(house.url().resolve("/login/sso/back?code=x&state=y&extra=z"), "");
            assertThat(back.statusCode()).isBetween(400, 403);
            assertThat(back.body()).contains("sign-on-unknown").doesNotContain("code=x");
            HttpResponse<String> twice =
                    get(house.url().resolve("/login/sso/back?code=x&code=y&state=z"), "");
            assertThat(twice.body()).contains("written twice");
        }
    }

    @Test
    void without_single_sign_on_its_way_leads_nowhere() throws Exception {
        try (House house = House.open(data)) {
            assertThat(get(house.url().resolve("/login/sso"), "").body()).contains("no-sign-on");
            assertThat(get(house.url().resolve("/api/v1/sign-in"), "").body()).isEqualTo("{}");
        }
    }

    private static void found(House house) {
        house.local()
                .call(
                        ApiCall.to(TeamRoutes.FOUND)
                                .with(PathParameter.TEAM, "all")
                                .sending(
                                        new TeamRoutes.NewTeam(
                                                new TeamId("vision"), java.util.Optional.empty())));
    }

    private HttpResponse<String> signOn(House house, String path) throws Exception {
        HttpResponse<String> there = get(house.url().resolve(path), "");
        assertThat(there.statusCode()).isEqualTo(303);
        String trip = cookie(there, "slipway_sign_on");
        URI provider = URI.create(there.headers().firstValue("Location").orElseThrow());
        HttpResponse<String> vouched = get(provider, "");
        URI back = URI.create(vouched.headers().firstValue("Location").orElseThrow());
        // The port is known only once the server runs; what counts is that the browser comes back
        // with the answer.
        return get(house.url().resolve(back.getRawPath() + "?" + back.getRawQuery()), trip);
    }

    private HttpResponse<String> get(URI uri, String cookie) throws Exception {
        var request = HttpRequest.newBuilder(uri);
        if (!cookie.isEmpty()) {
            request.header("Cookie", cookie);
        }
        return browser.send(request.build(), BodyHandlers.ofString());
    }

    private static String cookie(HttpResponse<?> answer, String name) {
        return answer.headers().allValues("Set-Cookie").stream()
                .filter(set -> set.startsWith(name + "="))
                .map(set -> set.split(";", 2)[0])
                .findFirst()
                .orElseThrow();
    }
}
