package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static slipway.identity.Refused.refused;

import java.time.Duration;
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

/** What lets people in: tokens and sessions, how they are made and how they end. */
class TokensTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final TeamId NLP = new TeamId("nlp");
    private static final UserId ANA = new UserId("ana");

    private final Gatehouse house = Gatehouse.withTwoTeams();

    @AfterEach
    void close() {
        house.close();
    }

    private Principal visitor(String user) {
        return house.visitor(user);
    }

    @Test
    void a_token_is_cut_down_by_its_scope_and_never_widened() {
        Principal cut =
                house.visitor(
                        "boss",
                        TokenScope.within(VISION)
                                .only(Permission.TEAM_READ, Permission.SECRETS_WRITE));
        assertThat(cut.may(Permission.TEAM_READ, OPTICS)).isTrue();
        assertThat(cut.may(Permission.TEAM_WRITE, VISION)).isFalse();
        assertThat(cut.may(Permission.TEAM_READ, TeamId.ALL)).isFalse();
        assertThat(cut.sees(NLP)).isFalse();
        Principal wide =
                house.visitor(
                        "ben", TokenScope.WHOLE.only(Permission.AUDIT_WRITE, Permission.TEAM_READ));
        assertThat(wide.may(Permission.AUDIT_WRITE, VISION)).isFalse();
        assertThat(wide.may(Permission.TEAM_READ, VISION)).isTrue();
    }

    @Test
    void a_token_made_with_a_token_may_not_exceed_it() {
        Principal cut = house.visitor("ana", TokenScope.within(OPTICS).only(Permission.TEAM_READ));
        assertThat(refused(() -> house.token(cut, "ana", TokenScope.WHOLE)).code().name())
                .isEqualTo("more-than-yours");
        assertThat(refused(() -> house.token(cut, "ana", TokenScope.within(OPTICS))).code().name())
                .isEqualTo("more-than-yours");
        assertThat(
                        refused(
                                        () ->
                                                house.token(
                                                        cut,
                                                        "ana",
                                                        TokenScope.within(VISION)
                                                                .only(Permission.TEAM_READ)))
                                .code()
                                .name())
                .isEqualTo("no-such-team");
        assertThatCode(
                        () ->
                                house.token(
                                        cut,
                                        "ana",
                                        TokenScope.within(OPTICS).only(Permission.TEAM_READ)))
                .doesNotThrowAnyException();
    }

    @Test
    void a_token_may_not_outlive_the_one_it_is_made_with() {
        AccessControl.NewToken first = house.token("ana", TokenScope.WHOLE);
        house.clock().forward(Duration.ofDays(60));
        Principal ana = house.guard().recognise(first.text(), house.now());
        AccessControl.NewToken second = house.token(ana, "ana", TokenScope.WHOLE);
        assertThat(second.token().expires()).isEqualTo(first.token().expires());
        var longer =
                new IdentityRequest.MakeToken(
                        ANA,
                        "x",
                        TokenScope.WHOLE,
                        Optional.of(house.now().plus(Duration.ofDays(31))));
        assertThat(refused(() -> make(ana, longer)).why()).contains("ends before that");
    }

    @Test
    void a_token_lasts_at_most_a_year_and_ends_in_the_future() {
        Principal boss = house.guard().local();
        for (Duration wrong :
                new Duration[] {Duration.ZERO, Duration.ofDays(-1), Duration.ofDays(367)}) {
            var wish =
                    new IdentityRequest.MakeToken(
                            ANA, "x", TokenScope.WHOLE, Optional.of(house.now().plus(wrong)));
            assertThat(refused(() -> make(boss, wish)).code().name()).isEqualTo("bad-expiry");
        }
    }

    private AccessControl.NewToken make(Principal by, IdentityRequest.MakeToken wish) {
        return Journal.await(house.guard().make(by, Gatehouse.ACTOR, wish, Optional.empty()));
    }

    @Test
    void a_lead_cannot_make_a_token_of_an_account_that_is_more_than_the_lead() {
        house.account("robot", "vision").role("robot", "vision", Role.ADMIN);
        Principal ana = visitor("ana");
        assertThat(refused(() -> house.token(ana, "robot", TokenScope.WHOLE)).code().name())
                .isEqualTo("more-than-yours");
        assertThatCode(() -> house.token(ana, "robot", TokenScope.WHOLE.only(Permission.TEAM_READ)))
                .doesNotThrowAnyException();
    }

    @Test
    void a_revoked_token_is_refused_at_once_and_so_are_its_sessions() {
        AccessControl.NewToken token = house.token("ana", TokenScope.WHOLE);
        Principal ana = house.guard().recognise(token.text(), house.now());
        AccessControl.NewToken session =
                Journal.await(house.guard().openSession(ana, Gatehouse.ACTOR));
        assertThat(house.guard().recognise(session.text(), house.now()).id()).isEqualTo(ANA);
        house.ask(ana, new IdentityRequest.RevokeToken(token.token().id()));
        assertThat(refused(() -> house.guard().recognise(token.text(), house.now())).code().name())
                .isEqualTo("revoked-token");
        assertThat(
                        refused(() -> house.guard().recognise(session.text(), house.now()))
                                .code()
                                .name())
                .isEqualTo("revoked-token");
        assertThat(
                        refused(
                                        () ->
                                                house.ask(
                                                        ana,
                                                        new IdentityRequest.RevokeToken(
                                                                session.token().id())))
                                .code()
                                .status())
                .isEqualTo(401);
    }

    @Test
    void a_session_ends_after_twelve_hours_or_with_its_sign_out_and_has_its_own_csrf_value() {
        Principal ana = visitor("ana");
        AccessControl.NewToken one = Journal.await(house.guard().openSession(ana, Gatehouse.ACTOR));
        AccessControl.NewToken two = Journal.await(house.guard().openSession(ana, Gatehouse.ACTOR));
        Principal inOne = house.guard().recognise(one.text(), house.now());
        Principal inTwo = house.guard().recognise(two.text(), house.now());
        assertThat(house.guard().csrf(inOne)).isPresent().isNotEqualTo(house.guard().csrf(inTwo));
        assertThat(house.guard().csrf(inOne).orElseThrow()).matches("[0-9a-f]{64}");
        assertThat(house.guard().csrf(ana)).isEmpty();
        house.ask(inOne, new IdentityRequest.RevokeToken(one.token().id()));
        assertThat(house.facts()).contains(new Fact.SignedOut(ANA, one.token().id()));
        house.clock().forward(Duration.ofHours(12));
        assertThat(refused(() -> house.guard().recognise(two.text(), house.now())).code().name())
                .isEqualTo("expired-token");
    }

    @Test
    void the_text_of_a_token_is_shown_once_also_when_the_request_comes_again() {
        var wish = new IdentityRequest.MakeToken(ANA, "laptop", TokenScope.WHOLE, Optional.empty());
        var key = Optional.of(IdempotencyKey.of("boss", "k1", wish.toString()));
        AccessControl.NewToken token =
                Journal.await(
                        house.guard().make(house.guard().local(), Gatehouse.ACTOR, wish, key));
        var again =
                refused(
                        () ->
                                Journal.await(
                                        house.guard()
                                                .make(
                                                        house.guard().local(),
                                                        Gatehouse.ACTOR,
                                                        wish,
                                                        key)));
        assertThat(again.code().name()).isEqualTo("token-shown-once");
        assertThat(again.what()).contains("'" + token.token().id() + "'");
        assertThat(house.people().tokensOf(ANA).size()).isEqualTo(1);
    }

    @Test
    void the_local_token_may_do_everything_and_another_of_its_kind_nothing() {
        Principal local = house.guard().recognise(house.guard().localToken(), house.now());
        assertThat(local.may(Permission.AUDIT_WRITE, OPTICS)).isTrue();
        assertThat(local.id()).isEqualTo(User.LOCAL);
        String other = TokenFormat.random(Token.Kind.LOCAL, Gatehouse.random(9)).text();
        assertThat(refused(() -> house.guard().recognise(other, house.now())).code().name())
                .isEqualTo("unknown-token");
        assertThat(refused(() -> house.token(local, "local", TokenScope.WHOLE)).code().name())
                .isEqualTo("no-such-user");
    }
}
