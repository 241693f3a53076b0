package slipway.signon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import slipway.base.UserId;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ClaimsMapperTest {

    private static final OidcProvider PROVIDER =
            OidcProvider.of("https://login.example.org", "slipway", SignOnValues.REDIRECT);

    @Test
    void a_handle_is_converted_to_a_valid_user_name() {
        assertEquals(new UserId("ana-muller"), name(Map.of("preferred_username", "Ana.Müller")));
        assertEquals(new UserId("ana"), name(Map.of("preferred_username", "ana@example.org")));
        assertEquals(new UserId("bo"), name(Map.of("email", "Bo@example.org")));
        assertEquals(
                new UserId("bo"),
                name(Map.of("preferred_username", "李雷", "email", "bo@example.org")));
        assertEquals(63, name(Map.of("preferred_username", "x".repeat(500))).value().length());
    }

    @Test
    void a_person_without_a_usable_handle_gets_a_stable_name() {
        UserId name = name(Map.of("preferred_username", "李雷"));
        assertThat(name.value()).matches("user-[0-9a-f]{10}");
        assertEquals(name, name(Map.of()));
    }

    @Test
    void the_shown_name_is_printable_and_short() {
        assertEquals("Ana Müller", identity(Map.of("name", "Ana Müller")).shownName());
        assertEquals("Ana nimda", identity(Map.of("name", "Ana\u202e\u0000nimda\n")).shownName());
        assertEquals(
                "ana",
                identity(Map.of("name", " \u0007 ", "preferred_username", "ana")).shownName());
        assertEquals(200, identity(Map.of("name", "x".repeat(900))).shownName().length());
        String last = identity(Map.of("name", "x".repeat(199) + "😀")).shownName();
        assertEquals("x".repeat(199), last);
    }

    @Test
    void an_unverified_or_invalid_email_is_dropped() {
        assertEquals(Optional.of("a@b.c"), identity(Map.of("email", "a@b.c")).email());
        assertEquals(
                Optional.empty(),
                identity(Map.of("email", "a@b.c", "email_verified", false)).email());
        assertEquals(Optional.empty(), identity(Map.of("email", "a b@c")).email());
        assertEquals(Optional.empty(), identity(Map.of("email", "a@b.c\r\nBcc: x@y.z")).email());
    }

    @Test
    void groups_are_a_list_or_one_text_also_within_an_object() {
        assertThat(identity(Map.of("groups", List.of("b", "a", 7, " ", "a"))).groups())
                .containsExactly("a", "b");
        assertThat(identity(Map.of("groups", "only")).groups()).containsExactly("only");
        assertThat(identity(Map.of("groups", Map.of("a", true))).groups()).isEmpty();
        assertThat(identity(Map.of()).groups()).isEmpty();
        var nested =
                new OidcProvider(
                        PROVIDER.issuer(),
                        "slipway",
                        Optional.empty(),
                        SignOnValues.REDIRECT,
                        List.of("groups"),
                        new OidcProvider.ClaimNames("realm_access.roles", "email"),
                        OidcProvider.SKEW,
                        new TreeSet<>());
        assertThat(
                        ClaimsMapper.of(
                                        claims(
                                                Map.of(
                                                        "realm_access",
                                                        Map.of("roles", List.of("x")))),
                                        nested)
                                .groups())
                .containsExactly("x");
        assertEquals(List.of("openid", "groups"), nested.scopes());
    }

    @Test
    void an_issuer_is_an_https_address_or_on_this_machine() {
        for (String wrong :
                List.of(
                        "http://login.example.org",
                        "login.example.org",
                        "https://",
                        "https://a@b",
                        "https://a?b",
                        "https://a#b",
                        "http://127.0.0.1.evil.example",
                        "ftp://localhost",
                        "https://a b")) {
            assertThat(OidcProvider.issuerProblem(wrong)).as(wrong).isPresent();
            assertThrows(
                    IllegalArgumentException.class,
                    () -> OidcProvider.of(wrong, "slipway", SignOnValues.REDIRECT));
        }
        for (String right :
                List.of(
                        "https://login.example.org/realms/x/",
                        "http://localhost:8080",
                        "http://127.0.0.1:1",
                        "http://[::1]:1/x")) {
            assertThat(OidcProvider.issuerProblem(right)).as(right).isEmpty();
        }
        assertThat(OidcProvider.redirectProblem("http://slipway.example.org/x")).isPresent();
        assertThat(OidcProvider.redirectProblem("/x")).isPresent();
    }

    @Test
    void endpoints_on_other_hosts_must_be_allowed_by_name_and_port() {
        var google =
                new OidcProvider(
                        "https://accounts.example.com",
                        "slipway",
                        Optional.empty(),
                        SignOnValues.REDIRECT,
                        List.of(),
                        new OidcProvider.ClaimNames("groups", "email"),
                        OidcProvider.SKEW,
                        new TreeSet<>(List.of("OAuth2.example.com", "keys.example.com:8443")));
        assertThat(named("https://accounts.example.com/token", google)).isPresent();
        assertThat(named("https://accounts.example.com:443/token", google)).isPresent();
        assertThat(named("https://oauth2.example.com/token", google)).isPresent();
        assertThat(named("https://keys.example.com:8443/token", google)).isPresent();
        assertThat(named("https://accounts.example.com:444/token", google)).isEmpty();
        assertThat(named("http://accounts.example.com:443/token", google)).isEmpty();
        assertThat(named("https://keys.example.com/token", google)).isEmpty();
        assertThat(named("https://evil.accounts.example.com/token", google)).isEmpty();
        assertThat(named("https://accounts.example.com.evil/token", google)).isEmpty();
        assertThat(named("http://oauth2.example.com/token", google)).isEmpty();
    }

    private static Optional<URI> named(String text, OidcProvider oidcProvider) {
        return ProviderEndpoint.named(text, oidcProvider).map(ProviderEndpoint::uri);
    }

    private static UserId name(Map<String, Object> said) {
        return identity(said).name();
    }

    private static OidcIdentity identity(Map<String, Object> said) {
        return ClaimsMapper.of(claims(said), PROVIDER);
    }

    private static TokenClaims claims(Map<String, Object> said) {
        var json = (ObjectNode) new JsonMapper().valueToTree(said);
        return new TokenClaims(json.put("sub", "subject-1"));
    }
}
