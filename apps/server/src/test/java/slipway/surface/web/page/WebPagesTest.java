package slipway.surface.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import slipway.server.RawHttp;
import slipway.server.TwoTeamServer;

/** Pages, their assets, and problems as HTML. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class WebPagesTest {

    private static final String HTML = "Accept: text/html,application/xhtml+xml";
    private static final Pattern LOADED = Pattern.compile("(?:href|src)=\"(/assets/[^\"]+)\"");

    @TempDir static Path data;
    private static TwoTeamServer server;
    private static String lead;

    @BeforeAll
    static void open() {
        server = TwoTeamServer.in(data);
        lead = server.newUser("lena", TwoTeamServer.TEAM, "lead");
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static RawHttp.Response browse(String path, String token, String... more) {
        List<String> headers = new ArrayList<>(List.of(HTML, "Authorization: Bearer " + token));
        headers.addAll(List.of(more));
        return server.http().send("GET", path, headers, "");
    }

    private static RawHttp.Response stranger(String path) {
        return server.http().send("GET", path, List.of(HTML), "");
    }

    @Test
    void an_anonymous_request_returns_to_its_page_after_sign_in() {
        RawHttp.Response response = stranger("/admin/people?find=eva");
        assertThat(response.status()).isEqualTo(303);
        assertThat(response.header("Location"))
                .contains("/login?return_to=%2Fadmin%2Fpeople%3Ffind%3Deva");
        RawHttp.Response login = stranger("/login?return_to=%2Fadmin%2Fpeople%3Ffind%3Deva");
        assertThat(login.status()).isEqualTo(200);
        assertThat(login.body()).contains("data-to=\"/admin/people?find=eva\"");
    }

    @Test
    void an_expired_cookie_redirects_to_sign_in() {
        RawHttp.Response response =
                server.http()
                        .send("GET", "/", List.of(HTML, "Cookie: slipway_session=slw_ses_old"), "");
        assertThat(response.status()).isEqualTo(303);
        assertThat(response.header("Location")).contains("/login?return_to=%2F");
    }

    @Test
    void an_overlong_return_address_is_replaced_by_home() {
        RawHttp.Response response = stranger("/?x=" + "y".repeat(9_000));
        assertThat(response.status()).isEqualTo(303);
        assertThat(response.header("Location")).contains("/login?return_to=%2F");
    }

    @Test
    void the_return_address_never_leaves_the_server() {
        for (String elsewhere :
                List.of(
                        "//evil.example",
                        "https://evil.example",
                        "/%5Cevil.example",
                        "%2F%2Fevil",
                        "javascript:alert(1)")) {
            assertThat(stranger("/login?return_to=" + elsewhere).body())
                    .as(elsewhere)
                    .contains("data-to=\"/\"");
        }
    }

    @Test
    void problems_are_json_for_programs_and_html_for_browsers() {
        RawHttp.Response program = server.request("GET", "/nowhere", lead, "");
        assertThat(program.code()).isEqualTo("no-such-route");
        RawHttp.Response person = browse("/nowhere", lead);
        assertThat(person.status()).isEqualTo(404);
        assertThat(person.header("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(person.body())
                .contains("There is nothing at /nowhere.", "<code>no-such-route</code>");
        assertThat(browse("/api/v1/nowhere", lead).code()).isEqualTo("no-such-route");
    }

    @Test
    void html_in_a_query_is_shown_as_text() {
        assertThat(browse("/admin/people?find=%3Cscript%3Ealert(1)%3C/script%3E%22", lead).body())
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .doesNotContain("<script>alert");
    }

    @Test
    void page_assets_exist_and_are_immutable() {
        List<String> loaded =
                LOADED.matcher(browse("/", lead).body()).results().map(WebPagesTest::path).toList();
        assertThat(loaded).hasSizeGreaterThan(4);
        for (String path : loaded) {
            RawHttp.Response asset =
                    server.http().send("GET", path, List.of("Accept-Encoding: gzip"), "");
            assertThat(asset.status()).as(path).isEqualTo(200);
            assertThat(asset.header("Cache-Control"))
                    .contains("public, max-age=31536000, immutable");
            assertThat(asset.header("Content-Encoding")).contains("gzip");
            assertThat(asset.header("Vary")).contains("Accept-Encoding");
        }
        assertThat(stranger("/assets/slipway-000000000000.css").status()).isEqualTo(404);
    }

    private static String path(MatchResult found) {
        return found.group(1);
    }

    @Test
    void style_sheets_use_the_versioned_paths_of_fonts() {
        String sheet =
                LOADED.matcher(browse("/", lead).body())
                        .results()
                        .map(WebPagesTest::path)
                        .filter(path -> path.contains("slipway-"))
                        .findFirst()
                        .orElseThrow();
        List<String> fonts =
                Pattern.compile("url\\((/assets/[^)]+woff2)\\)")
                        .matcher(stranger(sheet).body())
                        .results()
                        .map(WebPagesTest::path)
                        .toList();
        assertThat(fonts).hasSize(3);
        assertThat(fonts).allSatisfy(font -> assertThat(stranger(font).status()).isEqualTo(200));
    }

    @Test
    void pages_are_compressed_and_contain_no_csrf_token() {
        RawHttp.Response page = browse("/", lead, "Accept-Encoding: gzip, br");
        assertThat(page.header("Content-Encoding")).contains("gzip");
        assertThat(page.header("Cache-Control")).contains("no-store");
        assertThat(browse("/", lead).body()).doesNotContainIgnoringCase("csrf");
    }

    @Test
    void no_page_has_inline_scripts_or_styles() {
        for (String path :
                List.of("/", "/admin/people", "/admin/people/tokens", "/admin/people/secrets")) {
            assertThat(browse(path, lead).body())
                    .as(path)
                    .doesNotContainPattern("<script(?![^>]* src=)(?![^>]*application/json)")
                    .doesNotContainPattern("<style|\\sstyle=|\\son[a-z]+=");
        }
        assertThat(browse("/", lead).header("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
                .doesNotContain("unsafe");
    }

    @Test
    void times_use_the_zone_of_the_viewer_and_invalid_zones_are_ignored() {
        for (String zone : List.of("Asia.Tokyo", "Mars.Base", "x".repeat(300), "")) {
            assertThat(browse("/admin/people", lead, "Cookie: slipway_zone=" + zone).status())
                    .as(zone)
                    .isEqualTo(200);
        }
        assertThat(browse("/admin/people", lead, "Cookie: slipway_zone=Asia.Tokyo").body())
                .contains("+09:00");
    }

    @Test
    void a_hidden_team_cannot_be_selected() {
        String page =
                browse("/admin/people", lead, "Cookie: slipway_team=" + TwoTeamServer.OTHER).body();
        assertThat(page).contains("Team: All teams.").doesNotContain(TwoTeamServer.OTHER.value());
        assertThat(browse("/", lead, "Cookie: slipway_team=" + TwoTeamServer.TEAM).body())
                .contains("Team: " + TwoTeamServer.TEAM + ".");
    }

    @Test
    void search_finds_only_visible_items() {
        assertThat(server.request("GET", "/search?q=" + TwoTeamServer.TEAM, lead, "").body())
                .contains("\"Teams\"");
        assertThat(server.request("GET", "/search?q=" + TwoTeamServer.OTHER, lead, "").body())
                .isEqualTo("{\"hits\":[]}");
        assertThat(server.request("GET", "/search?q=hub-t", lead, "").body()).contains("hub-token");
        assertThat(server.request("GET", "/search?q=" + "x".repeat(300), lead, "").status())
                .isEqualTo(422);
    }

    @Test
    void commands_are_found_by_description_and_link_to_their_form() {
        assertThat(server.request("GET", "/search?q=create%20a%20team", lead, "").body())
                .contains("slipway team add", "/admin/people?do=new-team");
        assertThat(server.request("GET", "/search?q=audit%20prove", lead, "").body())
                .contains("\"path\":\"slipway audit prove\"");
    }
}
