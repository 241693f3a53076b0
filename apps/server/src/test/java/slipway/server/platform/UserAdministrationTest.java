package slipway.server.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
import slipway.server.TestServer;
import slipway.surface.api.CursorPaging;
import slipway.surface.api.PathParameter;
import slipway.surface.api.client.ApiCall;
import slipway.surface.api.client.ApiClient;
import slipway.surface.api.event.EventRoutes;
import slipway.surface.api.json.Patch;
import slipway.surface.api.people.MeRoute;
import slipway.surface.people.api.CreatedToken;
import slipway.surface.people.api.CurrentUserRoutes;
import slipway.surface.people.api.NewToken;
import slipway.surface.people.api.TeamRoutes;
import slipway.surface.people.api.TeamView;
import slipway.surface.people.api.TokenView;
import slipway.surface.people.api.UserRoutes;
import slipway.surface.people.api.UserView;
import slipway.testkit.Await;

/** Administration of users, teams and tokens over HTTP. */
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("network")
class UserAdministrationTest {

    @TempDir Path data;
    private TestServer server;
    private ApiClient admin;

    @BeforeEach
    void open() {
        server = TestServer.open(data);
        admin = server.local();
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void team(String name, String above) {
        admin.call(
                ApiCall.to(TeamRoutes.FOUND)
                        .with(PathParameter.TEAM, above)
                        .sending(new TeamRoutes.NewTeam(new TeamId(name), Optional.empty())));
    }

    /** Creates a user with a role and returns a token. */
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
                                .sending(newToken("first")));
        return made.text().orElseThrow();
    }

    private static void give(ApiClient by, String name, String team, Role role) {
        by.call(
                ApiCall.to(TeamRoutes.SET_ROLE)
                        .with(PathParameter.TEAM, team)
                        .with(PathParameter.USER, name)
                        .sending(new TeamRoutes.RoleChange(role)));
    }

    private static NewToken newToken(String label) {
        return new NewToken(label, 30, Optional.empty(), Optional.empty());
    }

    private static void assertRefused(Runnable work, String code) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        Problem.class, p -> assertThat(p.code().name()).isEqualTo(code));
    }

    @Test
    void the_first_start_shows_an_admin_token_once() {
        List<String> shown = new ArrayList<>();
        server.platform().welcome(shown::add);
        server.platform().welcome(shown::add);
        assertThat(shown).hasSize(1);
        ApiClient first = server.as(shown.getFirst());
        assertRefused(() -> first.call(UserRoutes.LIST), "not-allowed");
        CreatedToken own =
                first.call(ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(newToken("mine")));
        assertRefused(() -> first.call(MeRoute.ME), "revoked-token");
        MeRoute.Me me = server.as(own.text().orElseThrow()).call(MeRoute.ME);
        assertThat(me.user().value()).isEqualTo("admin");
        assertThat(me.roles())
                .singleElement()
                .satisfies(r -> assertThat(r.role()).isEqualTo(Role.ADMIN));
    }

    @Test
    void without_a_terminal_the_first_token_is_in_a_private_file_until_it_is_used()
            throws IOException {
        List<Path> shown = new ArrayList<>();
        server.platform().welcomeByFile(shown::add);
        Path file = shown.getFirst();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        ApiClient first = server.as(Files.readString(file).strip());
        first.call(ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(newToken("mine")));
        Await.until(() -> Files.notExists(file));
    }

    @Test
    void the_local_token_cannot_create_tokens() {
        assertRefused(
                () ->
                        admin.call(
                                ApiCall.to(CurrentUserRoutes.TOKEN_MAKE).sending(newToken("mine"))),
                "local-token-alone");
    }

    @Test
    void a_lead_manages_the_team_and_its_subteams_only() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = server.as(person("eva", "vision", Role.LEAD));
        eva.call(
                ApiCall.to(TeamRoutes.FOUND)
                        .with(PathParameter.TEAM, "vision")
                        .sending(
                                new TeamRoutes.NewTeam(
                                        new TeamId("robotics"), Optional.of("Arms & <grippers>"))));
        person("kofi", "language", Role.VIEWER);
        give(eva, "kofi", "robotics", Role.LEAD);
        assertRefused(() -> give(eva, "kofi", "vision", Role.ADMIN), "more-than-yours");
        assertRefused(() -> give(eva, "kofi", "language", Role.VIEWER), "no-such-team");
        assertThat(eva.each(ApiCall.to(TeamRoutes.LIST)))
                .extracting(TeamView::team)
                .containsExactly(new TeamId("robotics"), new TeamId("vision"));
        assertRefused(() -> eva.call(UserRoutes.LIST), "not-allowed");
    }

    @Test
    void a_hidden_team_and_a_missing_team_give_the_same_problem() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = server.as(person("eva", "vision", Role.ADMIN));
        assertThat(problemText(eva, "language").replace("language", "nowhere"))
                .isEqualTo(problemText(eva, "nowhere"));
    }

    private static String problemText(ApiClient apiClient, String team) {
        try {
            apiClient.call(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, team));
            return "found";
        } catch (Problem problem) {
            return problem.code() + problem.getMessage();
        }
    }

    @Test
    void a_token_works_until_revoked_and_never_exceeds_its_creator() {
        team("vision", "all");
        ApiClient eva = server.as(person("eva", "vision", Role.LEAD));
        CreatedToken restricted =
                eva.call(
                        ApiCall.to(CurrentUserRoutes.TOKEN_MAKE)
                                .sending(
                                        new NewToken(
                                                "reader",
                                                1,
                                                Optional.of(new TeamId("vision")),
                                                Optional.of(List.of(Permission.TEAM_READ)))));
        ApiClient reader = server.as(restricted.text().orElseThrow());
        assertThat(
                        reader.call(ApiCall.to(TeamRoutes.SHOW).with(PathParameter.TEAM, "vision"))
                                .title())
                .isEqualTo("vision");
        assertRefused(
                () ->
                        reader.call(
                                ApiCall.to(TeamRoutes.SECRETS).with(PathParameter.TEAM, "vision")),
                "not-allowed");
        assertRefused(
                () ->
                        reader.call(
                                ApiCall.to(CurrentUserRoutes.TOKEN_MAKE)
                                        .sending(newToken("wider"))),
                "more-than-yours");
        assertThat(eva.each(ApiCall.to(CurrentUserRoutes.TOKEN_LIST)))
                .extracting(TokenView::label)
                .containsExactlyInAnyOrder("first", "reader");
        eva.call(
                ApiCall.to(CurrentUserRoutes.TOKEN_REVOKE)
                        .with(PathParameter.TOKEN, restricted.token()));
        assertRefused(() -> reader.call(MeRoute.ME), "revoked-token");
    }

    @Test
    void deleting_a_service_account_revokes_its_tokens() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = server.as(person("eva", "vision", Role.LEAD));
        ApiClient mira = server.as(person("mira", "language", Role.LEAD));
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
        assertRefused(() -> mira.call(make.with(PathParameter.TEAM, "language")), "no-such-user");
        ApiClient ci =
                server.as(eva.call(make.with(PathParameter.TEAM, "vision")).text().orElseThrow());
        assertThat(ci.call(MeRoute.ME).user().value()).isEqualTo("ci-vision");
        eva.call(
                ApiCall.to(TeamRoutes.ACCOUNT_CLOSE)
                        .with(PathParameter.TEAM, "vision")
                        .with(PathParameter.ACCOUNT, "ci-vision"));
        assertThatThrownBy(() -> ci.call(MeRoute.ME)).isInstanceOf(Problem.class);
    }

    @Test
    void a_secret_can_be_set_and_replaced_but_never_read() {
        team("vision", "all");
        ApiClient jon = server.as(person("jon", "vision", Role.MEMBER));
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
    void a_member_reads_the_events_of_their_team_only() {
        team("vision", "all");
        team("language", "all");
        ApiClient eva = server.as(person("eva", "vision", Role.MEMBER));
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
    void pagination_neither_skips_nor_repeats_items() {
        for (int i = 0; i < 7; i++) {
            team("t" + i, "all");
        }
        var parts = ApiCall.to(TeamRoutes.LIST).query(CursorPaging.LIMIT, 3);
        assertThat(admin.call(parts).items()).hasSize(3);
        assertThat(admin.each(parts))
                .extracting(view -> view.team().value())
                .containsExactly("all", "t0", "t1", "t2", "t3", "t4", "t5", "t6");
    }

    private UserView change(Optional<String> shown, Patch<String> email) {
        return admin.call(
                ApiCall.to(UserRoutes.CHANGE)
                        .with(PathParameter.USER, "mira")
                        .sending(new UserRoutes.UserChange(shown, email, Optional.empty())));
    }

    @Test
    void null_removes_a_mail_address_and_the_title_of_a_team() {
        team("vision", "all");
        person("mira", "vision", Role.MEMBER);
        assertThat(change(Optional.empty(), new Patch.Replace<>("mira@example.org")).email())
                .contains("mira@example.org");
        assertThat(change(Optional.of("Mira L."), Patch.keep()).email())
                .contains("mira@example.org");
        assertThat(change(Optional.empty(), new Patch.Clear<>()).email()).isEmpty();
        var titles = new ArrayList<String>();
        for (Patch<String> title :
                List.of(new Patch.Replace<>("Seeing"), new Patch.Clear<String>())) {
            titles.add(
                    admin.call(
                                    ApiCall.to(TeamRoutes.CHANGE)
                                            .with(PathParameter.TEAM, "vision")
                                            .sending(
                                                    new TeamRoutes.TeamChange(
                                                            title, Optional.empty())))
                            .title());
        }
        assertThat(titles).containsExactly("Seeing", "vision");
    }
}
