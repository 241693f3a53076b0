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
import slipway.server.RawHttp;
import slipway.server.TwoTeamServer;
import slipway.testkit.Await;
import tools.jackson.databind.JsonNode;

/** The audit, events and settings pages, with and without permission. */
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
    private static TwoTeamServer server;
    private static String member;
    private static String otherTeamAdmin;

    @BeforeAll
    static void open() {
        server = TwoTeamServer.in(data);
        member = server.token("mira");
        otherTeamAdmin = server.newUser("nora", TwoTeamServer.OTHER, "admin");
        note(TwoTeamServer.TEAM.value(), "for vision <script>alert(1)</script>");
        note(TwoTeamServer.OTHER.value(), "for the neighbours");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static void note(String team, String text) {
        server.request(
                "POST",
                "/api/v1/teams/" + team + "/notes",
                server.local(),
                "{\"text\":\"" + text + "\"}");
    }

    private static RawHttp.Response get(String path, String token) {
        return server.http()
                .send(
                        "GET",
                        path,
                        List.of("Accept: text/html", "Authorization: Bearer " + token),
                        "");
    }

    private static String page(String path, String token) {
        RawHttp.Response response = get(path, token);
        assertThat(response.status()).as(path + response.body()).isEqualTo(200);
        return response.body();
    }

    private static long newest() {
        JsonNode all =
                TwoTeamServer.json(
                        server.request("GET", "/api/v1/events?limit=1000", server.local(), ""));
        return all.path("items").get(all.path("items").size() - 1).path("seq").longValue();
    }

    private static JsonNode event(String team) {
        return TwoTeamServer.json(
                        server.request(
                                "GET",
                                "/api/v1/events?kind=note.created&team=" + team,
                                server.local(),
                                ""))
                .path("items")
                .get(0);
    }

    @Test
    void an_admin_page_is_denied_to_a_member_as_html() {
        for (String path : FOR_ADMINS) {
            RawHttp.Response response = get(path, member);
            assertThat(response.status()).as(path).isEqualTo(403);
            assertThat(response.header("Content-Type").orElse("")).contains("text/html");
            assertThat(response.body()).as(path).contains("not-allowed", "What to do next");
            assertThat(get(path, server.local()).status()).as(path).isEqualTo(200);
        }
    }

    @Test
    void an_anonymous_request_is_redirected_to_sign_in_and_back() {
        RawHttp.Response response =
                server.http().send("GET", "/admin/audit", List.of("Accept: text/html"), "");
        assertThat(response.status()).isEqualTo(303);
        assertThat(response.header("Location")).contains("/login?return_to=%2Fadmin%2Faudit");
    }

    @Test
    void a_member_sees_no_tab_without_permission() {
        assertThat(page("/admin/events", member))
                .contains(">Events</a>")
                .doesNotContain("/admin/audit", "/admin/settings");
        assertThat(page("/admin/events", server.local()))
                .contains("href=\"/admin/audit\"", "href=\"/admin/settings\"");
    }

    @Test
    void the_audit_page_claims_no_more_than_was_verified() {
        assertThat(page("/admin/audit", server.local()))
                .contains("Not fully verified since this server started");
        server.request("POST", "/api/v1/audit/checks", server.local(), "");
        Await.until(() -> page("/admin/audit", server.local()).contains("Fully verified at"));
        assertThat(page("/admin/audit", server.local()))
                .contains("none changed, dropped or reordered. Fully verified at", "Verified");
    }

    @Test
    void html_in_a_note_is_shown_as_text() {
        long seq = event(TwoTeamServer.TEAM.value()).path("seq").longValue();
        for (String path : List.of("/admin/audit/" + seq, "/admin/events/" + seq)) {
            assertThat(page(path, server.local()))
                    .contains("for vision &lt;script&gt;")
                    .doesNotContain("<script>alert");
        }
    }

    @Test
    void an_audit_entry_shows_its_proof_for_download() {
        server.request("POST", "/api/v1/audit/seals", server.local(), "");
        assertThat(page("/admin/audit/3", server.local()))
                .contains("verified against seal", "hashes lead from the entry", "Root signed")
                .contains("slipway audit prove 3", "/admin/audit/3/proof");
        EntryProof proof = EntryProof.parse(page("/admin/audit/3/proof", server.local()));
        assertThat(proof.inclusion().holds(proof.leaf(), proof.seal().root())).isTrue();
        String text = page("/admin/audit/seals/1", server.local());
        assertThat(Seal.parse(text).orElseThrow().number()).isEqualTo(1);
    }

    @Test
    void an_unsealed_entry_is_shown_as_waiting() {
        server.request("POST", "/api/v1/audit/seals", server.local(), "");
        note(TwoTeamServer.TEAM.value(), "newer than every seal");
        assertThat(page("/admin/audit/" + newest(), server.local()))
                .contains("Not sealed yet. Next seal: about")
                .doesNotContain("Download proof");
    }

    @Test
    void a_missing_item_is_a_404_page() {
        for (String path :
                List.of("/admin/audit/999999", "/admin/events/999999", "/admin/audit/seals/999")) {
            RawHttp.Response response = get(path, server.local());
            assertThat(response.status()).as(path).isEqualTo(404);
            assertThat(response.body()).contains("Not found");
        }
    }

    @Test
    void filters_apply_to_the_list_and_to_its_csv_file() {
        String wanted = "?about=notes&when=ever&q=neighbours";
        assertThat(page("/admin/audit" + wanted, server.local()))
                .contains("for the neighbours")
                .doesNotContain("for vision");
        RawHttp.Response file = get("/admin/audit/journal.csv" + wanted, server.local());
        assertThat(file.header("Content-Type")).contains("text/csv; charset=utf-8");
        assertThat(file.body()).startsWith("entry,at,by").contains("for the neighbours");
        assertThat(file.body().lines()).hasSize(2);
    }

    @Test
    void an_invalid_query_is_an_html_problem() {
        for (String query :
                List.of(
                        "?when=never",
                        "?before=x",
                        "?from=yesterday",
                        "?by=%00",
                        "?q=" + "a".repeat(300))) {
            RawHttp.Response response = get("/admin/audit" + query, server.local());
            assertThat(response.status()).as(query).isBetween(400, 422);
            assertThat(response.header("Content-Type").orElse("")).contains("text/html");
        }
    }

    @Test
    void a_date_range_and_an_empty_field_are_accepted() {
        assertThat(
                        page(
                                "/admin/audit?when=between&from=2020-01-01&to=2020-01-02&q=",
                                server.local()))
                .contains("No matching entries", "type=\"date\"");
    }

    @Test
    void events_of_other_teams_are_hidden() {
        long theirs = event(TwoTeamServer.OTHER.value()).path("seq").longValue();
        long ours = event(TwoTeamServer.TEAM.value()).path("seq").longValue();
        assertThat(page("/admin/events", member))
                .contains("for vision")
                .doesNotContain("for the neighbours", "next-door");
        assertThat(page("/admin/events?team=next-door", member)).contains("No matching events");
        assertThat(get("/admin/events/" + theirs, member).status()).isEqualTo(404);
        assertThat(page("/admin/events/" + ours, member))
                .contains(">Body</h3>", "\"text\" : \"for vision");
        assertThat(page("/admin/events/" + theirs, otherTeamAdmin)).contains("for the neighbours");
    }

    @Test
    void the_events_page_shows_the_equivalent_command() {
        assertThat(page("/admin/events?kind=note.created&team=vision", member))
                .contains("slipway events -f --kind note.created --team vision");
    }

    @Test
    void an_entry_is_found_by_its_number_and_a_setting_by_its_key() {
        String found = server.request("GET", "/search?q=3", server.local(), "").body();
        assertThat(found).contains("/admin/audit/3");
        assertThat(server.request("GET", "/search?q=keep_facts", server.local(), "").body())
                .contains("/admin/settings#set-journal-keep-facts");
        assertThat(server.request("GET", "/search?q=keep_facts", member, "").body())
                .doesNotContain("settings");
        long theirs = event(TwoTeamServer.OTHER.value()).path("seq").longValue();
        assertThat(server.request("GET", "/search?q=" + theirs, member, "").body())
                .doesNotContain("neighbours");
    }

    @Test
    void the_settings_page_shows_values_and_their_sources() {
        assertThat(page("/admin/settings", server.local()))
                .contains("journal.keep_facts", "SLIPWAY_PORT", "--port", "Flag", "Default")
                .contains("slipway config check", "not set up");
    }
}
