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

/** A page that stays open: it follows what happens elsewhere, and it heals itself when the server comes back. */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("browser")
class LiveTest {

    @TempDir Path data;
    private Company company;

    @BeforeEach
    void open() {
        company = Company.in(data);
    }

    @AfterEach
    void close() {
        company.close();
    }

    /** A page that is live, and that would forget its mark if it were loaded again. */
    private Visitor watching(Visitors visitors) {
        Visitor visitor = visitors.signedIn(company.url(), company.adminToken(), Look.LIGHT);
        visitor.page().clock().install();
        visitor.open("/admin/people");
        assertThat(visitor.page().locator(".sw-live")).hasAttribute("data-link", "on");
        visitor.page().evaluate("window.sameSinceOpened = true");
        return visitor;
    }

    private static void assertNotLoadedAgain(Page page) {
        assertThat(page.evaluate("window.sameSinceOpened")).isEqualTo(true);
    }

    @Test
    void what_changes_elsewhere_appears_without_a_reload(Visitors visitors) {
        Page page = watching(visitors).page();
        company.person("pia", "Pia Holm", "vision", "member");
        assertThat(page.locator("#people-panel")).containsText("Pia Holm");
        assertThat(page.locator("[data-key=people-vision]")).hasText("2");
        assertNotLoadedAgain(page);
    }

    @Test
    void a_field_somebody_types_in_is_not_taken_away(Visitors visitors) {
        Page page = watching(visitors).page();
        Locator find = page.locator("#people-panel [name=find]");
        find.fill("mi");
        company.person("pia", "Pia Holm", "vision", "member");
        assertThat(page.locator("[data-key=people-vision]")).hasText("2");
        assertThat(find).hasValue("mi");
        assertThat(find).isFocused();
    }

    @Test
    void a_page_outlives_a_restart_of_the_server(Visitors visitors) {
        Visitor visitor = watching(visitors);
        visitor.pardon("ERR_CONNECTION_REFUSED");
        visitor.pardon("ERR_INCOMPLETE_CHUNKED_ENCODING");
        visitor.pardon("ERR_EMPTY_RESPONSE");
        Page page = visitor.page();
        Locator banner = page.locator(".sw-banner");
        assertThat(banner).isHidden();
        company.stop();
        page.clock().fastForward(12_000);
        assertThat(banner).containsText("What you see is from");
        assertThat(page.locator(".sw-live")).not().hasAttribute("data-link", "on");
        page.clock().fastForward(30_000);
        assertThat(page.locator(".sw-live")).hasText("Reconnecting");
        assertThat(Accessibility.violations(page)).isEmpty();
        company.startAgain();
        company.person("pia", "Pia Holm", "vision", "member");
        page.clock().fastForward(6_000);
        assertThat(banner).isHidden();
        assertThat(page.locator(".sw-live")).hasText("Live");
        assertThat(page.locator("#people-panel")).containsText("Pia Holm");
        assertNotLoadedAgain(page);
    }

    @Test
    void a_form_sent_while_the_server_is_away_keeps_what_was_typed(Visitors visitors) {
        Visitor visitor = watching(visitors);
        visitor.pardon("ERR_");
        Page page = visitor.page();
        page.locator("[data-open=add-person]").first().click();
        Locator dialog = page.locator("#add-person");
        dialog.locator("[name=user]").fill("ruth");
        dialog.locator("[name=shown]").fill("Ruth Adler");
        company.stop();
        dialog.locator("[type=submit]").click();
        assertThat(dialog.locator(".sw-wrong")).isVisible();
        assertThat(dialog.locator("[name=shown]")).hasValue("Ruth Adler");
        company.startAgain();
        dialog.locator("[type=submit]").click();
        assertThat(dialog).isHidden();
        assertThat(page.locator("#people-panel")).containsText("Ruth Adler");
    }

    @Test
    void a_hidden_page_lets_its_stream_go_and_takes_it_up_again(Visitors visitors) {
        Page page = watching(visitors).page();
        List<String> ended = new ArrayList<>();
        page.onRequestFailed(request -> ended.add(request.url()));
        hide(page, true);
        page.waitForCondition(() -> ended.contains(company.url() + "/live"));
        company.person("pia", "Pia Holm", "vision", "member");
        Request taken = page.waitForRequest("**/live", () -> hide(page, false));
        assertThat(taken.resourceType()).isEqualTo("eventsource");
        assertThat(page.locator("#people-panel")).containsText("Pia Holm");
    }

    /** What a browser does to a page in a tab that nobody looks at. */
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
