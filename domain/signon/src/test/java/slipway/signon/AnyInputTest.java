package slipway.signon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import slipway.base.Problem;
import slipway.testkit.Generator;
import slipway.testkit.Property;

/** Every untrusted input is parsed or refused with a problem. */
class AnyInputTest {

    private static final int RUNS = 2_000;
    private static final OidcProvider PROVIDER =
            OidcProvider.of("https://login.example.org", "slipway", SignOnValues.REDIRECT);
    private static final Map<String, Object> CLAIMS =
            Map.of("iss", "https://login.example.org", "sub", "1", "groups", List.of("a", "b"));

    /** A replacement at a position of a text. */
    private record Edit(int at, String instead) {

        String in(String text) {
            int place = at % text.length();
            return text.substring(0, place) + instead + text.substring(place + 1);
        }
    }

    private static final Generator<Edit> EDITS =
            Generator.ints(0, 5_000)
                    .flatMap(at -> Generator.strings().map(instead -> new Edit(at, instead)));

    @Test
    void any_return_address_leads_to_this_server() {
        Generator<String> paths =
                Generator.oneOf(
                        Generator.strings(),
                        Generator.strings("/\\.:%25fFcCeE@?#a \t", 0, 12).map(text -> "/" + text));
        URI here = URI.create("https://slipway.example.org/login/sso/back");
        Property.holds(
                RUNS,
                paths,
                wanted -> {
                    String path = LocalPath.orHome(wanted);
                    assertThat(path)
                            .startsWith("/")
                            .doesNotStartWith("//")
                            .doesNotContain("\\", "\n", "\r", "\t");
                    String plain = path.replaceAll("[?#].*|%(?![0-9a-fA-F]{2})", "");
                    assertEquals(here.getHost(), here.resolve(plain).getHost());
                });
    }

    @Test
    void any_token_is_parsed_or_refused() {
        Property.holds(
                RUNS,
                Generator.strings(),
                text -> orProblem(() -> SignedToken.read(text, PROVIDER)));
        String token = TokenForge.rs256(CLAIMS);
        Property.holds(
                RUNS, EDITS, edit -> orProblem(() -> SignedToken.read(edit.in(token), PROVIDER)));
    }

    @Test
    void a_token_with_a_changed_character_does_not_verify() {
        String token = TokenForge.es256(CLAIMS);
        SigningKey key =
                SigningKey.read(
                                ProviderJson.object(
                                                TokenForge.EC
                                                        .toPublicJWK()
                                                        .toString()
                                                        .getBytes(UTF_8))
                                        .orElseThrow())
                        .orElseThrow();
        Property.holds(
                RUNS,
                EDITS,
                edit -> {
                    String changed = edit.in(token);
                    try {
                        boolean holds = key.verifies(SignedToken.read(changed, PROVIDER));
                        assertEquals(changed.equals(token), holds);
                    } catch (Problem refused) {
                        assertEquals(SignOnProblems.TOKEN_REFUSED, refused.code());
                    }
                });
    }

    @Test
    void no_arbitrary_cookie_decrypts() {
        var cookieCipher = new CookieCipher(SignOnValues.KEY, PROVIDER, SignOnValues.random());
        Property.holds(
                RUNS,
                Generator.strings(),
                text -> assertEquals(Optional.empty(), cookieCipher.decrypt(text)));
        Property.holds(
                RUNS,
                Generator.strings(),
                text ->
                        assertThat(SignOnFlow.read(text.getBytes(UTF_8)).isPresent())
                                .isIn(true, false));
    }

    @Test
    void any_document_is_read_or_refused() {
        String document =
                TokenForge.json(
                        new TreeMap<>(
                                Map.of(
                                        "issuer", PROVIDER.issuer(),
                                        "authorization_endpoint", PROVIDER.issuer() + "/a",
                                        "token_endpoint", PROVIDER.issuer() + "/t",
                                        "jwks_uri", PROVIDER.issuer() + "/k",
                                        "token_endpoint_auth_methods_supported",
                                                List.of("client_secret_basic"))));
        String keys =
                "{\"keys\":["
                        + TokenForge.RSA.toPublicJWK()
                        + ","
                        + TokenForge.EC.toPublicJWK()
                        + "]}";
        Property.holds(
                RUNS,
                EDITS,
                edit -> {
                    ProviderJson.object(edit.in(document).getBytes(UTF_8))
                            .ifPresent(json -> orProblem(() -> OidcDiscovery.read(json, PROVIDER)));
                    ProviderJson.object(edit.in(keys).getBytes(UTF_8)).ifPresent(SigningKeys::read);
                });
    }

    @Test
    void any_accepted_endpoint_is_on_the_host_of_the_provider() {
        String address = "https://login.example.org/token";
        Property.holds(
                RUNS,
                EDITS,
                edit ->
                        ProviderEndpoint.named(edit.in(address), PROVIDER)
                                .ifPresent(
                                        there ->
                                                assertEquals(
                                                        "login.example.org",
                                                        there.uri()
                                                                .getHost()
                                                                .toLowerCase(Locale.ROOT))));
    }

    @Test
    void any_mapping_of_groups_is_read_or_refused() {
        String mapping = "a = vision:lead\nCN=b,OU=c = all:viewer\n# note\n";
        Property.holds(
                RUNS,
                EDITS,
                edit -> orProblem(() -> GroupMapping.parse(edit.in(mapping), "groups")));
        Property.holds(
                RUNS,
                Generator.strings(),
                text -> orProblem(() -> GroupMapping.parse(text, "groups")));
    }

    private static void orProblem(Runnable reading) {
        try {
            reading.run();
        } catch (Problem refused) {
            assertThat(refused.what()).isNotBlank();
        }
    }
}
