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

/** Coming in, being turned away, and going out. */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class SignInTest {

    @TempDir static Path data;
    private static Company company;

    @BeforeAll
    static void open() {
        company = Company.in(data);
    }

    @AfterAll
    static void close() {
        company.close();
    }

    private static void enter(Page page, String token) {
        page.locator("[name=token]").fill(token);
        page.keyboard().press("Enter");
    }

    @Test
    void whoever_has_a_token_comes_in_to_where_they_wanted_to_go(Visitors visitors) {
        Page page = visitors.stranger(company.url(), Look.LIGHT).open("/admin/people").page();
        assertThat(page).hasURL(Pattern.compile(".*/login\\?return_to=.*"));
        enter(page, company.token("sam", "browser"));
        page.waitForURL("**/admin/people");
        assertThat(page.locator(".sw-me")).containsText("sam");
    }

    @Test
    void a_wrong_token_is_told_why_and_nothing_more(Visitors visitors) {
        Visitor visitor = visitors.stranger(company.url(), Look.LIGHT);
        visitor.pardon("status of 4");
        Page page = visitor.open("/login").page();
        Locator wrong = page.locator(".sw-wrong");
        String real = company.token("mira", "soon gone");
        company.revoke("mira", real);
        List<String> tokens =
                List.of("nonsense", "slw_usr_<script>", real, real.replace("usr", "svc"));
        for (String token : tokens) {
            enter(page, token);
            assertThat(wrong).isVisible();
            assertThat(wrong).not().containsText("mira");
            assertThat(page.locator("[name=token]")).isFocused();
            assertThat(Accessibility.violations(page)).isEmpty();
        }
        assertThat(page).hasURL(Pattern.compile(".*/login"));
        enter(page, company.token("mira", "good"));
        page.waitForURL(company.url() + "/");
    }

    @Test
    void the_way_back_never_leads_to_another_site(Visitors visitors) {
        for (String to : List.of("https://evil.example", "//evil.example", "/\\evil.example")) {
            Visitor visitor = visitors.stranger(company.url(), Look.LIGHT);
            Page page = visitor.open("/login").page();
            page.navigate("/login?return_to=" + to.replace("\\", "%5C"));
            enter(page, company.token("tom", "browser"));
            page.waitForURL(company.url() + "/");
        }
    }

    @Test
    void whoever_signs_out_is_out_on_every_page(Visitors visitors) {
        Visitor visitor = visitors.signedIn(company.url(), company.adminToken(), Look.LIGHT);
        Page page = visitor.open("/").page();
        page.locator(".sw-me summary").click();
        page.locator("[data-sign-out]").click();
        page.waitForURL("**/login**");
        visitor.open("/admin/people");
        assertThat(page).hasURL(Pattern.compile(".*/login.*"));
        assertThat(visitor.context().cookies())
                .noneMatch(cookie -> cookie.name.equals("slipway_session"));
    }
}
