package slipway.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Problem;

/** The whole flow with the identity provider that many laboratories run. */
@SuppressWarnings("NullAway.Init") // started before all tests
@Tag("process")
class KeycloakTest {

    private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

    @TempDir static Path directory;
    private static KeycloakServer keycloak;

    @BeforeAll
    static void start() throws IOException {
        keycloak = KeycloakServer.start(directory);
    }

    @AfterAll
    static void stop() {
        keycloak.close();
    }

    private static OidcProvider provider(String clientId) {
        return OidcProvider.of(keycloak.issuer(), clientId, SignOnValues.REDIRECT);
    }

    private static SignOn signOn(OidcProvider provider) {
        return new SignOn(
                provider,
                SignOnValues.KEY,
                InstantSource.system(),
                SignOnValues.random(),
                SignOnValues.PATIENT_LIMITS);
    }

    /** Signs the person in, as a browser does. Returns the query of the redirect back. */
    private static Map<String, String> signIn(URI redirect)
            throws IOException, InterruptedException {
        try (var browser = HttpClient.newHttpClient()) {
            HttpResponse<String> page =
                    browser.send(HttpRequest.newBuilder(redirect).build(), BodyHandlers.ofString());
            Matcher form = FORM.matcher(page.body());
            assertThat(form.find()).as("%s", page.body()).isTrue();
            URI action = URI.create(form.group(1).replace("&amp;", "&"));
            String fields =
                    "username=%s&password=%s"
                            .formatted(
                                    KeycloakServer.PERSON,
                                    URLEncoder.encode(
                                            KeycloakServer.PASSWORD, StandardCharsets.UTF_8));
            HttpResponse<String> answer =
                    browser.send(
                            HttpRequest.newBuilder(action)
                                    .header("Content-Type", "application/x-www-form-urlencoded")
                                    .header("Cookie", cookies(page))
                                    .POST(HttpRequest.BodyPublishers.ofString(fields))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(302);
            return SignOnValues.query(
                    URI.create(answer.headers().firstValue("Location").orElseThrow()));
        }
    }

    /** Its cookies are secure; a browser sends them to this machine without TLS too, Java's cookie handler does not. */
    private static String cookies(HttpResponse<?> page) {
        return page.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";", 2)[0])
                .collect(Collectors.joining("; "));
    }

    private static void assertIsAna(OidcIdentity identity) {
        assertThat(identity.issuer()).isEqualTo(keycloak.issuer());
        assertThat(identity.name().value()).isEqualTo("ana");
        assertThat(identity.shownName()).isEqualTo("Ana Souza");
        assertThat(identity.email()).contains("ana@example.org");
        assertThat(identity.groups()).containsExactly("everyone", "ml-research");
    }

    @Test
    void a_person_signs_in_with_groups_in_the_id_token_and_a_code_is_valid_once()
            throws IOException, InterruptedException {
        OidcProvider provider =
                provider("slipway").withSecret(new ClientSecret(KeycloakServer.SECRET));
        try (var signOn = signOn(provider)) {
            SignOn.Started started = signOn.begin("/workloads");
            Map<String, String> callback = signIn(started.redirect());
            SignOn.Completed completed = signOn.complete(started.cookie(), callback);
            assertIsAna(completed.identity());
            assertThat(completed.returnTo()).isEqualTo("/workloads");
            try (var restarted = signOn(provider)) {
                Problem again =
                        assertThrows(
                                Problem.class,
                                () -> restarted.complete(started.cookie(), callback));
                assertThat(again.code()).isEqualTo(SignOnProblems.CODE_REFUSED);
            }
        }
    }

    @Test
    void groups_come_from_the_userinfo_endpoint_when_the_client_has_none_in_its_id_token()
            throws IOException, InterruptedException {
        try (var signOn = signOn(provider("slipway-userinfo"))) {
            SignOn.Started started = signOn.begin("/");
            assertIsAna(signOn.complete(started.cookie(), signIn(started.redirect())).identity());
        }
    }

    @Test
    void a_wrong_client_secret_is_reported_as_a_matter_of_the_administrator()
            throws IOException, InterruptedException {
        try (var signOn = signOn(provider("slipway").withSecret(new ClientSecret("wrong")))) {
            SignOn.Started started = signOn.begin("/");
            Map<String, String> callback = signIn(started.redirect());
            Problem problem =
                    assertThrows(Problem.class, () -> signOn.complete(started.cookie(), callback));
            assertThat(problem.code()).isEqualTo(SignOnProblems.CLIENT_REFUSED);
        }
    }
}
