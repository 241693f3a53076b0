package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Event lists grow by themselves, but nothing moves under a pointer. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("browser")
class EventListTest {

    @TempDir Path data;
    private DemoServer server;

    @BeforeEach
    void open() {
        server = DemoServer.in(data);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Page opened(BrowserUsers users, String path) {
        BrowserUser user = users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT);
        user.open(path);
        assertThat(user.page().locator(".sw-live")).hasAttribute("data-link", "on");
        return user.page();
    }

    @Test
    void new_events_appear_at_the_top(BrowserUsers users) {
        Page page = opened(users, "/admin/events");
        server.person("pia", "Pia Holm", "vision", "member");
        assertThat(page.locator("#events-list tbody tr").first()).containsText("pia");
        assertThat(page.locator(".sw-fresh")).hasCount(0);
    }

    @Test
    void a_list_under_the_pointer_stays_and_counts_new_events(BrowserUsers users) {
        Page page = opened(users, "/admin/events");
        Locator first = page.locator("#events-list tbody tr").first();
        String before = String.valueOf(first.getAttribute("data-row"));
        first.hover();
        server.person("pia", "Pia Holm", "vision", "member");
        Locator fresh = page.locator(".sw-fresh");
        assertThat(fresh).hasText("2 new");
        assertThat(first).hasAttribute("data-row", before);
        fresh.click();
        assertThat(fresh).hasCount(0);
        assertThat(first).containsText("pia");
    }

    @Test
    void an_entry_is_opened_by_its_row_and_closed_again(BrowserUsers users) {
        Page page = opened(users, "/admin/audit?by=all");
        page.locator("#audit-journal tbody tr").last().click();
        page.waitForURL(Pattern.compile(".*/admin/audit/\\d+\\?by=all"));
        assertThat(page.locator("#h-entry")).isVisible();
        page.locator("[aria-label='Close the entry']").click();
        page.waitForURL(Pattern.compile(".*/admin/audit\\?by=all"));
        assertThat(page.locator("#h-entry")).hasCount(0);
    }

    @Test
    void filters_are_part_of_the_url(BrowserUsers users) {
        Page page = opened(users, "/admin/audit");
        page.locator("[name=about]").selectOption("secrets");
        page.waitForURL(Pattern.compile(".*/admin/audit\\?about=secrets"));
        page.locator("#h-log ~ .sw-tally").waitFor();
        page.locator("[name=q]").fill("nothing like it");
        page.locator("[name=q]").press("Enter");
        page.waitForURL(Pattern.compile(".*q=nothing\\+like\\+it"));
        assertThat(page.locator("#audit-journal")).containsText("No matching entries");
    }

    @Test
    void the_log_is_sealed_and_checked_by_a_button(BrowserUsers users) {
        Page page = opened(users, "/admin/audit");
        page.locator("text=Seal now").first().click();
        assertThat(page.locator(".sw-toast").first()).containsText("The log is sealed.");
        page.locator("text=Check now").click();
        assertThat(page.locator("#audit-figures")).containsText("Verified");
        assertThat(page.locator("#audit-answer"))
                .containsText("none changed, dropped or reordered");
    }
}
