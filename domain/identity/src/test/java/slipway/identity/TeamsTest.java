package slipway.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static slipway.identity.Refused.refused;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import slipway.base.Permission;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;

/** The tree of teams, and who sees what of it. */
class TeamsTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final TeamId NLP = new TeamId("nlp");

    private final Gatehouse house = Gatehouse.withTwoTeams();

    @AfterEach
    void close() {
        house.close();
    }

    private Principal visitor(String user) {
        return house.visitor(user);
    }

    @Test
    void a_team_that_is_not_seen_is_refused_exactly_like_one_that_is_not_there() {
        Principal ana = visitor("ana");
        var hidden = refused(() -> house.ask(ana, new IdentityRequest.RemoveTeam(NLP)));
        var absent =
                refused(() -> house.ask(ana, new IdentityRequest.RemoveTeam(new TeamId("xyz"))));
        assertThat(hidden.code().name()).isEqualTo("no-such-team");
        assertThat(hidden.what().replace("nlp", "xyz")).isEqualTo(absent.what());
        assertThat(hidden.why() + hidden.next()).isEqualTo(absent.why() + absent.next());
        assertThat(ana.sees(NLP)).isFalse();
        assertThat(ana.sees(OPTICS)).isTrue();
    }

    @Test
    void in_the_tree_a_team_stands_right_after_the_one_it_is_below() {
        house.team("zoo", "all").team("zoo-old", "all").team("bears", "zoo").team("cubs", "bears");
        assertThat(house.people().inTree().map(team -> team.id().value()))
                .containsSubsequence("all", "nlp", "zoo", "bears", "cubs", "zoo-old");
    }

    @Test
    void a_viewer_sees_the_team_and_is_denied_the_change() {
        Principal ben = visitor("ben");
        var problem =
                refused(
                        () ->
                                house.ask(
                                        ben,
                                        new IdentityRequest.ChangeTeam(
                                                VISION, Optional.of("Mine"), Optional.empty())));
        assertThat(problem.code().status()).isEqualTo(403);
        assertThat(problem.why())
                .isEqualTo("It needs the role lead in the team 'vision'; you are viewer there.");
    }

    @Test
    void a_token_of_a_removed_team_does_not_fit_a_new_team_of_the_same_name() {
        AccessControl.NewToken token = house.token("boss", TokenScope.within(NLP));
        house.ask(new IdentityRequest.RemoveTeam(NLP));
        house.team("nlp", "all");
        assertThat(refused(() -> house.guard().recognise(token.text(), house.now())).code().name())
                .isEqualTo("revoked-token");
        assertThat(visitor("cem").sees(NLP)).isFalse();
    }

    @Test
    void a_team_with_something_in_it_stays() {
        house.account("robot", "nlp");
        assertThat(refused(() -> house.ask(new IdentityRequest.RemoveTeam(VISION))).why())
                .isEqualTo("It still has the team 'optics' below it.");
        assertThat(refused(() -> house.ask(new IdentityRequest.RemoveTeam(NLP))).why())
                .isEqualTo("It still has the service account 'robot'.");
        assertThat(
                        refused(() -> house.ask(new IdentityRequest.RemoveTeam(TeamId.ALL)))
                                .code()
                                .name())
                .isEqualTo("root-team");
    }

    @Test
    void a_team_that_moves_takes_its_own_along_and_leaves_the_roles_from_above_behind() {
        house.ask(new IdentityRequest.ChangeTeam(OPTICS, Optional.empty(), Optional.of(NLP)));
        assertThat(visitor("ana").sees(OPTICS)).isFalse();
        assertThat(visitor("cem").may(Permission.SECRETS_WRITE, OPTICS)).isTrue();
        assertThat(
                        refused(
                                        () ->
                                                house.ask(
                                                        new IdentityRequest.ChangeTeam(
                                                                NLP,
                                                                Optional.empty(),
                                                                Optional.of(OPTICS))))
                                .code()
                                .name())
                .isEqualTo("team-tree");
        house.role("ana", "nlp", Role.VIEWER);
        Principal ana = visitor("ana");
        assertThat(
                        refused(
                                        () ->
                                                house.ask(
                                                        ana,
                                                        new IdentityRequest.ChangeTeam(
                                                                VISION,
                                                                Optional.empty(),
                                                                Optional.of(NLP))))
                                .code()
                                .name())
                .isEqualTo("not-allowed");
    }

    @Test
    void a_move_gives_nobody_more_than_who_moves_has() {
        house.person("lea", "all", Role.LEAD).person("dia", "nlp", Role.ADMIN);
        Principal lea = house.visitor("lea");
        var move = new IdentityRequest.ChangeTeam(VISION, Optional.empty(), Optional.of(NLP));
        assertThat(refused(() -> house.ask(lea, move)).code().name()).isEqualTo("more-than-yours");
        house.role("dia", "nlp", Role.LEAD);
        AccessControl.NewToken token = house.token("boss", TokenScope.within(NLP));
        assertThat(refused(() -> house.ask(lea, move)).code().name()).isEqualTo("more-than-yours");
        house.ask(new IdentityRequest.RevokeToken(token.token().id()));
        house.ask(lea, move);
        assertThat(house.visitor("dia").role(OPTICS)).contains(Role.LEAD);
    }

    @Test
    void a_team_does_not_move_away_from_a_service_account_that_works_in_it() {
        house.account("robot", "vision").role("robot", "optics", Role.MEMBER);
        var move = new IdentityRequest.ChangeTeam(OPTICS, Optional.empty(), Optional.of(NLP));
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
                                                        new IdentityRequest.ChangeTeam(
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
                new IdentityRequest.CreatePerson(
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
            var create =
                    new IdentityRequest.CreatePerson(new UserId("eli"), wrong, Optional.empty());
            assertThat(refused(() -> house.ask(create)).code().name()).isEqualTo("bad-text");
        }
        var email =
                new IdentityRequest.CreatePerson(
                        new UserId("eli"), "Eli", Optional.of("no address"));
        assertThat(refused(() -> house.ask(email)).code().name()).isEqualTo("bad-text");
    }
}
