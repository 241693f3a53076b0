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
 * People name things as they like. Whatever they type comes out as the text it is: it runs nothing, hides nothing, and
 * takes no room away from others.
 */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class OddTextTest {

    private static final String MARKUP =
            "\"><img src=x onerror=\"window.ran=1\"><script>window.ran=1</script>{{7*7}}</b>'|x=y";
    private static final String LONG = "W".repeat(200);
    private static final String RIGHT_TO_LEFT = "فريق الرؤية والروبوتات — צוות ראייה";
    private static final String EMOJI = "👩‍👩‍👧‍👦🏳️‍🌈👍🏽 ".repeat(10).strip();
    private static final List<String> ODD = List.of(MARKUP, LONG, RIGHT_TO_LEFT, EMOJI);

    @TempDir static Path data;
    private static Company company;
    private static String admin;

    /** Every name that people choose freely, oddly, and the longest of those that have rules. */
    @BeforeAll
    static void open() {
        company = Company.in(data);
        admin = company.adminToken();
        for (int i = 0; i < ODD.size(); i++) {
            String odd = ODD.get(i);
            String team = "odd-" + i;
            company.team("all", team, odd);
            company.person("person-" + i, odd, team, "lead");
            String account = Company.account("robot-" + i, odd);
            company.does("POST", "/api/v1/teams/" + team + "/accounts", account);
            String _ = company.token("person-" + i, odd);
            company.note(odd);
        }
        String longest = "n".repeat(LONGEST_NAME);
        company.team("odd-0", longest, "Long");
        company.person(longest, "Long", longest, "lead");
        company.secret(longest, longest);
    }

    private static final int LONGEST_NAME = 63;

    @AfterAll
    static void close() {
        company.close();
    }

    @Test
    void on_a_wide_screen_it_is_shown_as_text_and_has_its_room(Visitors visitors) {
        showEverywhere(visitors.signedIn(company.url(), admin, Look.LIGHT));
    }

    @Test
    void on_a_phone_it_is_shown_as_text_and_has_its_room(Visitors visitors) {
        showEverywhere(visitors.signedIn(company.url(), admin, Look.MOBILE));
    }

    private static void showEverywhere(Visitor visitor) {
        List<String> faults = new ArrayList<>();
        for (Place place : Place.SIGNED_IN) {
            visitor.open(place.path());
            assertRanNothing(visitor.page());
            Layout.faults(visitor).forEach(fault -> faults.add(place.name() + ": " + fault));
        }
        assertThat(faults).isEmpty();
        visitor.open("/admin/people");
        for (String odd : ODD) {
            assertThat(visitor.page().locator("#people-panel")).containsText(odd);
        }
    }

    private static void assertRanNothing(Page page) {
        assertThat(page.evaluate("window.ran === undefined")).isEqualTo(true);
        assertThat(page.locator("img[src=x]")).hasCount(0);
    }

    @Test
    void it_is_found_by_search_and_stays_text_there(Visitors visitors) {
        Page page = visitors.signedIn(company.url(), admin, Look.LIGHT).open("/").page();
        for (String odd : ODD) {
            page.keyboard().press("Control+k");
            page.locator(".sw-palette input").fill(odd.substring(0, odd.offsetByCodePoints(0, 20)));
            Locator hits = page.locator(".sw-palette [role=option]");
            assertThat(hits.first()).containsText(odd);
            assertThat(Accessibility.violations(page)).isEmpty();
            assertRanNothing(page);
            page.keyboard().press("Escape");
        }
    }

    @Test
    void it_is_typed_into_a_form_and_comes_out_as_it_went_in(Visitors visitors) {
        Visitor visitor = visitors.signedIn(company.url(), admin, Look.MOBILE);
        Page page = visitor.open("/admin/people").page();
        for (int i = 0; i < ODD.size(); i++) {
            page.locator("[data-open=add-person]").first().click();
            Locator dialog = page.locator("#add-person");
            dialog.locator("[name=user]").fill("typed-" + i);
            dialog.locator("[name=shown]").fill(ODD.get(i));
            assertThat(Layout.faults(visitor)).isEmpty();
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
    void it_does_nothing_in_an_address_either(Visitors visitors) {
        Visitor visitor = visitors.signedIn(company.url(), admin, Look.LIGHT);
        visitor.pardon("status of 4");
        for (String odd : ODD) {
            Page page = visitor.open("/").page();
            page.evaluate(
                    "odd => location.href = '/admin/people?find=' + encodeURIComponent(odd)", odd);
            page.waitForURL("**/admin/people?find=**");
            assertRanNothing(page);
            visitor.open("/");
            page.evaluate("odd => location.href = '/nothing/' + encodeURIComponent(odd)", odd);
            page.waitForURL("**/nothing/**");
            assertRanNothing(page);
            assertThat(Layout.faults(visitor)).isEmpty();
        }
    }
}
