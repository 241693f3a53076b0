package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names chosen by users are shown as the text they are: they execute nothing, hide nothing and do not break the
 * layout.
 */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class UserTextTest {

    private static final String MARKUP =
            "\"><img src=x onerror=\"window.ran=1\"><script>window.ran=1</script>{{7*7}}</b>'|x=y";
    private static final String LONG = "W".repeat(200);
    private static final String RIGHT_TO_LEFT = "فريق الرؤية والروبوتات — צוות ראייה";
    private static final String EMOJI = "👩‍👩‍👧‍👦🏳️‍🌈👍🏽 ".repeat(10).strip();
    private static final List<String> ODD = List.of(MARKUP, LONG, RIGHT_TO_LEFT, EMOJI);

    @TempDir static Path data;
    private static DemoServer server;
    private static String admin;

    /** Hostile values for every free text, and names of maximum length. */
    @BeforeAll
    static void open() {
        server = DemoServer.in(data);
        admin = server.adminToken();
        for (int i = 0; i < ODD.size(); i++) {
            String odd = ODD.get(i);
            String team = "odd-" + i;
            server.team("all", team, odd);
            server.person("person-" + i, odd, team, "lead");
            String account = DemoServer.account("robot-" + i, odd);
            server.call("POST", "/api/v1/teams/" + team + "/accounts", account);
            String _ = server.token("person-" + i, odd);
            server.note(odd);
        }
        String longest = "n".repeat(LONGEST_NAME);
        server.team("odd-0", longest, "Long");
        server.person(longest, "Long", longest, "lead");
        server.secret(longest, longest);
    }

    private static final int LONGEST_NAME = 63;

    @AfterAll
    static void close() {
        server.close();
    }

    @Test
    void user_text_fits_every_page_on_a_desktop(BrowserUsers users) {
        showEverywhere(users.signedIn(server.url(), admin, DisplayMode.LIGHT));
    }

    @Test
    void user_text_fits_every_page_on_a_phone(BrowserUsers users) {
        showEverywhere(users.signedIn(server.url(), admin, DisplayMode.MOBILE));
    }

    private static void showEverywhere(BrowserUser user) {
        List<String> faults = new ArrayList<>();
        for (TestedPage place : TestedPage.SIGNED_IN) {
            user.open(place.path());
            assertRanNothing(user.page());
            LayoutCheck.faults(user).forEach(fault -> faults.add(place.name() + ": " + fault));
        }
        assertThat(faults).isEmpty();
        user.open("/admin/people");
        for (String odd : ODD) {
            assertThat(user.page().locator("#people-panel")).containsText(odd);
        }
    }

    private static void assertRanNothing(Page page) {
        assertThat(page.evaluate("window.ran === undefined")).isEqualTo(true);
        assertThat(page.locator("img[src=x]")).hasCount(0);
    }

    @Test
    void user_text_is_found_by_search_and_shown_as_text(BrowserUsers users) {
        Page page = users.signedIn(server.url(), admin, DisplayMode.LIGHT).open("/").page();
        for (String odd : ODD) {
            page.keyboard().press("Control+k");
            page.locator(".sw-palette input").fill(odd.substring(0, odd.offsetByCodePoints(0, 20)));
            Locator hits = page.locator(".sw-palette [role=option]");
            assertThat(hits.first()).containsText(odd);
            assertThat(AccessibilityCheck.violations(page)).isEmpty();
            assertRanNothing(page);
            page.keyboard().press("Escape");
        }
    }

    @Test
    void user_text_survives_a_form_unchanged(BrowserUsers users) {
        BrowserUser user = users.signedIn(server.url(), admin, DisplayMode.MOBILE);
        Page page = user.open("/admin/people").page();
        for (int i = 0; i < ODD.size(); i++) {
            page.locator("[data-open=add-person]").first().click();
            Locator dialog = page.locator("#add-person");
            dialog.locator("[name=user]").fill("typed-" + i);
            dialog.locator("[name=shown]").fill(ODD.get(i));
            assertThat(LayoutCheck.faults(user)).isEmpty();
            dialog.locator("[type=submit]").click();
            assertThat(dialog).isHidden();
            Locator row =
                    page.locator(
                            "#people-panel tr", new Page.LocatorOptions().setHasText("typed-" + i));
            assertThat(row).containsText(ODD.get(i));
            assertRanNothing(page);
        }
    }

    @Test
    void user_text_in_a_url_runs_nothing(BrowserUsers users) {
        BrowserUser user = users.signedIn(server.url(), admin, DisplayMode.LIGHT);
        user.ignoreFault("status of 4");
        for (String odd : ODD) {
            Page page = user.open("/").page();
            page.evaluate(
                    "odd => location.href = '/admin/people?find=' + encodeURIComponent(odd)", odd);
            page.waitForURL("**/admin/people?find=**");
            assertRanNothing(page);
            user.open("/");
            page.evaluate("odd => location.href = '/nothing/' + encodeURIComponent(odd)", odd);
            page.waitForURL("**/nothing/**");
            assertRanNothing(page);
            assertThat(LayoutCheck.faults(user)).isEmpty();
        }
    }
}
