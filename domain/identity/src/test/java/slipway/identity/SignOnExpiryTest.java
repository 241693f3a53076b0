package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.identity.Refused.refused;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Journal;

/** What comes from an identity provider does not outlive the last sign-in there. */
class SignOnExpiryTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final User.Identity DANA =
            new User.Identity("https://id.example.org", "employee-17");
    private static final UserId DANA_ID = new UserId("dana");

    private final AccessControlFixture access = AccessControlFixture.withTwoTeams();

    @AfterEach
    void close() {
        access.close();
    }

    private AccessControl.NewToken signIn() {
        return access.signIn(DANA, "dana", Map.of(VISION, Role.LEAD));
    }

    private Principal authenticate(AccessControl.NewToken token) {
        return access.accessControl().authenticate(token.text(), access.now());
    }

    private String codeOf(AccessControl.NewToken token) {
        return refused(() -> authenticate(token)).code().name();
    }

    @Test
    void a_token_from_a_session_of_single_sign_on_is_refused_when_the_sign_on_is_too_old() {
        Principal session = authenticate(signIn());
        AccessControl.NewToken first = access.token(session, "dana", TokenScope.WHOLE);
        AccessControl.NewToken second = access.token(authenticate(first), "dana", TokenScope.WHOLE);
        access.clock().forward(Duration.ofHours(12));
        assertThat(codeOf(first)).isEqualTo("sign-on-outdated");
        assertThat(codeOf(second)).isEqualTo("sign-on-outdated");
        assertThat(access.accessControl().recheck(session, access.now())).isEmpty();
        signIn();
        assertThat(authenticate(second).role(VISION)).contains(Role.LEAD);
    }

    @Test
    void a_role_that_an_admin_gave_does_not_keep_the_token_of_a_leaver_alive() {
        AccessControl.NewToken token =
                access.token(authenticate(signIn()), "dana", TokenScope.WHOLE);
        access.role("dana", "optics", Role.LEAD);
        access.clock().forward(Duration.ofHours(13));
        assertThat(codeOf(token)).isEqualTo("sign-on-outdated");
        assertThat(access.directory().role(DANA_ID, OPTICS)).contains(Role.LEAD);
    }

    @Test
    void roles_from_groups_are_removed_with_a_fact_when_no_sign_in_renews_them() {
        signIn();
        access.clock().forward(Duration.ofHours(12).minusSeconds(1));
        Journal.await(access.accessControl().flush());
        assertThat(access.directory().role(DANA_ID, VISION)).contains(Role.LEAD);
        access.clock().forward(Duration.ofSeconds(1));
        Journal.await(access.accessControl().flush());
        assertThat(access.directory().role(DANA_ID, VISION)).isEmpty();
        assertThat(access.facts())
                .contains(new Fact.RoleSet(DANA_ID, VISION, Optional.empty(), true));
        DirectoryFromFacts.of(access.facts()).requireEqual(access.directory());
    }

    @Test
    void a_session_does_not_outlast_the_sign_on_that_opened_it() {
        var person =
                new IdentityRequest.SignIn(
                        DANA,
                        "dana",
                        "Dana",
                        Optional.empty(),
                        Map.of(VISION, Role.LEAD),
                        Duration.ofHours(1));
        AccessControl.NewToken session =
                Journal.await(access.accessControl().signIn(person, AccessControlFixture.ACTOR));
        assertThat(session.token().expires()).contains(access.now().plus(Duration.ofHours(1)));
    }

    @Test
    void a_sign_in_survives_a_restart() {
        AccessControl.NewToken token =
                access.token(authenticate(signIn()), "dana", TokenScope.WHOLE);
        access.restart();
        assertThat(authenticate(token).id()).isEqualTo(DANA_ID);
    }

    @Test
    void tokens_of_accounts_end_with_the_person_of_single_sign_on_who_created_them() {
        access.account("ci-vision", "vision").account("ci-other", "vision");
        AccessControl.NewToken own = access.token(authenticate(signIn()), "dana", TokenScope.WHOLE);
        AccessControl.NewToken created =
                access.token(authenticate(own), "ci-vision", TokenScope.WHOLE);
        AccessControl.NewToken other = access.token("ci-other", TokenScope.WHOLE);
        access.clock().forward(Duration.ofDays(3));
        Journal.await(access.accessControl().flush());
        // The session has ended and is forgotten otherwise; the account works without a person.
        assertThat(authenticate(created).id()).isEqualTo(new UserId("ci-vision"));
        access.execute(
                new IdentityRequest.ChangeUser(
                        DANA_ID, Optional.empty(), Optional.empty(), Optional.of(false)));
        assertThat(codeOf(created)).isEqualTo("revoked-token");
        assertThat(authenticate(other).id()).isEqualTo(new UserId("ci-other"));
    }
}
