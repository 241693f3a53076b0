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

/** The tree of teams, and which teams a principal sees. */
class TeamsTest {

    private static final TeamId VISION = new TeamId("vision");
    private static final TeamId OPTICS = new TeamId("optics");
    private static final TeamId NLP = new TeamId("nlp");

    private final AccessControlFixture access = AccessControlFixture.withTwoTeams();

    @AfterEach
    void close() {
        access.close();
    }

    private Principal principal(String user) {
        return access.principal(user);
    }

    @Test
    void an_invisible_team_is_refused_exactly_like_a_missing_one() {
        Principal ana = principal("ana");
        var hidden = refused(() -> access.execute(ana, new IdentityRequest.RemoveTeam(NLP)));
        var absent =
                refused(
                        () ->
                                access.execute(
                                        ana, new IdentityRequest.RemoveTeam(new TeamId("xyz"))));
        assertThat(hidden.code().name()).isEqualTo("no-such-team");
        assertThat(hidden.what().replace("nlp", "xyz")).isEqualTo(absent.what());
        assertThat(hidden.why() + hidden.next()).isEqualTo(absent.why() + absent.next());
        assertThat(ana.sees(NLP)).isFalse();
        assertThat(ana.sees(OPTICS)).isTrue();
    }

    @Test
    void in_tree_order_a_team_follows_its_parent() {
        access.team("zoo", "all").team("zoo-old", "all").team("bears", "zoo").team("cubs", "bears");
        assertThat(access.directory().inTreeOrder().map(team -> team.id().value()))
                .containsSubsequence("all", "nlp", "zoo", "bears", "cubs", "zoo-old");
    }

    @Test
    void a_viewer_sees_the_team_and_is_denied_the_change() {
        Principal ben = principal("ben");
        var problem =
                refused(
                        () ->
                                access.execute(
                                        ben,
                                        new IdentityRequest.ChangeTeam(
                                                VISION, Optional.of("Mine"), Optional.empty())));
        assertThat(problem.code().status()).isEqualTo(403);
        assertThat(problem.why())
                .isEqualTo(
                        "It needs the role lead in the team 'vision'; your role there is viewer.");
    }

    @Test
    void a_token_of_a_removed_team_is_not_valid_for_a_new_team_of_the_same_name() {
        AccessControl.NewToken token = access.token("boss", TokenScope.within(NLP));
        access.execute(new IdentityRequest.RemoveTeam(NLP));
        access.team("nlp", "all");
        assertThat(
                        refused(
                                        () ->
                                                access.accessControl()
                                                        .authenticate(token.text(), access.now()))
                                .code()
                                .name())
                .isEqualTo("revoked-token");
        assertThat(principal("cem").sees(NLP)).isFalse();
    }

    @Test
    void a_team_that_is_not_empty_cannot_be_removed() {
        access.account("robot", "nlp");
        assertThat(refused(() -> access.execute(new IdentityRequest.RemoveTeam(VISION))).why())
                .isEqualTo("It still has the team 'optics' below it.");
        assertThat(refused(() -> access.execute(new IdentityRequest.RemoveTeam(NLP))).why())
                .isEqualTo("It still has the service account 'robot'.");
        assertThat(
                        refused(() -> access.execute(new IdentityRequest.RemoveTeam(TeamId.ALL)))
                                .code()
                                .name())
                .isEqualTo("root-team");
    }

    @Test
    void a_moved_team_keeps_its_own_roles_and_loses_those_of_its_old_parents() {
        access.execute(new IdentityRequest.ChangeTeam(OPTICS, Optional.empty(), Optional.of(NLP)));
        assertThat(principal("ana").sees(OPTICS)).isFalse();
        assertThat(principal("cem").may(Permission.SECRETS_WRITE, OPTICS)).isTrue();
        assertThat(
                        refused(
                                        () ->
                                                access.execute(
                                                        new IdentityRequest.ChangeTeam(
                                                                NLP,
                                                                Optional.empty(),
                                                                Optional.of(OPTICS))))
                                .code()
                                .name())
                .isEqualTo("team-tree");
        access.role("ana", "nlp", Role.VIEWER);
        Principal ana = principal("ana");
        assertThat(
                        refused(
                                        () ->
                                                access.execute(
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
    void a_move_gives_no_user_more_than_the_mover_holds() {
        access.person("lea", "all", Role.LEAD).person("dia", "nlp", Role.ADMIN);
        Principal lea = access.principal("lea");
        var move = new IdentityRequest.ChangeTeam(VISION, Optional.empty(), Optional.of(NLP));
        assertThat(refused(() -> access.execute(lea, move)).code().name())
                .isEqualTo("more-than-yours");
        access.role("dia", "nlp", Role.LEAD);
        AccessControl.NewToken token = access.token("boss", TokenScope.within(NLP));
        assertThat(refused(() -> access.execute(lea, move)).code().name())
                .isEqualTo("more-than-yours");
        access.execute(new IdentityRequest.RevokeToken(token.token().id()));
        access.execute(lea, move);
        assertThat(access.principal("dia").role(OPTICS)).contains(Role.LEAD);
    }

    @Test
    void a_team_cannot_move_away_from_a_service_account_with_a_role_in_it() {
        access.account("robot", "vision").role("robot", "optics", Role.MEMBER);
        var move = new IdentityRequest.ChangeTeam(OPTICS, Optional.empty(), Optional.of(NLP));
        assertThat(refused(() -> access.execute(move)).why())
                .contains("'robot' has a role in 'optics'");
    }

    @Test
    void the_tree_has_at_most_eight_levels() {
        String above = "optics";
        for (int level = 4; level <= 8; level++) {
            access.team("level-" + level, above);
            above = "level-" + level;
        }
        String last = above;
        assertThat(refused(() -> access.team("level-9", last)).code().name())
                .isEqualTo("team-tree");
        assertThat(
                        refused(
                                        () ->
                                                access.execute(
                                                        new IdentityRequest.ChangeTeam(
                                                                VISION,
                                                                Optional.empty(),
                                                                Optional.of(NLP))))
                                .code()
                                .name())
                .isEqualTo("team-tree");
    }

    @Test
    void names_may_hold_any_visible_text_and_no_invisible_character() {
        access.execute(
                new IdentityRequest.CreatePerson(
                        new UserId("dia"),
                        "<script>alert('x')</script> \"Ö\" 🚢",
                        Optional.empty()));
        assertThat(access.directory().users().get(new UserId("dia")).orElseThrow().name())
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
            assertThat(refused(() -> access.execute(create)).code().name()).isEqualTo("bad-text");
        }
        var email =
                new IdentityRequest.CreatePerson(
                        new UserId("eli"), "Eli", Optional.of("no address"));
        assertThat(refused(() -> access.execute(email)).code().name()).isEqualTo("bad-text");
    }
}
