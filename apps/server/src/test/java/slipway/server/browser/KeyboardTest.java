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

/** Navigation by keyboard only. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class KeyboardTest {

    @TempDir static Path data;
    private static DemoServer server;
    private static String admin;

    @BeforeAll
    static void start() {
        server = DemoServer.in(data);
        admin = server.adminToken();
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static Page open(BrowserUsers users, DisplayMode mode, String path) {
        return users.signedIn(server.url(), admin, mode).open(path).page();
    }

    private static Locator focused(Page page) {
        return page.locator(":focus");
    }

    private static void press(Page page, String... keys) {
        for (String key : keys) {
            page.keyboard().press(key);
        }
    }

    /** Presses Tab until the element has the focus; fails if it is unreachable. */
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
    void the_first_tab_stop_skips_the_navigation(BrowserUsers users) {
        Page page = open(users, DisplayMode.LIGHT, "/admin/people");
        press(page, "Tab");
        assertThat(focused(page)).hasText("Skip to content");
        assertThat(focused(page)).isInViewport();
        press(page, "Enter");
        assertThat(page.locator("#main")).isFocused();
        press(page, "Tab");
        assertThat(focused(page).and(page.locator("#main *"))).hasCount(1);
    }

    @Test
    void every_tab_stop_shows_a_focus_ring(BrowserUsers users) {
        for (DisplayMode mode : List.of(DisplayMode.LIGHT, DisplayMode.DARK)) {
            Page page = open(users, mode, "/admin/people");
            List<String> stops = new ArrayList<>();
            List<String> withoutRing = new ArrayList<>();
            for (press(page, "Tab"); stops.size() < 150; press(page, "Tab")) {
                if (focused(page).count() == 0) {
                    break; // past the last stop
                }
                String stop = String.valueOf(focused(page).evaluate("it => it.outerHTML"));
                stops.add(stop);
                if (!RING.faults(page, List.of()).isEmpty()) {
                    withoutRing.add(stop);
                }
            }
            assertThat(withoutRing).isEmpty();
            assertThat(stops).as("stops").hasSizeBetween(15, 149);
        }
    }

    /** Expects a focus ring of at least two pixels. */
    private static final PageScript RING =
            new PageScript(
                    """
                    () => {
                      const style = getComputedStyle(document.activeElement);
                      const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                      return ring || style.boxShadow !== 'none' ? [] : ['no ring'];
                    }
                    """);

    @Test
    void every_page_of_the_navigation_is_reached_by_keyboard(BrowserUsers users) {
        Page page = open(users, DisplayMode.LIGHT, "/");
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
    void the_team_is_switched_with_arrow_keys_and_kept(BrowserUsers users) {
        Page page = open(users, DisplayMode.LIGHT, "/");
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
    void search_results_are_opened_by_keyboard(BrowserUsers users) {
        Page page = open(users, DisplayMode.LIGHT, "/");
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
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        page.keyboard().press("Control+a");
        page.keyboard().type("people");
        assertThat(chosen).containsText("People");
        press(page, "ArrowDown", "ArrowUp", "Enter");
        page.waitForURL("**/admin/people**");
    }

    @Test
    void an_empty_search_result_is_announced(BrowserUsers users) {
        Page page = open(users, DisplayMode.MOBILE, "/");
        press(page, "Control+k");
        page.keyboard().type("<b>no such thing</b>");
        assertThat(page.locator(".sw-palette .sw-none")).isVisible();
        assertThat(page.locator(".sw-palette [role=option]")).hasCount(0);
    }

    @Test
    void a_dialog_traps_the_focus_and_returns_it(BrowserUsers users) {
        Page page = open(users, DisplayMode.LIGHT, "/admin/people");
        Locator button = page.locator("[data-open=add-person]").first();
        Locator dialog = page.locator("#add-person");
        tabTo(page, button);
        press(page, "Enter");
        assertThat(dialog.locator("[name=user]")).isFocused();
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
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
    void on_a_phone_the_navigation_is_a_drawer(BrowserUsers users) {
        Page page = open(users, DisplayMode.MOBILE, "/");
        Locator menu = page.locator("[data-menu]");
        Locator nav = page.locator("#nav");
        assertThat(nav).isHidden();
        tabTo(page, menu);
        press(page, "Enter");
        assertThat(nav).isVisible();
        assertThat(menu).hasAttribute("aria-expanded", "true");
        assertThat(focused(page).and(page.locator("#nav *"))).hasCount(1);
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        press(page, "Escape");
        assertThat(nav).isHidden();
        assertThat(menu).isFocused();
    }

    @Test
    void the_theme_is_switched_and_kept(BrowserUsers users) {
        Page page = open(users, DisplayMode.LIGHT, "/");
        tabTo(page, page.locator("[data-theme]"));
        press(page, "Enter");
        assertThat(page.locator("html")).hasAttribute("data-bs-theme", "dark");
        page.reload();
        assertThat(page.locator("html")).hasAttribute("data-bs-theme", "dark");
    }
}
