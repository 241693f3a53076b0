package slipway.surface.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.audit.EntryProof;
import slipway.audit.Seal;
import slipway.server.Bare;
import slipway.server.Estate;
import tools.jackson.databind.JsonNode;

/** Audit, events and settings as a browser gets them, by everybody who may and may not. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class AdminPagesTest {

    private static final List<String> FOR_ADMINS =
            List.of(
                    "/admin/audit",
                    "/admin/audit/1",
                    "/admin/audit/1/proof",
                    "/admin/audit/seals/1",
                    "/admin/audit/journal.csv",
                    "/admin/settings");

    @TempDir static Path data;
    private static Estate estate;
    private static String member;
    private static String neighbour;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
        member = estate.token("mira");
        neighbour = estate.newcomer("nora", Estate.OTHER, "admin");
        note(Estate.TEAM.value(), "for vision <script>alert(1)</script>");
        note(Estate.OTHER.value(), "for the neighbours");
    }

    @AfterAll
    static void close() {
        estate.close();
    }

    private static void note(String team, String text) {
        estate.ask(
                "POST",
                "/api/v1/teams/" + team + "/notes",
                estate.local(),
                "{\"text\":\"" + text + "\"}");
    }

    private static Bare.Answer get(String path, String token) {
        return estate.bare()
                .send(
                        "GET",
                        path,
                        List.of("Accept: text/html", "Authorization: Bearer " + token),
                        "");
    }

    private static String page(String path, String token) {
        Bare.Answer answer = get(path, token);
        assertThat(answer.status()).as(path + answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static long newest() {
        JsonNode all =
                Estate.json(estate.ask("GET", "/api/v1/events?limit=1000", estate.local(), ""));
        return all.path("items").get(all.path("items").size() - 1).path("seq").longValue();
    }

    private static JsonNode event(String team) {
        return Estate.json(
                        estate.ask(
                                "GET",
                                "/api/v1/events?kind=note.created&team=" + team,
                                estate.local(),
                                ""))
                .path("items")
                .get(0);
    }

    @Test
    void a_member_is_told_on_a_page_who_may_see_what_is_for_admins() {
        for (String path : FOR_ADMINS) {
            Bare.Answer answer = get(path, member);
            assertThat(answer.status()).as(path).isEqualTo(403);
            assertThat(answer.header("Content-Type").orElse("")).contains("text/html");
            assertThat(answer.body()).as(path).contains("not-allowed", "What to do next");
            assertThat(get(path, estate.local()).status()).as(path).isEqualTo(200);
        }
    }

    @Test
    void whoever_is_not_signed_in_is_led_to_the_door_and_back() {
        Bare.Answer answer =
                estate.bare().send("GET", "/admin/audit", List.of("Accept: text/html"), "");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location")).contains("/login?return_to=%2Fadmin%2Faudit");
    }

    @Test
    void a_member_has_no_tab_that_leads_to_a_refusal() {
        assertThat(page("/admin/events", member))
                .contains(">Events</a>")
                .doesNotContain("/admin/audit", "/admin/settings");
        assertThat(page("/admin/events", estate.local()))
                .contains("href=\"/admin/audit\"", "href=\"/admin/settings\"");
    }

    @Test
    void the_log_answers_how_it_stands_and_never_says_more_than_was_checked() {
        assertThat(page("/admin/audit", estate.local()))
                .contains("Not checked in full since this server started");
        estate.ask("POST", "/api/v1/audit/checks", estate.local(), "");
        assertThat(page("/admin/audit", estate.local()))
                .contains("none changed, dropped or reordered. Checked in full at", "Verified");
    }

    @Test
    void what_somebody_wrote_is_text_on_every_page() {
        long seq = event(Estate.TEAM.value()).path("seq").longValue();
        for (String path : List.of("/admin/audit/" + seq, "/admin/events/" + seq)) {
            assertThat(page(path, estate.local()))
                    .contains("for vision &lt;script&gt;")
                    .doesNotContain("<script>alert");
        }
    }

    @Test
    void an_entry_is_proved_on_its_page_and_the_proof_can_be_kept() {
        estate.ask("POST", "/api/v1/audit/seals", estate.local(), "");
        assertThat(page("/admin/audit/3", estate.local()))
                .contains("verified against seal", "hashes lead from the entry", "Root signed")
                .contains("slipway audit prove 3", "/admin/audit/3/proof");
        EntryProof proof = EntryProof.parse(page("/admin/audit/3/proof", estate.local()));
        assertThat(proof.inclusion().holds(proof.leaf(), proof.seal().root())).isTrue();
        String text = page("/admin/audit/seals/1", estate.local());
        assertThat(Seal.parse(text).orElseThrow().number()).isEqualTo(1);
    }

    @Test
    void an_entry_that_no_seal_covers_waits_and_says_so() {
        estate.ask("POST", "/api/v1/audit/seals", estate.local(), "");
        note(Estate.TEAM.value(), "newer than every seal");
        assertThat(page("/admin/audit/" + newest(), estate.local()))
                .contains("Waits for the next seal, about")
                .doesNotContain("Download proof");
    }

    @Test
    void what_is_not_there_is_a_page_that_says_so() {
        for (String path :
                List.of("/admin/audit/999999", "/admin/events/999999", "/admin/audit/seals/999")) {
            Bare.Answer answer = get(path, estate.local());
            assertThat(answer.status()).as(path).isEqualTo(404);
            assertThat(answer.body()).contains("Not found");
        }
    }

    @Test
    void the_list_is_what_was_asked_for_and_so_is_the_file() {
        String wanted = "?about=notes&when=ever&q=neighbours";
        assertThat(page("/admin/audit" + wanted, estate.local()))
                .contains("for the neighbours")
                .doesNotContain("for vision");
        Bare.Answer file = get("/admin/audit/journal.csv" + wanted, estate.local());
        assertThat(file.header("Content-Type")).contains("text/csv; charset=utf-8");
        assertThat(file.body()).startsWith("entry,at,by").contains("for the neighbours");
        assertThat(file.body().lines()).hasSize(2);
    }

    @Test
    void nonsense_in_an_address_is_told_on_a_page() {
        for (String query :
                List.of(
                        "?when=never",
                        "?before=x",
                        "?from=yesterday",
                        "?by=%00",
                        "?q=" + "a".repeat(300))) {
            Bare.Answer answer = get("/admin/audit" + query, estate.local());
            assertThat(answer.status()).as(query).isBetween(400, 422);
            assertThat(answer.header("Content-Type").orElse("")).contains("text/html");
        }
    }

    @Test
    void a_day_and_an_empty_field_are_understood() {
        assertThat(
                        page(
                                "/admin/audit?when=between&from=2020-01-01&to=2020-01-02&q=",
                                estate.local()))
                .contains("Nothing of that is in the journal", "type=\"date\"");
    }

    @Test
    void nobody_sees_the_events_of_a_team_that_is_not_theirs() {
        long theirs = event(Estate.OTHER.value()).path("seq").longValue();
        long ours = event(Estate.TEAM.value()).path("seq").longValue();
        assertThat(page("/admin/events", member))
                .contains("for vision")
                .doesNotContain("for the neighbours", "next-door");
        assertThat(page("/admin/events?team=next-door", member)).contains("No event is like that");
        assertThat(get("/admin/events/" + theirs, member).status()).isEqualTo(404);
        assertThat(page("/admin/events/" + ours, member))
                .contains("All it says", "\"text\" : \"for vision");
        assertThat(page("/admin/events/" + theirs, neighbour)).contains("for the neighbours");
    }

    @Test
    void the_page_of_events_says_the_command_that_follows_the_same() {
        assertThat(page("/admin/events?kind=note.created&team=vision", member))
                .contains("slipway events -f --kind note.created --team vision");
    }

    @Test
    void an_entry_is_found_by_its_number_and_a_setting_by_its_key() {
        String found = estate.ask("GET", "/search?q=3", estate.local(), "").body();
        assertThat(found).contains("/admin/audit/3");
        assertThat(estate.ask("GET", "/search?q=keep_facts", estate.local(), "").body())
                .contains("/admin/settings#set-journal-keep-facts");
        assertThat(estate.ask("GET", "/search?q=keep_facts", member, "").body())
                .doesNotContain("settings");
        long theirs = event(Estate.OTHER.value()).path("seq").longValue();
        assertThat(estate.ask("GET", "/search?q=" + theirs, member, "").body())
                .doesNotContain("neighbours");
    }

    @Test
    void the_settings_say_what_is_set_and_where() {
        assertThat(page("/admin/settings", estate.local()))
                .contains("journal.keep_facts", "SLIPWAY_PORT", "--port", "Flag", "Default")
                .contains("slipway config check", "not set up");
    }
}
