package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.base.Permission;
import slipway.base.Problem;
import slipway.base.Role;
import slipway.base.TeamId;
import slipway.base.UserId;
import slipway.server.House;
import slipway.wire.Call;
import slipway.wire.Client;
import slipway.wire.guard.MadeToken;
import slipway.wire.guard.NewToken;
import slipway.wire.guard.OwnRoutes;
import slipway.wire.guard.TeamRoutes;
import slipway.wire.guard.TeamView;
import slipway.wire.guard.TokenView;
import slipway.wire.guard.UserRoutes;
import slipway.wire.journal.JournalRoutes;
import slipway.wire.route.Paging;
import slipway.wire.route.PathPart;

/** People, teams and tokens as they are lived with, over the wire. */
@SuppressWarnings("NullAway.Init") // opened before each test
class PeopleTest {

    @TempDir Path data;
    private House house;
    private Client admin;

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
                Call.to(TeamRoutes.FOUND)
                        .with(PathPart.TEAM, above)
                        .sending(new TeamRoutes.NewTeam(new TeamId(name), Optional.empty())));
    }

    /** A person with a role, and the token it comes with. */
    private String person(String name, String team, Role role) {
        admin.call(
                Call.to(UserRoutes.ADD)
                        .sending(
                                new UserRoutes.NewUser(
                                        new UserId(name),
                                        "<b>" + name + "</b>",
                                        Optional.empty())));
        give(admin, name, team, role);
        MadeToken made =
                admin.call(
                        Call.to(UserRoutes.TOKEN_MAKE)
                                .with(PathPart.USER, name)
                                .sending(wish("first")));
        return made.text().orElseThrow();
    }

    private static void give(Client by, String name, String team, Role role) {
        by.call(
                Call.to(TeamRoutes.SET_ROLE)
                        .with(PathPart.TEAM, team)
                        .with(PathPart.USER, name)
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
        OwnRoutes.Me me = house.as(shown.getFirst()).call(OwnRoutes.ME);
        assertThat(me.user().value()).isEqualTo("admin");
        assertThat(me.roles())
                .singleElement()
                .satisfies(r -> assertThat(r.role()).isEqualTo(Role.ADMIN));
    }

    @Test
    void the_local_token_is_nobodys_and_says_what_to_do_instead() {
        refused(
                () -> admin.call(Call.to(OwnRoutes.TOKEN_MAKE).sending(wish("mine"))),
                "local-token-alone");
    }

    @Test
    void a_lead_rules_the_team_and_what_is_below_it_and_nothing_else() {
        team("vision", "all");
        team("language", "all");
        Client eva = house.as(person("eva", "vision", Role.LEAD));
        eva.call(
                Call.to(TeamRoutes.FOUND)
                        .with(PathPart.TEAM, "vision")
                        .sending(
                                new TeamRoutes.NewTeam(
                                        new TeamId("robotics"), Optional.of("Arms & <grippers>"))));
        person("kofi", "language", Role.VIEWER);
        give(eva, "kofi", "robotics", Role.LEAD);
        refused(() -> give(eva, "kofi", "vision", Role.ADMIN), "more-than-yours");
        refused(() -> give(eva, "kofi", "language", Role.VIEWER), "no-such-team");
        assertThat(eva.each(Call.to(TeamRoutes.LIST)))
                .extracting(TeamView::team)
                .containsExactly(new TeamId("robotics"), new TeamId("vision"));
        refused(() -> eva.call(UserRoutes.LIST), "not-allowed");
    }

    @Test
    void a_team_of_others_and_one_that_is_not_there_are_told_in_the_same_words() {
        team("vision", "all");
        team("language", "all");
        Client eva = house.as(person("eva", "vision", Role.ADMIN));
        assertThat(said(eva, "language").replace("language", "nowhere"))
                .isEqualTo(said(eva, "nowhere"));
    }

    private static String said(Client apiClient, String team) {
        try {
            apiClient.call(Call.to(TeamRoutes.SHOW).with(PathPart.TEAM, team));
            return "found";
        } catch (Problem problem) {
            return problem.code() + problem.getMessage();
        }
    }

    @Test
    void a_token_works_until_it_is_revoked_and_may_never_more_than_what_made_it() {
        team("vision", "all");
        Client eva = house.as(person("eva", "vision", Role.LEAD));
        MadeToken cut =
                eva.call(
                        Call.to(OwnRoutes.TOKEN_MAKE)
                                .sending(
                                        new NewToken(
                                                "reader",
                                                1,
                                                Optional.of(new TeamId("vision")),
                                                Optional.of(List.of(Permission.TEAM_READ)))));
        Client reader = house.as(cut.text().orElseThrow());
        assertThat(reader.call(Call.to(TeamRoutes.SHOW).with(PathPart.TEAM, "vision")).title())
                .isEqualTo("vision");
        refused(
                () -> reader.call(Call.to(TeamRoutes.SECRETS).with(PathPart.TEAM, "vision")),
                "not-allowed");
        refused(
                () -> reader.call(Call.to(OwnRoutes.TOKEN_MAKE).sending(wish("wider"))),
                "more-than-yours");
        assertThat(eva.each(Call.to(OwnRoutes.TOKEN_LIST)))
                .extracting(TokenView::label)
                .containsExactlyInAnyOrder("first", "reader");
        eva.call(Call.to(OwnRoutes.TOKEN_REVOKE).with(PathPart.TOKEN, cut.token()));
        refused(() -> reader.call(OwnRoutes.ME), "revoked-token");
    }

    @Test
    void a_service_account_belongs_to_its_team_and_ends_with_its_tokens() {
        team("vision", "all");
        team("language", "all");
        Client eva = house.as(person("eva", "vision", Role.LEAD));
        Client mira = house.as(person("mira", "language", Role.LEAD));
        eva.call(
                Call.to(TeamRoutes.ACCOUNT_MAKE)
                        .with(PathPart.TEAM, "vision")
                        .sending(
                                new TeamRoutes.NewAccount(
                                        new UserId("ci-vision"), "Deploys", Role.MEMBER)));
        var make =
                Call.to(TeamRoutes.ACCOUNT_TOKEN_MAKE)
                        .with(PathPart.ACCOUNT, "ci-vision")
                        .sending(new NewToken("ci", 7, Optional.empty(), Optional.empty()));
        refused(() -> mira.call(make.with(PathPart.TEAM, "language")), "no-such-user");
        Client ci = house.as(eva.call(make.with(PathPart.TEAM, "vision")).text().orElseThrow());
        assertThat(ci.call(OwnRoutes.ME).user().value()).isEqualTo("ci-vision");
        eva.call(
                Call.to(TeamRoutes.ACCOUNT_CLOSE)
                        .with(PathPart.TEAM, "vision")
                        .with(PathPart.ACCOUNT, "ci-vision"));
        assertThatThrownBy(() -> ci.call(OwnRoutes.ME)).isInstanceOf(Problem.class);
    }

    @Test
    void a_secret_can_be_set_and_replaced_and_is_never_given_back() {
        team("vision", "all");
        Client jon = house.as(person("jon", "vision", Role.MEMBER));
        var set =
                Call.to(TeamRoutes.SECRET_SET)
                        .with(PathPart.TEAM, "vision")
                        .with(PathPart.SECRET, "hub-token");
        jon.call(set.sending(new TeamRoutes.SecretValue("hush-hush-1")));
        jon.call(set.sending(new TeamRoutes.SecretValue("hush-hush-2")));
        assertThat(jon.each(Call.to(TeamRoutes.SECRETS).with(PathPart.TEAM, "vision")))
                .singleElement()
                .satisfies(s -> assertThat(s.setBy()).isEqualTo("jon"));
        assertThat(admin.each(Call.to(JournalRoutes.EVENTS)).toString()).doesNotContain("hush");
        List<String> bodies = new ArrayList<>();
        admin.each(Call.to(JournalRoutes.EVENTS)).forEach(e -> bodies.add(e.toString()));
        assertThat(bodies)
                .anyMatch(body -> body.contains("secret-set"))
                .noneMatch(body -> body.contains("hush"));
    }

    @Test
    void who_belongs_to_one_team_reads_the_events_of_that_team_alone() {
        team("vision", "all");
        team("language", "all");
        Client eva = house.as(person("eva", "vision", Role.MEMBER));
        var note =
                Call.to(JournalRoutes.TEAM_NOTE)
                        .with(PathPart.TEAM, "vision")
                        .sending(new JournalRoutes.NewNote("ours"));
        eva.call(note);
        admin.call(
                Call.to(JournalRoutes.TEAM_NOTE)
                        .with(PathPart.TEAM, "language")
                        .sending(new JournalRoutes.NewNote("theirs")));
        admin.call(Call.to(JournalRoutes.NOTE).sending(new JournalRoutes.NewNote("everybody's")));
        List<String> teams = new ArrayList<>();
        eva.each(Call.to(JournalRoutes.EVENTS)).forEach(e -> teams.add(e.team().orElse("none")));
        assertThat(teams).isNotEmpty().containsOnly("vision");
    }

    @Test
    void a_long_list_comes_in_parts_and_nothing_is_skipped_or_doubled() {
        for (int i = 0; i < 7; i++) {
            team("t" + i, "all");
        }
        var parts = Call.to(TeamRoutes.LIST).query(Paging.LIMIT, 3);
        assertThat(admin.call(parts).items()).hasSize(3);
        assertThat(admin.each(parts))
                .extracting(view -> view.team().value())
                .containsExactly("all", "t0", "t1", "t2", "t3", "t4", "t5", "t6");
    }
}
