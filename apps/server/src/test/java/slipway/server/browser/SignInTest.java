package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Signing in, being refused, and signing out. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class SignInTest {

    @TempDir static Path data;
    private static DemoServer server;

    @BeforeAll
    static void open() {
        server = DemoServer.in(data);
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static void enter(Page page, String token) {
        page.locator("[name=token]").fill(token);
        page.keyboard().press("Enter");
    }

    @Test
    void after_sign_in_the_requested_page_opens(BrowserUsers users) {
        Page page = users.anonymous(server.url(), DisplayMode.LIGHT).open("/admin/people").page();
        assertThat(page).hasURL(Pattern.compile(".*/login\\?return_to=.*"));
        enter(page, server.token("sam", "browser"));
        page.waitForURL("**/admin/people");
        assertThat(page.locator(".sw-me")).containsText("sam");
    }

    @Test
    void a_wrong_token_is_refused_without_details(BrowserUsers users) {
        BrowserUser user = users.anonymous(server.url(), DisplayMode.LIGHT);
        user.ignoreFault("status of 4");
        Page page = user.open("/login").page();
        Locator wrong = page.locator(".sw-wrong");
        String real = server.token("mira", "soon gone");
        server.revoke("mira", real);
        List<String> tokens =
                List.of("nonsense", "slw_usr_<script>", real, real.replace("usr", "svc"));
        for (String token : tokens) {
            enter(page, token);
            assertThat(wrong).isVisible();
            assertThat(wrong).not().containsText("mira");
            assertThat(page.locator("[name=token]")).isFocused();
            assertThat(AccessibilityCheck.violations(page)).isEmpty();
        }
        assertThat(page).hasURL(Pattern.compile(".*/login"));
        enter(page, server.token("mira", "good"));
        page.waitForURL(server.url() + "/");
    }

    @Test
    void the_return_address_never_leads_to_another_site(BrowserUsers users) {
        for (String to : List.of("https://evil.example", "//evil.example", "/\\evil.example")) {
            BrowserUser user = users.anonymous(server.url(), DisplayMode.LIGHT);
            Page page = user.open("/login").page();
            page.navigate("/login?return_to=" + to.replace("\\", "%5C"));
            enter(page, server.token("tom", "browser"));
            page.waitForURL(server.url() + "/");
        }
    }

    @Test
    void signing_out_ends_the_session_on_every_page(BrowserUsers users) {
        BrowserUser user = users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT);
        Page page = user.open("/").page();
        page.locator(".sw-me summary").click();
        page.locator("[data-sign-out]").click();
        page.waitForURL("**/login**");
        user.open("/admin/people");
        assertThat(page).hasURL(Pattern.compile(".*/login.*"));
        assertThat(user.context().cookies())
                .noneMatch(cookie -> cookie.name.equals("slipway_session"));
    }
}
