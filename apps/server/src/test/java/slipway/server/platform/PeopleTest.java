package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.server.House;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.people.MeRoute;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.NewToken;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.people.api.TokenView;
import slipway.surface.people.api.UserRoutes;

/** People, teams and tokens as they are lived with, over the wire. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class PeopleTest {

    @TempDir Path data;
    private House house;
    private ApiClient admin;

    @BeforeEach
    void open() {
        house = House.open(data);
        admin = house.local();
    }

    @AfterEach
    void close() {
        house.close();
    }

    private void team(String name, String above) {
        admin.call(
                ApiCall.to(TeamRoutes.FOUND)
                        .with(PathParameter.TEAM, above)
                        .sending(new TeamRoutes.NewTeam(new TeamId(name), Optional.empty())));
    }

    /** A person with a role, and the token it comes with. */
    private String person(String name, String team, Role role) {
        admin.call(
                ApiCall.to(UserRoutes.ADD)
                        .sending(
                                new UserRoutes.NewUser(
                                        new UserId(name),
                                        "<b>" + name + "</b>",
                                        Optional.empty())));
        give(admin, name, team, role);
        CreatedToken made =
                admin.call(
                        ApiCall.to(UserRoutes.TOKEN_MAKE)
                                .with(PathParameter.USER, name)
                                .sending(wish("first")));
        return made.text().orElseThrow();
    }

    private static void give(ApiClient by, String name, String team, Role role) {
        by.call(
                ApiCall.to(TeamRoutes.SET_ROLE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.USER, name)
                        .sending(new TeamRoutes.RoleChange(role)));
    }

    private static NewToken wish(String label) {
        return new NewToken(label, 30, Optional.empty(), Optional.empty());
    }

    private static void refused(Runnable work, String code) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code().name()).isEqualTo(code));
    }

    @Test
    void the_first_start_shows_an_admins_token_once_and_never_again() {
        List<String> shown = new ArrayList<>();
        house.platform().welcome(shown::add);
        house.platform().welcome(shown::add);
        assertThat(shown).hasSize(1);
        MeRoute.Me me = house.as(shown.getFirst()).call(MeRoute.ME);
        assertThat(me.user().value()).isEqualTo("admin");
        assertThat(me.roles())
                .singleElement()
                .satisfies(r -> assertThat(r.role()).isEqualTo(Role.ADMIN));
    }

    @Test
    void the_local_token_is_nobodys_and_says_what_to_do_instead() {
        refused(
                () -> admin.call(ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(wish("mine"))),
                "local-token-alone");
    }

    @Test
    void a_lead_rules_the_team_and_what_is_below_it_and_nothing_else() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = house.as(person("eva", "vision", Role.LEAD));
        eva.call(
                ApiCall.to(TeamRoutes.FOUND)
                        .with(PathParameter.TEAM, "vision")
                        .sending(
                                new TeamRoutes.NewTeam(
                                        new TeamId("robotics"), Optional.of("Arms & <grippers>"))));
        person("kofi", "language", Role.VIEWER);
        give(eva, "kofi", "robotics", Role.LEAD);
        refused(() -> give(eva, "kofi", "vision", Role.ADMIN), "more-than-yours");
        refused(() -> give(eva, "kofi", "language", Role.VIEWER), "no-such-team");
        assertThat(eva.each(ApiCall.to(TeamRoutes.LIST)))
                .extracting(TeamView::team)
                .containsExactly(new TeamId("robotics"), new TeamId("vision"));
        refused(() -> eva.call(UserRoutes.LIST), "not-allowed");
    }

    @Test
    void a_team_of_others_and_one_that_is_not_there_are_told_in_the_same_words() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = house.as(person("eva", "vision", Role.ADMIN));
        assertThat(said(eva, "language").replace("language", "nowhere"))
                .isEqualTo(said(eva, "nowhere"));
    }

    private static String said(ApiClient apiClient, String team) {
        try {
            apiClient.call(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, team));
            return "found";
        } catch (Problem problem) {
            return problem.code() + problem.getMessage();
        }
    }

    @Test
    void a_token_works_until_it_is_revoked_and_may_never_more_than_what_made_it() {
        team("vision", "all");
        ApiClient eva = house.as(person("eva", "vision", Role.LEAD));
        CreatedToken cut =
                eva.call(
                        ApiCall.to(CurrentUserRoutes.TOKEN_MAKE)
                                .sending(
                                        new NewToken(
                                                "reader",
                                                1,
                                                Optional.of(new TeamId("vision")),
                                                Optional.of(List.of(Permission.TEAM_READ)))));
        ApiClient reader = house.as(cut.text().orElseThrow());
        assertThat(
                        reader.call(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, "vision"))
                                .title())
                .isEqualTo("vision");
        refused(
                () ->
                        reader.call(
                                ApiCall.to(TeamRoutes.SECRETS).with(PathParameter.TEAM, "vision")),
                "not-allowed");
        refused(
                () -> reader.call(ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(wish("wider"))),
                "more-than-yours");
        assertThat(eva.each(ApiCall.to(CurrentUserRoutes.TOKEN_LIST)))
                .extracting(TokenView::label)
                .containsExactlyInAnyOrder("first", "reader");
        eva.call(ApiCall.to(CurrentUserRoutes.TOKEN_REVOKE).with(PathParameter.TOKEN, cut.token()));
        refused(() -> reader.call(MeRoute.ME), "revoked-token");
    }

    @Test
    void a_service_account_belongs_to_its_team_and_ends_with_its_tokens() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = house.as(person("eva", "vision", Role.LEAD));
        ApiClient mira = house.as(person("mira", "language", Role.LEAD));
        eva.call(
                ApiCall.to(TeamRoutes.ACCOUNT_MAKE)
                        .with(PathParameter.TEAM, "vision")
                        .sending(
                                new TeamRoutes.NewAccount(
                                        new UserId("ci-vision"), "Deploys", Role.MEMBER)));
        var make =
                ApiCall.to(TeamRoutes.ACCOUNT_TOKEN_MAKE)
                        .with(PathParameter.ACCOUNT, "ci-vision")
                        .sending(new NewToken("ci", 7, Optional.empty(), Optional.empty()));
        refused(() -> mira.call(make.with(PathParameter.TEAM, "language")), "no-such-user");
        ApiClient ci =
                house.as(eva.call(make.with(PathParameter.TEAM, "vision")).text().orElseThrow());
        assertThat(ci.call(MeRoute.ME).user().value()).isEqualTo("ci-vision");
        eva.call(
                ApiCall.to(TeamRoutes.ACCOUNT_CLOSE)
                        .with(PathParameter.TEAM, "vision")
                        .with(PathParameter.ACCOUNT, "ci-vision"));
        assertThatThrownBy(() -> ci.call(MeRoute.ME)).isInstanceOf(Problem.class);
    }

    @Test
    void a_secret_can_be_set_and_replaced_and_is_never_given_back() {
        team("vision", "all");
        ApiClient jon = house.as(person("jon", "vision", Role.MEMBER));
        var set =
                ApiCall.to(TeamRoutes.SECRET_SET)
                        .with(PathParameter.TEAM, "vision")
                        .with(PathParameter.SECRET, "hub-token");
        jon.call(set.sending(new TeamRoutes.SecretValue("hush-hush-1")));
        jon.call(set.sending(new TeamRoutes.SecretValue("hush-hush-2")));
        assertThat(jon.each(ApiCall.to(TeamRoutes.SECRETS).with(PathParameter.TEAM, "vision")))
                .singleElement()
                .satisfies(s -> assertThat(s.setBy()).isEqualTo("jon"));
        assertThat(admin.each(ApiCall.to(EventRoutes.EVENTS)).toString()).doesNotContain("hush");
        List<String> bodies = new ArrayList<>();
        admin.each(ApiCall.to(EventRoutes.EVENTS)).forEach(e -> bodies.add(e.toString()));
        assertThat(bodies)
                .anyMatch(body -> body.contains("secret.set"))
                .noneMatch(body -> body.contains("hush"));
    }

    @Test
    void who_belongs_to_one_team_reads_the_events_of_that_team_alone() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = house.as(person("eva", "vision", Role.MEMBER));
        var note =
                ApiCall.to(EventRoutes.TEAM_NOTE)
                        .with(PathParameter.TEAM, "vision")
                        .sending(new EventRoutes.NewNote("ours"));
        eva.call(note);
        admin.call(
                ApiCall.to(EventRoutes.TEAM_NOTE)
                        .with(PathParameter.TEAM, "language")
                        .sending(new EventRoutes.NewNote("theirs")));
        admin.call(ApiCall.to(EventRoutes.NOTE).sending(new EventRoutes.NewNote("everybody's")));
        List<String> teams = new ArrayList<>();
        eva.each(ApiCall.to(EventRoutes.EVENTS)).forEach(e -> teams.add(e.team().orElse("none")));
        assertThat(teams).isNotEmpty().containsOnly("vision");
    }

    @Test
    void a_long_list_comes_in_parts_and_nothing_is_skipped_or_doubled() {
        for (int i = 0; i < 7; i++) {
            team("t" + i, "all");
        }
        var parts = ApiCall.to(TeamRoutes.LIST).query(CursorPaging.LIMIT, 3);
        assertThat(admin.call(parts).items()).hasSize(3);
        assertThat(admin.each(parts))
                .extracting(view -> view.team().value())
                .containsExactly("all", "t0", "t1", "t2", "t3", "t4", "t5", "t6");
    }
}
