package slipway.surface.people.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.Bare;
import slipway.server.Estate;

/** Who sees what of people, tokens and secrets, and what is offered to whom. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class PeoplePageTest {

    /** As the list names it; what else mentions it is an example. */
    private static final String SECRET = "<code class=\"sw-strong sw-id\">hub-token</code>";

    @TempDir static Path data;
    private static Estate estate;
    private static String lead;
    private static String viewer;
    private static String neighbour;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
        lead = estate.newcomer("lena", Estate.TEAM, "lead");
        viewer = estate.newcomer("vic", Estate.TEAM, "viewer");
        neighbour = estate.newcomer("oskar", Estate.OTHER, "lead");
    }

    @AfterAll
    static void close() {
        estate.close();
    }

    private static String page(String path, String token) {
        Bare.Answer answer =
                estate.bare()
                        .send(
                                "GET",
                                path,
                                List.of("Accept: text/html", "Authorization: Bearer " + token),
                                "");
        assertThat(answer.status()).as(path).isEqualTo(200);
        return answer.body().substring(answer.body().indexOf("<main"));
    }

    @Test
    void a_neighbour_sees_nobody_and_nothing_of_the_team_next_door() {
        for (String path :
                List.of("/admin/people", "/admin/people/tokens", "/admin/people/secrets")) {
            assertThat(page(path, neighbour))
                    .as(path)
                    .doesNotContain(">mira<", ">lena<", ">vic<", SECRET, "ci-vision")
                    .doesNotContain(">" + Estate.TEAM + "<");
        }
        assertThat(page("/admin/people", neighbour)).contains(">oskar<");
    }

    @Test
    void a_viewer_is_shown_the_team_and_offered_nothing_that_would_be_refused() {
        String page = page("/admin/people", viewer);
        assertThat(page).contains(">lena<", ">vic<");
        assertThat(page)
                .doesNotContain("id=\"add-person\"", "id=\"new-team\"", "id=\"set-role\"")
                .doesNotContain("id=\"set-secret\"", SECRET);
        assertThat(page).contains("id=\"new-token\""); // of one's own one may always make one
    }

    @Test
    void a_lead_may_change_the_team_but_add_no_people() {
        String page = page("/admin/people", lead);
        assertThat(page)
                .contains("id=\"new-team\"", "id=\"set-role\"", "id=\"set-secret\"", SECRET)
                .contains("POST /api/v1/teams/" + Estate.TEAM + "/accounts/ci-vision/tokens")
                .doesNotContain("id=\"add-person\"", "POST /api/v1/users/");
    }

    @Test
    void the_machine_s_own_user_sees_everybody() {
        assertThat(page("/admin/people", estate.local()))
                .contains(">oskar<", ">lena<", "id=\"add-person\"", "4 people");
    }

    @Test
    void people_are_found_by_name_team_and_role() {
        assertThat(page("/admin/people?find=oskar", estate.local()))
                .contains(">oskar<")
                .doesNotContain("user=lena");
        assertThat(page("/admin/people?find=viewer", estate.local()))
                .contains("user=vic")
                .doesNotContain("user=lena");
        assertThat(page("/admin/people?find=next-door", estate.local()))
                .contains("user=oskar")
                .doesNotContain("user=vic");
        assertThat(page("/admin/people?find=nobody-at-all", estate.local()))
                .contains("Nobody matches “nobody-at-all”.");
    }

    @Test
    void one_sees_one_s_own_tokens_and_no_text_of_any() {
        String page = page("/admin/people/tokens", viewer);
        assertThat(page)
                .contains("DELETE /api/v1/me/tokens/")
                .doesNotContain("/users/", viewer, "lena");
    }
}
