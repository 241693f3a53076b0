package slipway.surface.people.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.RawHttp;
import slipway.server.TwoTeamServer;

/** Visibility of users, tokens and secrets, and of the forms to change them. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class PeoplePageTest {

    /** The secret's name in the list; other mentions are examples. */
    private static final String SECRET = "<code class=\"sw-strong sw-id\">hub-token</code>";

    @TempDir static Path data;
    private static TwoTeamServer server;
    private static String lead;
    private static String viewer;
    private static String otherTeamLead;

    @BeforeAll
    static void open() {
        server = TwoTeamServer.in(data);
        lead = server.newUser("lena", TwoTeamServer.TEAM, "lead");
        viewer = server.newUser("vic", TwoTeamServer.TEAM, "viewer");
        otherTeamLead = server.newUser("oskar", TwoTeamServer.OTHER, "lead");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String page(String path, String token) {
        RawHttp.Response response =
                server.http()
                        .send(
                                "GET",
                                path,
                                List.of("Accept: text/html", "Authorization: Bearer " + token),
                                "");
        assertThat(response.status()).as(path).isEqualTo(200);
        return response.body().substring(response.body().indexOf("<main"));
    }

    @Test
    void a_lead_of_another_team_sees_nothing_of_this_team() {
        for (String path :
                List.of("/admin/people", "/admin/people/tokens", "/admin/people/secrets")) {
            assertThat(page(path, otherTeamLead))
                    .as(path)
                    .doesNotContain(">mira<", ">lena<", ">vic<", SECRET, "ci-vision")
                    .doesNotContain(">" + TwoTeamServer.TEAM + "<");
        }
        assertThat(page("/admin/people", otherTeamLead)).contains(">oskar<");
    }

    @Test
    void a_viewer_sees_the_team_without_forms_for_denied_actions() {
        String page = page("/admin/people", viewer);
        assertThat(page).contains(">lena<", ">vic<");
        assertThat(page)
                .doesNotContain("id=\"add-person\"", "id=\"new-team\"", "id=\"set-role\"")
                .doesNotContain("id=\"set-secret\"", SECRET);
        assertThat(page)
                .contains("id=\"new-token\""); // a user may always create a token for themselves
    }

    @Test
    void a_lead_may_change_the_team_but_add_no_people() {
        String page = page("/admin/people", lead);
        assertThat(page)
                .contains("id=\"new-team\"", "id=\"set-role\"", "id=\"set-secret\"", SECRET)
                .contains("POST /api/v1/teams/" + TwoTeamServer.TEAM + "/accounts/ci-vision/tokens")
                .doesNotContain("id=\"add-person\"", "POST /api/v1/users/");
    }

    @Test
    void the_local_user_sees_all_users() {
        assertThat(page("/admin/people", server.local()))
                .contains(">oskar<", ">lena<", "id=\"add-person\"", "4 people");
    }

    @Test
    void people_are_found_by_name_team_and_role() {
        assertThat(page("/admin/people?find=oskar", server.local()))
                .contains(">oskar<")
                .doesNotContain("user=lena");
        assertThat(page("/admin/people?find=viewer", server.local()))
                .contains("user=vic")
                .doesNotContain("user=lena");
        assertThat(page("/admin/people?find=next-door", server.local()))
                .contains("user=oskar")
                .doesNotContain("user=vic");
        assertThat(page("/admin/people?find=no-such-user", server.local()))
                .contains("No user matches “no-such-user”.");
    }

    @Test
    void a_user_sees_their_own_tokens_without_the_text() {
        String page = page("/admin/people/tokens", viewer);
        assertThat(page)
                .contains("DELETE /api/v1/me/tokens/")
                .doesNotContain("/users/", viewer, "lena");
    }
}
