package slipway.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static slipway.guard.Refused.refused;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Fact;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.journal.Journal;
import slipway.journal.Key;

/** Who may come in, and what they may do. */
class GuardTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final TeamId NLP = new TeamId("nlp");
    private static final UserId ANA = new UserId("ana");
    private static final UserId BEN = new UserId("ben");

    private final Gatehouse house =
            Gatehouse.inMemory()
                    .team("vision", "all")
                    .team("optics", "vision")
                    .team("nlp", "all")
                    .person("ana", "vision", Role.LEAD)
                    .person("ben", "vision", Role.VIEWER)
                    .person("cem", "nlp", Role.MEMBER)
                    .person("boss", "all", Role.ADMIN);

    @AfterEach
    void close() {
        house.close();
    }

    private Visitor visitor(String user) {
        return house.visitor(user);
    }

    @Test
    void a_role_holds_in_the_team_and_in_all_below_and_nowhere_else() {
        Visitor ana = visitor("ana");
        assertThat(ana.may(Permission.TEAM_WRITE, VISION)).isTrue();
        assertThat(ana.may(Permission.TEAM_WRITE, OPTICS)).isTrue();
        assertThat(ana.may(Permission.TEAM_READ, NLP)).isFalse();
        assertThat(ana.may(Permission.TEAM_READ, TeamId.ALL)).isFalse();
        assertThat(ana.may(Permission.PEOPLE_WRITE, VISION)).isFalse();
        assertThat(visitor("boss").may(Permission.AUDIT_WRITE, OPTICS)).isTrue();
    }

    @Test
    void roles_add_up_and_a_smaller_one_below_takes_nothing_away() {
        house.role("ben", "optics", Role.LEAD).role("ana", "optics", Role.VIEWER);
        assertThat(visitor("ben").role(OPTICS)).contains(Role.LEAD);
        assertThat(visitor("ben").role(VISION)).contains(Role.VIEWER);
        assertThat(visitor("ana").role(OPTICS)).contains(Role.LEAD);
    }

    @Test
    void a_team_that_is_not_seen_is_refused_exactly_like_one_that_is_not_there() {
        Visitor ana = visitor("ana");
        var hidden = refused(() -> house.ask(ana, new Request.RemoveTeam(NLP)));
        var absent = refused(() -> house.ask(ana, new Request.RemoveTeam(new TeamId("xyz"))));
        assertThat(hidden.code().name()).isEqualTo("no-such-team");
        assertThat(hidden.what().replace("nlp", "xyz")).isEqualTo(absent.what());
        assertThat(hidden.why() + hidden.next()).isEqualTo(absent.why() + absent.next());
        assertThat(ana.sees(NLP)).isFalse();
        assertThat(ana.sees(OPTICS)).isTrue();
    }

    @Test
    void a_viewer_sees_the_team_and_is_denied_the_change() {
        Visitor ben = visitor("ben");
        var problem =
                refused(
                        () ->
                                house.ask(
                                        ben,
                                        new Request.ChangeTeam(
                                                VISION, Optional.of("Mine"), Optional.empty())));
        assertThat(problem.code().status()).isEqualTo(403);
        assertThat(problem.why())
                .isEqualTo("It needs the role lead in the team 'vision'; you are viewer there.");
    }

    @Test
    void a_token_is_cut_down_by_its_scope_and_never_widened() {
        Visitor cut =
                house.visitor(
                        "boss",
                        Scope.within(VISION).only(Permission.TEAM_READ, Permission.SECRETS_WRITE));
        assertThat(cut.may(Permission.TEAM_READ, OPTICS)).isTrue();
        assertThat(cut.may(Permission.TEAM_WRITE, VISION)).isFalse();
        assertThat(cut.may(Permission.TEAM_READ, TeamId.ALL)).isFalse();
        assertThat(cut.sees(NLP)).isFalse();
        Visitor wide =
                house.visitor(
                        "ben", Scope.WHOLE.only(Permission.AUDIT_WRITE, Permission.TEAM_READ));
        assertThat(wide.may(Permission.AUDIT_WRITE, VISION)).isFalse();
        assertThat(wide.may(Permission.TEAM_READ, VISION)).isTrue();
    }

    @Test
    void a_token_made_with_a_token_may_not_exceed_it() {
        Visitor cut = house.visitor("ana", Scope.within(OPTICS).only(Permission.TEAM_READ));
        assertThat(refused(() -> house.token(cut, "ana", Scope.WHOLE)).code().name())
                .isEqualTo("more-than-yours");
        assertThat(refused(() -> house.token(cut, "ana", Scope.within(OPTICS))).code().name())
                .isEqualTo("more-than-yours");
        assertThat(
                        refused(
                                        () ->
                                                house.token(
                                                        cut,
                                                        "ana",
                                                        Scope.within(VISION)
                                                                .only(Permission.TEAM_READ)))
                                .code()
                                .name())
                .isEqualTo("no-such-team");
        assertThatCode(
                        () ->
                                house.token(
                                        cut,
                                        "ana",
                                        Scope.within(OPTICS).only(Permission.TEAM_READ)))
                .doesNotThrowAnyException();
    }

    @Test
    void a_token_may_not_outlive_the_one_it_is_made_with() {
        Guard.NewToken first = house.token("ana", Scope.WHOLE);
        house.clock().forward(Duration.ofDays(60));
        Visitor ana = house.guard().recognise(first.text(), house.now());
        Guard.NewToken second = house.token(ana, "ana", Scope.WHOLE);
        assertThat(second.token().expires()).isEqualTo(first.token().expires());
        var longer =
                new Request.MakeToken(
                        ANA, "x", Scope.WHOLE, Optional.of(house.now().plus(Duration.ofDays(31))));
        assertThat(refused(() -> make(ana, longer)).why()).contains("ends before that");
    }

    @Test
    void a_token_lasts_at_most_a_year_and_ends_in_the_future() {
        Visitor boss = house.guard().local();
        for (Duration wrong :
                new Duration[] {Duration.ZERO, Duration.ofDays(-1), Duration.ofDays(367)}) {
            var wish =
                    new Request.MakeToken(
                            ANA, "x", Scope.WHOLE, Optional.of(house.now().plus(wrong)));
            assertThat(refused(() -> make(boss, wish)).code().name()).isEqualTo("bad-expiry");
        }
    }

    private Guard.NewToken make(Visitor by, Request.MakeToken wish) {
        return Journal.await(house.guard().make(by, Gatehouse.ACTOR, wish, Optional.empty()));
    }

    @Test
    void a_lead_makes_service_accounts_that_work_only_below_their_team() {
        Visitor ana = visitor("ana");
        house.ask(ana, new Request.CreateAccount(new UserId("trainer"), VISION, "Trainer"));
        house.ask(
                ana, new Request.SetRole(new UserId("trainer"), OPTICS, Optional.of(Role.MEMBER)));
        Visitor trainer =
                house.guard()
                        .recognise(house.token(ana, "trainer", Scope.WHOLE).text(), house.now());
        assertThat(trainer.may(Permission.SECRETS_WRITE, OPTICS)).isTrue();
        assertThat(trainer.sees(VISION)).isFalse();
        house.role("ana", "nlp", Role.LEAD);
        Visitor both = visitor("ana");
        var away = new Request.SetRole(new UserId("trainer"), NLP, Optional.of(Role.VIEWER));
        assertThat(refused(() -> house.ask(both, away)).code().name()).isEqualTo("account-away");
    }

    @Test
    void nobody_gives_a_role_they_have_not_and_nobody_takes_a_greater_one_away() {
        Visitor ana = visitor("ana");
        var admin = new Request.SetRole(BEN, VISION, Optional.of(Role.ADMIN));
        assertThat(refused(() -> house.ask(ana, admin)).code().name()).isEqualTo("more-than-yours");
        house.role("ben", "vision", Role.ADMIN);
        var demote = new Request.SetRole(BEN, VISION, Optional.of(Role.VIEWER));
        assertThat(refused(() -> house.ask(ana, demote)).code().name())
                .isEqualTo("more-than-yours");
        Visitor cut =
                house.visitor(
                        "boss", Scope.WHOLE.only(Permission.TEAM_WRITE, Permission.TEAM_READ));
        var member = new Request.SetRole(ANA, NLP, Optional.of(Role.MEMBER));
        assertThat(refused(() -> house.ask(cut, member)).why()).contains("with a token cut down");
    }

    @Test
    void a_lead_cannot_make_a_token_of_an_account_that_is_more_than_the_lead() {
        house.account("robot", "vision").role("robot", "vision", Role.ADMIN);
        Visitor ana = visitor("ana");
        assertThat(refused(() -> house.token(ana, "robot", Scope.WHOLE)).code().name())
                .isEqualTo("more-than-yours");
        assertThatCode(() -> house.token(ana, "robot", Scope.WHOLE.only(Permission.TEAM_READ)))
                .doesNotThrowAnyException();
    }

    @Test
    void the_last_admin_stays_whatever_is_tried() {
        Visitor boss = visitor("boss");
        var id = new UserId("boss");
        var tries =
                List.of(
                        new Request.RemoveUser(id),
                        new Request.SetRole(id, TeamId.ALL, Optional.of(Role.LEAD)),
                        new Request.SetRole(id, TeamId.ALL, Optional.empty()),
                        new Request.ChangeUser(
                                id, Optional.empty(), Optional.empty(), Optional.of(false)));
        for (Request last : tries) {
            assertThat(refused(() -> house.ask(boss, last)).code().name()).isEqualTo("last-admin");
        }
        house.account("robot", "all").role("robot", "all", Role.ADMIN);
        assertThat(refused(() -> house.ask(boss, new Request.RemoveUser(id))).code().name())
                .isEqualTo("last-admin");
        house.person("heir", "all", Role.ADMIN);
        house.ask(boss, new Request.RemoveUser(id));
        assertThat(house.people().users().has(id)).isFalse();
    }

    @Test
    void a_revoked_token_is_refused_at_once_and_so_are_its_sessions() {
        Guard.NewToken token = house.token("ana", Scope.WHOLE);
        Visitor ana = house.guard().recognise(token.text(), house.now());
        Guard.NewToken session = Journal.await(house.guard().openSession(ana, Gatehouse.ACTOR));
        assertThat(house.guard().recognise(session.text(), house.now()).id()).isEqualTo(ANA);
        house.ask(ana, new Request.RevokeToken(token.token().id()));
        assertThat(refused(() -> house.guard().recognise(token.text(), house.now())).code().name())
                .isEqualTo("revoked-token");
        assertThat(
                        refused(() -> house.guard().recognise(session.text(), house.now()))
                                .code()
                                .name())
                .isEqualTo("revoked-token");
        assertThat(
                        refused(() -> house.ask(ana, new Request.RevokeToken(session.token().id())))
                                .code()
                                .status())
                .isEqualTo(401);
    }

    @Test
    void a_session_ends_after_twelve_hours_or_with_its_sign_out_and_has_its_own_csrf_value() {
        Visitor ana = visitor("ana");
        Guard.NewToken one = Journal.await(house.guard().openSession(ana, Gatehouse.ACTOR));
        Guard.NewToken two = Journal.await(house.guard().openSession(ana, Gatehouse.ACTOR));
        Visitor inOne = house.guard().recognise(one.text(), house.now());
        Visitor inTwo = house.guard().recognise(two.text(), house.now());
        assertThat(house.guard().csrf(inOne)).isPresent().isNotEqualTo(house.guard().csrf(inTwo));
        assertThat(house.guard().csrf(inOne).orElseThrow()).matches("[0-9a-f]{64}");
        assertThat(house.guard().csrf(ana)).isEmpty();
        house.ask(inOne, new Request.RevokeToken(one.token().id()));
        assertThat(house.facts()).contains(new Fact.SignedOut(ANA, one.token().id()));
        house.clock().forward(Duration.ofHours(12));
        assertThat(refused(() -> house.guard().recognise(two.text(), house.now())).code().name())
                .isEqualTo("expired-token");
    }

    @Test
    void a_disabled_user_and_one_that_is_gone_are_shut_out_with_every_token() {
        Guard.NewToken ana = house.token("ana", Scope.WHOLE);
        Guard.NewToken ben = house.token("ben", Scope.WHOLE);
        house.ask(
                new Request.ChangeUser(
                        ANA, Optional.empty(), Optional.empty(), Optional.of(false)));
        house.ask(new Request.RemoveUser(BEN));
        assertThat(refused(() -> house.guard().recognise(ana.text(), house.now())).code().name())
                .isEqualTo("user-disabled");
        assertThat(refused(() -> house.guard().recognise(ben.text(), house.now())).code().name())
                .isEqualTo("unknown-token");
        house.ask(
                new Request.ChangeUser(ANA, Optional.empty(), Optional.empty(), Optional.of(true)));
        assertThat(house.guard().recognise(ana.text(), house.now()).id()).isEqualTo(ANA);
    }

    @Test
    void a_token_of_a_removed_team_does_not_fit_a_new_team_of_the_same_name() {
        Guard.NewToken token = house.token("boss", Scope.within(NLP));
        house.ask(new Request.RemoveTeam(NLP));
        house.team("nlp", "all");
        assertThat(refused(() -> house.guard().recognise(token.text(), house.now())).code().name())
                .isEqualTo("revoked-token");
        assertThat(visitor("cem").sees(NLP)).isFalse();
    }

    @Test
    void a_team_with_something_in_it_stays() {
        house.account("robot", "nlp");
        assertThat(refused(() -> house.ask(new Request.RemoveTeam(VISION))).why())
                .isEqualTo("It still has the team 'optics' below it.");
        assertThat(refused(() -> house.ask(new Request.RemoveTeam(NLP))).why())
                .isEqualTo("It still has the service account 'robot'.");
        assertThat(refused(() -> house.ask(new Request.RemoveTeam(TeamId.ALL))).code().name())
                .isEqualTo("root-team");
    }

    @Test
    void a_team_that_moves_takes_its_own_along_and_leaves_the_roles_from_above_behind() {
        house.ask(new Request.ChangeTeam(OPTICS, Optional.empty(), Optional.of(NLP)));
        assertThat(visitor("ana").sees(OPTICS)).isFalse();
        assertThat(visitor("cem").may(Permission.SECRETS_WRITE, OPTICS)).isTrue();
        assertThat(
                        refused(
                                        () ->
                                                house.ask(
                                                        new Request.ChangeTeam(
                                                                NLP,
                                                                Optional.empty(),
                                                                Optional.of(OPTICS))))
                                .code()
                                .name())
                .isEqualTo("team-tree");
        house.role("ana", "nlp", Role.VIEWER);
        Visitor ana = visitor("ana");
        assertThat(
                        refused(
                                        () ->
                                                house.ask(
                                                        ana,
                                                        new Request.ChangeTeam(
                                                                VISION,
                                                                Optional.empty(),
                                                                Optional.of(NLP))))
                                .code()
                                .name())
                .isEqualTo("not-allowed");
    }

    @Test
    void a_team_does_not_move_away_from_a_service_account_that_works_in_it() {
        house.account("robot", "vision").role("robot", "optics", Role.MEMBER);
        var move = new Request.ChangeTeam(OPTICS, Optional.empty(), Optional.of(NLP));
        assertThat(refused(() -> house.ask(move)).why()).contains("'robot' has a role in 'optics'");
    }

    @Test
    void the_tree_has_at_most_eight_levels() {
        String above = "optics";
        for (int level = 4; level <= 8; level++) {
            house.team("level-" + level, above);
            above = "level-" + level;
        }
        String last = above;
        assertThat(refused(() -> house.team("level-9", last)).code().name()).isEqualTo("team-tree");
        assertThat(
                        refused(
                                        () ->
                                                house.ask(
                                                        new Request.ChangeTeam(
                                                                VISION,
                                                                Optional.empty(),
                                                                Optional.of(NLP))))
                                .code()
                                .name())
                .isEqualTo("team-tree");
    }

    @Test
    void names_may_look_like_anything_but_hold_nothing_invisible() {
        house.ask(
                new Request.CreatePerson(
                        new UserId("dia"),
                        "<script>alert('x')</script> \"Ö\" 🚢",
                        Optional.empty()));
        assertThat(house.people().users().get(new UserId("dia")).orElseThrow().name())
                .startsWith("<script>");
        for (String wrong :
                List.of(
                        "",
                        "  ",
                        "a\nb",
                        "a\u0000",
                        "\u202Enimda",
                        "x".repeat(201),
                        "\uD800",
                        "a\u2028b")) {
            var create = new Request.CreatePerson(new UserId("eli"), wrong, Optional.empty());
            assertThat(refused(() -> house.ask(create)).code().name()).isEqualTo("bad-text");
        }
        var email = new Request.CreatePerson(new UserId("eli"), "Eli", Optional.of("no address"));
        assertThat(refused(() -> house.ask(email)).code().name()).isEqualTo("bad-text");
    }

    @Test
    void a_name_is_given_once_and_the_names_of_the_house_never() {
        assertThat(refused(() -> house.person("ana", "nlp", Role.VIEWER)).code().name())
                .isEqualTo("user-exists");
        assertThat(refused(() -> house.account("ana", "nlp")).code().name())
                .isEqualTo("user-exists");
        assertThat(refused(() -> house.person("local", "nlp", Role.VIEWER)).code().name())
                .isEqualTo("name-reserved");
        assertThat(refused(() -> house.team("nlp", "vision")).code().name())
                .isEqualTo("team-exists");
    }

    @Test
    void the_text_of_a_token_is_shown_once_also_when_the_request_comes_again() {
        var wish = new Request.MakeToken(ANA, "laptop", Scope.WHOLE, Optional.empty());
        var key = Optional.of(Key.of("boss", "k1", wish.toString()));
        Guard.NewToken token =
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
        Visitor local = house.guard().recognise(house.guard().localToken(), house.now());
        assertThat(local.may(Permission.AUDIT_WRITE, OPTICS)).isTrue();
        assertThat(local.id()).isEqualTo(User.LOCAL);
        String other = TokenText.random(Token.Kind.LOCAL, Gatehouse.random(9)).text();
        assertThat(refused(() -> house.guard().recognise(other, house.now())).code().name())
                .isEqualTo("unknown-token");
        assertThat(refused(() -> house.token(local, "local", Scope.WHOLE)).code().name())
                .isEqualTo("no-such-user");
    }

    @Test
    void single_sign_on_adds_a_person_and_replaces_only_the_roles_it_gave() {
        var identity = new User.Identity("https://id.example.org", "42");
        Guard.NewToken first =
                signIn(
                        identity,
                        "Ana.Öz@example.org",
                        Map.of(VISION, Role.MEMBER, NLP, Role.VIEWER));
        UserId id = first.token().owner();
        assertThat(id).isEqualTo(new UserId("ana-z"));
        house.role(id.value(), "vision", Role.VIEWER).role(id.value(), "optics", Role.LEAD);
        Visitor second =
                house.guard()
                        .recognise(
                                signIn(identity, "renamed", Map.of(NLP, Role.MEMBER)).text(),
                                house.now());
        assertThat(second.id()).isEqualTo(id);
        assertThat(second.role(VISION)).contains(Role.VIEWER);
        assertThat(second.role(OPTICS)).contains(Role.LEAD);
        assertThat(second.role(NLP)).contains(Role.MEMBER);
        assertThat(refused(() -> signIn(identity, "ana", Map.of())).code().name())
                .isEqualTo("no-group");
        assertThat(
                        refused(
                                        () ->
                                                signIn(
                                                        identity,
                                                        "ana",
                                                        Map.of(new TeamId("gone"), Role.ADMIN)))
                                .code()
                                .name())
                .isEqualTo("no-group");
    }

    @Test
    void a_name_at_the_provider_never_leads_to_somebody_who_is_here_already() {
        var stranger = new User.Identity("https://id.example.org", "43");
        Guard.NewToken token = signIn(stranger, "boss", Map.of(NLP, Role.VIEWER));
        assertThat(token.token().owner()).isEqualTo(new UserId("boss-2"));
        assertThat(
                        signIn(
                                        new User.Identity("https://evil.example.org", "43"),
                                        "local",
                                        Map.of(NLP, Role.VIEWER))
                                .token()
                                .owner())
                .isEqualTo(new UserId("local-2"));
    }

    private Guard.NewToken signIn(User.Identity identity, String handle, Map<TeamId, Role> roles) {
        var who = new Request.SignIn(identity, handle, "Somebody", Optional.empty(), roles);
        return Journal.await(house.guard().signIn(who, Gatehouse.ACTOR));
    }
}
