package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static slipway.identity.Refused.refused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.IdempotencyKey;
import slipway.journal.Journal;

/** Tokens and sessions: creation, restriction and end. */
class TokensTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final TeamId NLP = new TeamId("nlp");
    private static final UserId ANA = new UserId("ana");

    private final AccessControlFixture access = AccessControlFixture.withTwoTeams();

    @AfterEach
    void close() {
        access.close();
    }

    private Principal principal(String user) {
        return access.principal(user);
    }

    @Test
    void a_scope_restricts_a_token_and_never_extends_it() {
        Principal cut =
                access.principal(
                        "boss",
                        TokenScope.within(VISION)
                                .only(Permission.TEAM_READ, Permission.SECRETS_WRITE));
        assertThat(cut.may(Permission.TEAM_READ, OPTICS)).isTrue();
        assertThat(cut.may(Permission.TEAM_WRITE, VISION)).isFalse();
        assertThat(cut.may(Permission.TEAM_READ, TeamId.ALL)).isFalse();
        assertThat(cut.sees(NLP)).isFalse();
        Principal wide =
                access.principal(
                        "ben", TokenScope.WHOLE.only(Permission.AUDIT_WRITE, Permission.TEAM_READ));
        assertThat(wide.may(Permission.AUDIT_WRITE, VISION)).isFalse();
        assertThat(wide.may(Permission.TEAM_READ, VISION)).isTrue();
    }

    @Test
    void a_token_created_with_a_token_may_not_exceed_it() {
        Principal cut =
                access.principal("ana", TokenScope.within(OPTICS).only(Permission.TEAM_READ));
        assertThat(refused(() -> access.token(cut, "ana", TokenScope.WHOLE)).code().name())
                .isEqualTo("more-than-yours");
        assertThat(refused(() -> access.token(cut, "ana", TokenScope.within(OPTICS))).code().name())
                .isEqualTo("more-than-yours");
        assertThat(
                        refused(
                                        () ->
                                                access.token(
                                                        cut,
                                                        "ana",
                                                        TokenScope.within(VISION)
                                                                .only(Permission.TEAM_READ)))
                                .code()
                                .name())
                .isEqualTo("no-such-team");
        assertThatCode(
                        () ->
                                access.token(
                                        cut,
                                        "ana",
                                        TokenScope.within(OPTICS).only(Permission.TEAM_READ)))
                .doesNotThrowAnyException();
    }

    @Test
    void a_token_may_not_outlive_the_one_it_is_created_with() {
        AccessControl.NewToken first = access.token("ana", TokenScope.WHOLE);
        access.clock().forward(Duration.ofDays(60));
        Principal ana = access.accessControl().authenticate(first.text(), access.now());
        AccessControl.NewToken second = access.token(ana, "ana", TokenScope.WHOLE);
        assertThat(second.token().expires()).isEqualTo(first.token().expires());
        var longer =
                new IdentityRequest.CreateToken(
                        ANA,
                        "x",
                        TokenScope.WHOLE,
                        Optional.of(access.now().plus(Duration.ofDays(31))));
        assertThat(refused(() -> create(ana, longer)).why()).contains("expires before that");
    }

    @Test
    void a_token_lasts_at_most_a_year_and_ends_in_the_future() {
        Principal boss = access.accessControl().local();
        for (Duration wrong :
                new Duration[] {Duration.ZERO, Duration.ofDays(-1), Duration.ofDays(367)}) {
            var wish =
                    new IdentityRequest.CreateToken(
                            ANA, "x", TokenScope.WHOLE, Optional.of(access.now().plus(wrong)));
            assertThat(refused(() -> create(boss, wish)).code().name()).isEqualTo("bad-expiry");
        }
    }

    private AccessControl.NewToken create(Principal by, IdentityRequest.CreateToken wish) {
        return Journal.await(
                access.accessControl()
                        .createToken(by, AccessControlFixture.ACTOR, wish, Optional.empty()));
    }

    @Test
    void a_lead_cannot_create_a_token_for_an_account_that_holds_more_than_the_lead() {
        access.account("robot", "vision").role("robot", "vision", Role.ADMIN);
        Principal ana = principal("ana");
        assertThat(refused(() -> access.token(ana, "robot", TokenScope.WHOLE)).code().name())
                .isEqualTo("more-than-yours");
        assertThatCode(
                        () ->
                                access.token(
                                        ana, "robot", TokenScope.WHOLE.only(Permission.TEAM_READ)))
                .doesNotThrowAnyException();
    }

    @Test
    void a_revoked_token_and_its_sessions_are_refused_immediately() {
        AccessControl.NewToken token = access.token("ana", TokenScope.WHOLE);
        Principal ana = access.accessControl().authenticate(token.text(), access.now());
        AccessControl.NewToken session =
                Journal.await(access.accessControl().openSession(ana, AccessControlFixture.ACTOR));
        assertThat(access.accessControl().authenticate(session.text(), access.now()).id())
                .isEqualTo(ANA);
        access.execute(ana, new IdentityRequest.RevokeToken(token.token().id()));
        assertThat(
                        refused(
                                        () ->
                                                access.accessControl()
                                                        .authenticate(token.text(), access.now()))
                                .code()
                                .name())
                .isEqualTo("revoked-token");
        assertThat(
                        refused(
                                        () ->
                                                access.accessControl()
                                                        .authenticate(session.text(), access.now()))
                                .code()
                                .name())
                .isEqualTo("revoked-token");
        assertThat(
                        refused(
                                        () ->
                                                access.execute(
                                                        ana,
                                                        new IdentityRequest.RevokeToken(
                                                                session.token().id())))
                                .code()
                                .status())
                .isEqualTo(401);
    }

    @Test
    void a_session_ends_after_twelve_hours_or_with_its_sign_out_and_has_its_own_csrf_value() {
        Principal ana = principal("ana");
        AccessControl.NewToken one =
                Journal.await(access.accessControl().openSession(ana, AccessControlFixture.ACTOR));
        AccessControl.NewToken two =
                Journal.await(access.accessControl().openSession(ana, AccessControlFixture.ACTOR));
        Principal inOne = access.accessControl().authenticate(one.text(), access.now());
        Principal inTwo = access.accessControl().authenticate(two.text(), access.now());
        assertThat(access.accessControl().csrf(inOne))
                .isPresent()
                .isNotEqualTo(access.accessControl().csrf(inTwo));
        assertThat(access.accessControl().csrf(inOne).orElseThrow()).matches("[0-9a-f]{64}");
        assertThat(access.accessControl().csrf(ana)).isEmpty();
        access.execute(inOne, new IdentityRequest.RevokeToken(one.token().id()));
        assertThat(access.facts()).contains(new Fact.SignedOut(ANA, one.token().id()));
        access.clock().forward(Duration.ofHours(12));
        assertThat(
                        refused(() -> access.accessControl().authenticate(two.text(), access.now()))
                                .code()
                                .name())
                .isEqualTo("expired-token");
    }

    @Test
    void the_text_of_a_token_is_shown_once_even_when_the_request_is_repeated() {
        var wish =
                new IdentityRequest.CreateToken(ANA, "laptop", TokenScope.WHOLE, Optional.empty());
        var key = Optional.of(IdempotencyKey.of("boss", "k1", wish.toString()));
        AccessControl.NewToken token =
                Journal.await(
                        access.accessControl()
                                .createToken(
                                        access.accessControl().local(),
                                        AccessControlFixture.ACTOR,
                                        wish,
                                        key));
        var again =
                refused(
                        () ->
                                Journal.await(
                                        access.accessControl()
                                                .createToken(
                                                        access.accessControl().local(),
                                                        AccessControlFixture.ACTOR,
                                                        wish,
                                                        key)));
        assertThat(again.code().name()).isEqualTo("token-shown-once");
        assertThat(again.what()).contains("'" + token.token().id() + "'");
        assertThat(access.directory().tokensOf(ANA).size()).isEqualTo(1);
    }

    @Test
    void the_local_token_may_do_everything_and_another_of_its_kind_nothing() {
        Principal local =
                access.accessControl()
                        .authenticate(access.accessControl().localToken(), access.now());
        assertThat(local.may(Permission.AUDIT_WRITE, OPTICS)).isTrue();
        assertThat(local.id()).isEqualTo(User.LOCAL);
        String other = TokenFormat.random(Token.Kind.LOCAL, AccessControlFixture.random(9)).text();
        assertThat(
                        refused(() -> access.accessControl().authenticate(other, access.now()))
                                .code()
                                .name())
                .isEqualTo("unknown-token");
        assertThat(refused(() -> access.token(local, "local", TokenScope.WHOLE)).code().name())
                .isEqualTo("no-such-user");
    }

    @Test
    void a_user_has_at_most_twenty_sessions_and_the_oldest_ends() {
        Principal ana = principal("ana");
        List<AccessControl.NewToken> opened = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            access.clock().forward(Duration.ofSeconds(1));
            opened.add(
                    Journal.await(
                            access.accessControl().openSession(ana, AccessControlFixture.ACTOR)));
        }
        assertThat(opened.subList(0, 5))
                .allSatisfy(
                        session ->
                                assertThat(refused(() -> authenticate(session)).code().name())
                                        .isEqualTo("unknown-token"));
        assertThat(opened.subList(5, 25))
                .allSatisfy(session -> assertThat(authenticate(session).id()).isEqualTo(ANA));
        access.restart();
        assertThat(access.directory().tokensOf(ANA).values().filter(Token::isSession)).hasSize(20);
    }

    private Principal authenticate(AccessControl.NewToken token) {
        return access.accessControl().authenticate(token.text(), access.now());
    }
}
