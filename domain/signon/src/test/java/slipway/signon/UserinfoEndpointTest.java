package slipway.signon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Groups that are not in the ID token. */
@Tag("network")
class UserinfoEndpointTest {

    private static final String USER_INFO = "/userinfo";
    private static final Map<String, Object> ELSEWHERE = Map.of("groups", "src1");

    private final SignOnFixture fixture = new SignOnFixture();
    private SignOnFixture.Flow flow;

    @BeforeEach
    void begin() {
        Map<String, Object> document = fixture.provider.discovery();
        document.put("userinfo_endpoint", fixture.provider.issuer() + USER_INFO);
        fixture.provider.answers(HostileProvider.DISCOVERY, document);
        flow = fixture.begin();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void idToken(Map<String, Object> more) {
        Map<String, Object> claims = fixture.claims(flow);
        claims.putAll(more);
        fixture.providerReturns(TokenForge.rs256(claims));
    }

    @Test
    void groups_come_from_the_userinfo_endpoint_when_the_id_token_has_none() {
        idToken(Map.of());
        fixture.provider.answers(
                USER_INFO,
                Map.of(
                        "sub", "subject-1",
                        "name", "Ana Souza",
                        "preferred_username", "other",
                        "groups", List.of("ml-research")));
        OidcIdentity identity = fixture.complete(flow);
        assertThat(identity.groups()).containsExactly("ml-research");
        assertThat(identity.shownName()).isEqualTo("Ana Souza");
        // What the signed token says is not replaced.
        assertThat(identity.name().value()).isEqualTo("ana");
        assertThat(fixture.provider.requests(USER_INFO).getFirst().authorization())
                .isEqualTo("Bearer an-access-token");
    }

    @Test
    void the_userinfo_endpoint_is_not_asked_when_the_id_token_has_groups() {
        idToken(Map.of("groups", List.of()));
        assertThat(fixture.complete(flow).groups()).isEmpty();
        assertThat(fixture.provider.requestCount(USER_INFO)).isZero();
    }

    @Test
    void claims_about_another_person_are_refused() {
        idToken(Map.of());
        fixture.provider.answers(
                USER_INFO, Map.of("sub", "subject-2", "groups", List.of("platform")));
        assertThat(fixture.refused(flow).code()).isEqualTo(SignOnProblems.BAD_ANSWER);
    }

    @Test
    void a_userinfo_endpoint_that_fails_is_reported_and_not_taken_for_no_groups() {
        idToken(Map.of());
        fixture.provider.answers(USER_INFO, 500, "{}");
        assertThat(fixture.refused(flow).why())
                .isEqualTo("Its userinfo endpoint answers with status 500.");
    }

    /** Entra ID sends this to a member of more than 200 groups. */
    @Test
    void more_groups_than_a_token_holds_are_resolved_by_the_userinfo_endpoint() {
        idToken(Map.of("_claim_names", ELSEWHERE));
        fixture.provider.answers(
                USER_INFO, Map.of("sub", "subject-1", "groups", List.of("ml-research")));
        assertThat(fixture.complete(flow).groups()).containsExactly("ml-research");
    }

    @Test
    void more_groups_than_a_token_holds_are_refused_with_what_to_change_at_the_provider() {
        idToken(
                Map.of(
                        "_claim_names",
                        ELSEWHERE,
                        "_claim_sources",
                        Map.of("src1", Map.of("endpoint", "https://graph.example.org/me"))));
        fixture.provider.answers(USER_INFO, Map.of("sub", "subject-1"));
        assertThat(fixture.refused(flow).code()).isEqualTo(SignOnProblems.TOO_MANY_GROUPS);
    }

    @Test
    void the_short_form_of_too_many_groups_is_refused_too() {
        idToken(Map.of("hasgroups", true));
        fixture.provider.answers(USER_INFO, Map.of("sub", "subject-1"));
        assertThat(fixture.refused(flow).next()).contains("sign_on.groups_claim: roles");
    }

    @Test
    void an_access_token_that_fits_in_no_header_is_not_sent() {
        Map<String, Object> claims = fixture.claims(flow);
        fixture.provider.answers(
                HostileProvider.TOKEN,
                Map.of("id_token", TokenForge.rs256(claims), "access_token", "a\r\nHost: b"));
        assertThat(fixture.complete(flow).groups()).isEmpty();
        assertThat(fixture.provider.requestCount(USER_INFO)).isZero();
    }
}
