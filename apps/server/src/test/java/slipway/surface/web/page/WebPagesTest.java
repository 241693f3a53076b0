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
import slipway.server.Bare;
import slipway.server.Estate;

/** What a browser gets: pages, what they load, and problems that a person can read. */
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("network")
class WebPagesTest {

    private static final String HTML = "Accept: text/html,application/xhtml+xml";
    private static final Pattern LOADED = Pattern.compile("(?:href|src)=\"(/assets/[^\"]+)\"");

    @TempDir static Path data;
    private static Estate estate;
    private static String lead;

    @BeforeAll
    static void open() {
        estate = Estate.in(data);
        lead = estate.newcomer("lena", Estate.TEAM, "lead");
    }

    @AfterAll
    static void close() {
        estate.close();
    }

    private static Bare.Answer browse(String path, String token, String... more) {
        List<String> headers = new ArrayList<>(List.of(HTML, "Authorization: Bearer " + token));
        headers.addAll(List.of(more));
        return estate.bare().send("GET", path, headers, "");
    }

    private static Bare.Answer stranger(String path) {
        return estate.bare().send("GET", path, List.of(HTML), "");
    }

    @Test
    void whoever_is_not_signed_in_is_asked_to_and_comes_back_to_where_they_wanted_to_go() {
        Bare.Answer answer = stranger("/admin/people?find=eva");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location"))
                .contains("/login?return_to=%2Fadmin%2Fpeople%3Ffind%3Deva");
        Bare.Answer login = stranger("/login?return_to=%2Fadmin%2Fpeople%3Ffind%3Deva");
        assertThat(login.status()).isEqualTo(200);
        assertThat(login.body()).contains("data-to=\"/admin/people?find=eva\"");
    }

    @Test
    void a_cookie_that_opens_nothing_any_more_leads_to_the_way_in() {
        Bare.Answer answer =
                estate.bare()
                        .send("GET", "/", List.of(HTML, "Cookie: slipway_session=slw_ses_old"), "");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location")).contains("/login?return_to=%2F");
    }

    @Test
    void a_way_that_is_too_long_to_come_back_by_leads_home() {
        Bare.Answer answer = stranger("/?x=" + "y".repeat(9_000));
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("Location")).contains("/login?return_to=%2F");
    }

    @Test
    void nobody_is_sent_to_another_server_after_signing_in() {
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
    void a_program_still_gets_json_where_a_person_gets_a_page() {
        Bare.Answer program = estate.ask("GET", "/nowhere", lead, "");
        assertThat(program.code()).isEqualTo("no-such-route");
        Bare.Answer person = browse("/nowhere", lead);
        assertThat(person.status()).isEqualTo(404);
        assertThat(person.header("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(person.body())
                .contains("There is nothing at /nowhere.", "<code>no-such-route</code>");
        assertThat(browse("/api/v1/nowhere", lead).code()).isEqualTo("no-such-route");
    }

    @Test
    void what_somebody_wrote_into_the_address_is_shown_as_text() {
        assertThat(browse("/admin/people?find=%3Cscript%3Ealert(1)%3C/script%3E%22", lead).body())
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
                .doesNotContain("<script>alert");
    }

    @Test
    void a_page_loads_only_what_is_there_and_a_browser_may_keep_it_for_ever() {
        List<String> loaded =
                LOADED.matcher(browse("/", lead).body()).results().map(WebPagesTest::path).toList();
        assertThat(loaded).hasSizeGreaterThan(4);
        for (String path : loaded) {
            Bare.Answer asset =
                    estate.bare().send("GET", path, List.of("Accept-Encoding: gzip"), "");
            assertThat(asset.status()).as(path).isEqualTo(200);
            assertThat(asset.header("Cache-Control"))
                    .contains("public, max-age=31536000, immutable");
            assertThat(asset.header("Content-Encoding")).contains("gzip");
            assertThat(asset.header("Vary")).contains("Accept-Encoding");
        }
        assertThat(stranger("/assets/faces-000000000000.css").status()).isEqualTo(404);
    }

    private static String path(MatchResult found) {
        return found.group(1);
    }

    @Test
    void a_style_sheet_names_the_fonts_as_they_are_offered() {
        String sheet =
                LOADED.matcher(browse("/", lead).body())
                        .results()
                        .map(WebPagesTest::path)
                        .filter(path -> path.contains("faces"))
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
    void pages_are_small_on_the_wire_and_hold_no_secret_that_would_make_that_unsafe() {
        Bare.Answer page = browse("/", lead, "Accept-Encoding: gzip, br");
        assertThat(page.header("Content-Encoding")).contains("gzip");
        assertThat(page.header("Cache-Control")).contains("no-store");
        assertThat(browse("/", lead).body()).doesNotContainIgnoringCase("csrf");
    }

    @Test
    void no_page_has_a_script_or_a_style_of_its_own() {
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
    void times_are_those_of_whoever_looks_and_a_zone_that_is_none_does_no_harm() {
        for (String zone : List.of("Asia.Tokyo", "Mars.Base", "x".repeat(300), "")) {
            assertThat(browse("/admin/people", lead, "Cookie: slipway_zone=" + zone).status())
                    .as(zone)
                    .isEqualTo(200);
        }
        assertThat(browse("/admin/people", lead, "Cookie: slipway_zone=Asia.Tokyo").body())
                .contains("+09:00");
    }

    @Test
    void a_team_that_is_not_seen_cannot_be_chosen() {
        String page = browse("/admin/people", lead, "Cookie: slipway_team=" + Estate.OTHER).body();
        assertThat(page).contains("Team: All teams.").doesNotContain(Estate.OTHER.value());
        assertThat(browse("/", lead, "Cookie: slipway_team=" + Estate.TEAM).body())
                .contains("Team: " + Estate.TEAM + ".");
    }

    @Test
    void search_finds_what_is_seen_and_nothing_else() {
        assertThat(estate.ask("GET", "/search?q=" + Estate.TEAM, lead, "").body())
                .contains("\"Teams\"");
        assertThat(estate.ask("GET", "/search?q=" + Estate.OTHER, lead, "").body())
                .isEqualTo("{\"hits\":[]}");
        assertThat(estate.ask("GET", "/search?q=hub-t", lead, "").body()).contains("hub-token");
        assertThat(estate.ask("GET", "/search?q=" + "x".repeat(300), lead, "").status())
                .isEqualTo(422);
    }

    @Test
    void commands_are_found_by_what_they_do_and_lead_to_their_form_where_there_is_one() {
        assertThat(estate.ask("GET", "/search?q=founds", lead, "").body())
                .contains("slipway team add", "/admin/people?do=new-team");
        assertThat(estate.ask("GET", "/search?q=audit%20prove", lead, "").body())
                .contains("\"path\":\"slipway audit prove\"");
    }
}
