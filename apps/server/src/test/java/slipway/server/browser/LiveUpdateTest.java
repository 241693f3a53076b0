package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Open pages follow changes and recover when the server restarts. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("browser")
class LiveUpdateTest {

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

    /** A connected page with a marker that a reload would remove. */
    private BrowserUser watching(BrowserUsers users) {
        BrowserUser user = users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT);
        user.page().clock().install();
        user.open("/admin/people");
        assertThat(user.page().locator(".sw-live")).hasAttribute("data-link", "on");
        user.page().evaluate("window.sameSinceOpened = true");
        return user;
    }

    private static void assertNotLoadedAgain(Page page) {
        assertThat(page.evaluate("window.sameSinceOpened")).isEqualTo(true);
    }

    @Test
    void remote_changes_appear_without_a_reload(BrowserUsers users) {
        Page page = watching(users).page();
        server.person("pia", "Pia Holm", "vision", "member");
        assertThat(page.locator("#people-panel")).containsText("Pia Holm");
        assertThat(page.locator("[data-key=people-vision]")).hasText("2");
        assertNotLoadedAgain(page);
    }

    @Test
    void a_focused_field_is_not_replaced(BrowserUsers users) {
        Page page = watching(users).page();
        Locator find = page.locator("#people-panel [name=find]");
        find.fill("mi");
        server.person("pia", "Pia Holm", "vision", "member");
        assertThat(page.locator("[data-key=people-vision]")).hasText("2");
        assertThat(find).hasValue("mi");
        assertThat(find).isFocused();
    }

    @Test
    void a_page_survives_a_server_restart(BrowserUsers users) {
        BrowserUser user = watching(users);
        user.ignoreFault("ERR_CONNECTION_REFUSED");
        user.ignoreFault("ERR_INCOMPLETE_CHUNKED_ENCODING");
        user.ignoreFault("ERR_EMPTY_RESPONSE");
        Page page = user.page();
        Locator banner = page.locator(".sw-banner");
        assertThat(banner).isHidden();
        server.stop();
        page.clock().fastForward(12_000);
        assertThat(banner).containsText("What you see is from");
        assertThat(page.locator(".sw-live")).not().hasAttribute("data-link", "on");
        page.clock().fastForward(30_000);
        assertThat(page.locator(".sw-live")).hasText("Reconnecting");
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        server.restart();
        server.person("pia", "Pia Holm", "vision", "member");
        page.clock().fastForward(6_000);
        assertThat(banner).isHidden();
        assertThat(page.locator(".sw-live")).hasText("Live");
        assertThat(page.locator("#people-panel")).containsText("Pia Holm");
        assertNotLoadedAgain(page);
    }

    @Test
    void a_form_sent_while_the_server_is_down_keeps_its_input(BrowserUsers users) {
        BrowserUser user = watching(users);
        user.ignoreFault("ERR_");
        Page page = user.page();
        page.locator("[data-open=add-person]").first().click();
        Locator dialog = page.locator("#add-person");
        dialog.locator("[name=user]").fill("ruth");
        dialog.locator("[name=shown]").fill("Ruth Adler");
        server.stop();
        dialog.locator("[type=submit]").click();
        assertThat(dialog.locator(".sw-wrong")).isVisible();
        assertThat(dialog.locator("[name=shown]")).hasValue("Ruth Adler");
        server.restart();
        dialog.locator("[type=submit]").click();
        assertThat(dialog).isHidden();
        assertThat(page.locator("#people-panel")).containsText("Ruth Adler");
    }

    @Test
    void a_hidden_page_closes_its_event_stream_and_reopens_it(BrowserUsers users) {
        Page page = watching(users).page();
        List<String> ended = new ArrayList<>();
        page.onRequestFailed(request -> ended.add(request.url()));
        hide(page, true);
        page.waitForCondition(
                () -> ended.stream().anyMatch(url -> url.startsWith(server.url() + "/live?")));
        server.person("pia", "Pia Holm", "vision", "member");
        Request taken = page.waitForRequest("**/live?*", () -> hide(page, false));
        assertThat(taken.resourceType()).isEqualTo("eventsource");
        assertThat(page.locator("#people-panel")).containsText("Pia Holm");
    }

    /** Simulates a background tab. */
    private static void hide(Page page, boolean hidden) {
        page.evaluate(
                """
                hidden => {
                  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
                  document.dispatchEvent(new Event('visibilitychange'));
                }
                """,
                hidden);
    }
}
