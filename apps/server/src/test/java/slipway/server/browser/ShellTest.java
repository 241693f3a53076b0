package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The shell around every page, by keyboard alone: no test here has a mouse. */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class ShellTest {

    @TempDir static Path data;
    private static Company company;
    private static String admin;

    @BeforeAll
    static void open() {
        company = Company.in(data);
        admin = company.adminToken();
    }

    @AfterAll
    static void close() {
        company.close();
    }

    private static Page at(Visitors visitors, Look look, String path) {
        return visitors.signedIn(company.url(), admin, look).open(path).page();
    }

    private static Locator focused(Page page) {
        return page.locator(":focus");
    }

    private static void press(Page page, String... keys) {
        for (String key : keys) {
            page.keyboard().press(key);
        }
    }

    /** Tab by tab until it has the focus; whoever never gets there has no keyboard way. */
    private static void tabTo(Page page, Locator wanted) {
        for (int steps = 0; steps < 100; steps++) {
            press(page, "Tab");
            if (wanted.evaluate("it => it === document.activeElement").equals(true)) {
                return;
            }
        }
        throw new AssertionError("No way by keyboard to " + wanted);
    }

    @Test
    void the_first_stop_leads_past_the_navigation(Visitors visitors) {
        Page page = at(visitors, Look.LIGHT, "/admin/people");
        press(page, "Tab");
        assertThat(focused(page)).hasText("Skip to content");
        assertThat(focused(page)).isInViewport();
        press(page, "Enter");
        assertThat(page.locator("#main")).isFocused();
        press(page, "Tab");
        assertThat(focused(page).and(page.locator("#main *"))).hasCount(1);
    }

    @Test
    void every_stop_shows_where_one_is(Visitors visitors) {
        for (Look look : List.of(Look.LIGHT, Look.DARK)) {
            Page page = at(visitors, look, "/admin/people");
            List<String> stops = new ArrayList<>();
            List<String> dim = new ArrayList<>();
            for (press(page, "Tab"); stops.size() < 150; press(page, "Tab")) {
                if (focused(page).count() == 0) {
                    break; // past the last stop
                }
                String stop = String.valueOf(focused(page).evaluate("it => it.outerHTML"));
                stops.add(stop);
                if (!RING.faults(page, List.of()).isEmpty()) {
                    dim.add(stop);
                }
            }
            assertThat(dim).isEmpty();
            assertThat(stops).as("stops").hasSizeBetween(15, 149);
        }
    }

    /** A ring of at least two pixels in a colour that differs from what is around it. */
    private static final Script RING =
            new Script(
                    """
                    () => {
                      const style = getComputedStyle(document.activeElement);
                      const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                      return ring || style.boxShadow !== 'none' ? [] : ['no ring'];
                    }
                    """);

    @Test
    void every_page_of_the_navigation_is_reached_by_keyboard(Visitors visitors) {
        Page page = at(visitors, Look.LIGHT, "/");
        int items = page.locator(".sw-nav a.sw-item").count();
        for (int i = 0; i < items; i++) {
            Locator item = page.locator(".sw-nav a.sw-item").nth(i);
            String path = item.getAttribute("href");
            tabTo(page, item);
            press(page, "Enter");
            page.waitForURL(Pattern.compile(Pattern.quote(path)));
            assertThat(page.locator(".sw-nav a.sw-item").nth(i))
                    .hasAttribute("aria-current", "page");
        }
    }

    @Test
    void the_team_is_switched_with_arrows_and_kept(Visitors visitors) {
        Page page = at(visitors, Look.LIGHT, "/");
        Locator button = page.locator("[data-switch]");
        Locator list = page.locator("#teams");
        tabTo(page, button);
        press(page, "Enter");
        assertThat(list).isVisible();
        press(page, "Escape");
        assertThat(list).isHidden();
        assertThat(button).isFocused();
        press(page, "Enter", "ArrowDown", "ArrowDown", "ArrowUp");
        String chosen = list.locator("li.at").getAttribute("data-team");
        assertThat(chosen).isNotEmpty();
        press(page, "Enter");
        assertThat(button).hasAccessibleName(Pattern.compile("Team: .*" + chosen + ".*"));
        page.navigate("/admin/people");
        assertThat(button).hasAccessibleName(Pattern.compile("Team: .*" + chosen + ".*"));
    }

    @Test
    void whatever_one_looks_for_is_found_and_opened_without_a_mouse(Visitors visitors) {
        Page page = at(visitors, Look.LIGHT, "/");
        Locator search = page.locator("[data-palette]");
        Locator dialog = page.locator(".sw-palette");
        Locator chosen = dialog.locator("[role=option][aria-selected=true]");
        tabTo(page, search);
        press(page, "Control+k");
        assertThat(dialog).isVisible();
        press(page, "Escape");
        assertThat(dialog).isHidden();
        assertThat(search).isFocused();
        press(page, "Enter");
        page.keyboard().type("mira");
        assertThat(chosen).containsText("mira");
        assertThat(dialog.locator("input"))
                .hasAttribute("aria-activedescendant", chosen.getAttribute("id"));
        assertThat(Accessibility.violations(page)).isEmpty();
        page.keyboard().press("Control+a");
        page.keyboard().type("people");
        assertThat(chosen).containsText("People");
        press(page, "ArrowDown", "ArrowUp", "Enter");
        page.waitForURL("**/admin/people**");
    }

    @Test
    void who_finds_nothing_is_told_so(Visitors visitors) {
        Page page = at(visitors, Look.MOBILE, "/");
        press(page, "Control+k");
        page.keyboard().type("<b>no such thing</b>");
        assertThat(page.locator(".sw-palette .sw-none")).isVisible();
        assertThat(page.locator(".sw-palette [role=option]")).hasCount(0);
    }

    @Test
    void a_dialog_keeps_the_focus_and_gives_it_back(Visitors visitors) {
        Page page = at(visitors, Look.LIGHT, "/admin/people");
        Locator button = page.locator("[data-open=add-person]").first();
        Locator dialog = page.locator("#add-person");
        tabTo(page, button);
        press(page, "Enter");
        assertThat(dialog.locator("[name=user]")).isFocused();
        assertThat(Accessibility.violations(page)).isEmpty();
        for (int steps = 0; steps < 12; steps++) {
            press(page, "Tab");
            assertThat(
                            page.evaluate(
                                    "document.activeElement.closest('main, aside, header')"
                                            + "?.contains(document.querySelector('#add-person')) !== false"
                                            + " || document.activeElement === document.body"))
                    .isEqualTo(true);
        }
        press(page, "Escape");
        assertThat(dialog).isHidden();
        assertThat(button).isFocused();
    }

    @Test
    void on_a_phone_the_navigation_is_a_drawer_that_opens_and_shuts(Visitors visitors) {
        Page page = at(visitors, Look.MOBILE, "/");
        Locator menu = page.locator("[data-menu]");
        Locator nav = page.locator("#nav");
        assertThat(nav).isHidden();
        tabTo(page, menu);
        press(page, "Enter");
        assertThat(nav).isVisible();
        assertThat(menu).hasAttribute("aria-expanded", "true");
        assertThat(focused(page).and(page.locator("#nav *"))).hasCount(1);
        assertThat(Accessibility.violations(page)).isEmpty();
        press(page, "Escape");
        assertThat(nav).isHidden();
        assertThat(menu).isFocused();
    }

    @Test
    void the_theme_is_switched_and_kept(Visitors visitors) {
        Page page = at(visitors, Look.LIGHT, "/");
        tabTo(page, page.locator("[data-theme]"));
        press(page, "Enter");
        assertThat(page.locator("html")).hasAttribute("data-bs-theme", "dark");
        page.reload();
        assertThat(page.locator("html")).hasAttribute("data-bs-theme", "dark");
    }
}
