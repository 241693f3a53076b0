package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Forms: mistakes are shown at their fields, and input is never lost. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class FormsTest {

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

    private static BrowserUser people(BrowserUsers users) {
        return users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT)
                .open("/admin/people");
    }

    /** Opens and fills in the dialog for a new user. */
    private static Locator adding(Page page, String user, String shown) {
        page.locator("[data-open=add-person]").first().click();
        Locator dialog = page.locator("#add-person");
        dialog.locator("[name=user]").fill(user);
        dialog.locator("[name=shown]").fill(shown);
        return dialog;
    }

    private static void send(Locator dialog) {
        dialog.locator("[type=submit]").click();
    }

    @Test
    void an_added_user_appears_in_the_list_at_once(BrowserUsers users) {
        Page page = people(users).page();
        Locator dialog = adding(page, "rui", "Rui Costa");
        assertThat(dialog.locator("[data-command]"))
                .hasText("slipway user add rui --shown 'Rui Costa'");
        send(dialog);
        assertThat(dialog).isHidden();
        assertThat(page.locator(".sw-toast")).containsText("Added rui");
        assertThat(page.locator("#people-panel")).containsText("Rui Costa");
    }

    @Test
    void mistakes_are_shown_at_their_fields_and_input_is_kept(BrowserUsers users) {
        BrowserUser user = people(users);
        user.ignoreFault("status of 4");
        Page page = user.page();
        Locator dialog = adding(page, "Not A Name!", "x".repeat(300));
        dialog.locator("[name=email]").fill("no mail");
        send(dialog);
        Locator wrong = dialog.locator("[aria-invalid=true]");
        assertThat(dialog.locator("[name=user]")).hasAttribute("aria-invalid", "true");
        assertThat(dialog.locator("[name=user]")).isFocused();
        assertThat(wrong).hasCount(dialog.locator(".sw-field-error").count());
        assertThat(dialog.locator("[name=shown]")).hasValue("x".repeat(300));
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        assertThat(LayoutCheck.faults(user)).isEmpty();
        dialog.locator("[name=user]").fill("nils");
        dialog.locator("[name=shown]").fill("Nils");
        dialog.locator("[name=email]").fill("nils@example.org");
        send(dialog);
        assertThat(dialog).isHidden();
        assertThat(page.locator("#people-panel")).containsText("Nils");
    }

    @Test
    void a_duplicate_is_reported_in_the_form(BrowserUsers users) {
        BrowserUser user = people(users);
        user.ignoreFault("status of 409");
        Locator dialog = adding(user.page(), "mira", "Another Mira");
        send(dialog);
        assertThat(dialog.locator(".sw-wrong, .sw-field-error").first()).containsText("mira");
        assertThat(dialog.locator("[name=shown]")).hasValue("Another Mira");
    }

    @Test
    void a_new_team_is_deleted_by_undo(BrowserUsers users) {
        Page page = people(users).page();
        page.locator("[data-open=new-team]").first().click();
        Locator dialog = page.locator("#new-team");
        dialog.locator("[name=team]").fill("acoustics");
        send(dialog);
        Locator teams = page.locator("#teams-panel");
        assertThat(teams).containsText("acoustics");
        page.locator(".sw-toast button", new Page.LocatorOptions().setHasText("Undo")).click();
        assertThat(teams).not().containsText("acoustics");
        assertThat(page.locator(".sw-toast")).containsText("Undone");
    }

    @Test
    void a_destructive_action_asks_first_and_can_be_declined(BrowserUsers users) {
        server.secret("vision", "old-key");
        Page page = people(users).open("/admin/people/secrets").page();
        Locator row = page.locator("#secrets tr", new Page.LocatorOptions().setHasText("old-key"));
        Locator remove = row.locator("button", new Locator.LocatorOptions().setHasText("Remove"));
        Locator question = page.locator("dialog[open]");
        remove.click();
        assertThat(question).containsText("old-key");
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        page.keyboard().press("Escape");
        assertThat(question).hasCount(0);
        assertThat(row).isVisible();
        remove.click();
        question.locator(".btn-danger").click();
        assertThat(row).hasCount(0);
    }

    @Test
    void a_new_token_is_shown_once_and_can_be_copied(BrowserUsers users) {
        BrowserUser user = people(users);
        user.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        Page page = user.open("/admin/people/tokens").page();
        page.locator("[data-open=new-token]").first().click();
        page.locator("#new-token [name=label]").fill("laptop");
        send(page.locator("#new-token"));
        Locator box = page.locator("#token-once");
        assertThat(box).isVisible();
        String text = box.locator("code").textContent();
        assertThat(text).startsWith("slw_usr_");
        box.locator("[data-copy]").click();
        assertThat(page.locator(".sw-toast").last()).containsText("Copied");
        assertThat(page.evaluate("navigator.clipboard.readText()")).isEqualTo(text);
        user.open("/admin/people/tokens");
        assertThat(page.content()).doesNotContain(text);
    }

    @Test
    void an_expired_session_keeps_the_typed_input(BrowserUsers users) {
        BrowserUser user = people(users);
        user.ignoreFault("status of 401");
        Page page = user.page();
        Locator dialog = adding(page, "ines", "Ines Duarte");
        user.context().clearCookies();
        send(dialog);
        Locator again = page.locator("dialog.sw-again");
        assertThat(again).isVisible();
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        again.locator("[name=token]").fill("nonsense");
        page.keyboard().press("Enter");
        assertThat(again.locator(".sw-wrong")).isVisible();
        again.locator("[name=token]").fill(server.adminToken());
        page.keyboard().press("Enter");
        assertThat(again).isHidden();
        assertThat(dialog).isHidden();
        assertThat(page.locator("#people-panel")).containsText("Ines Duarte");
    }

    @Test
    void a_user_signed_out_while_typing_signs_in_and_continues(BrowserUsers users) {
        String token = server.token("sam", "revoked later");
        BrowserUser user = users.signedIn(server.url(), token, DisplayMode.LIGHT);
        user.ignoreFault("status of 401");
        Page page = user.open("/admin/people").page();
        assertThat(page.locator(".sw-live")).hasAttribute("data-link", "on");
        Locator dialog = adding(page, "olga", "Olga Ivanova");
        server.revoke("sam", token);
        Locator again = page.locator("dialog.sw-again");
        assertThat(again).isVisible();
        again.locator("[name=token]").fill(server.adminToken());
        page.keyboard().press("Enter");
        assertThat(again).isHidden();
        assertThat(dialog.locator("[name=shown]")).hasValue("Olga Ivanova");
        send(dialog);
        assertThat(page.locator("#people-panel")).containsText("Olga Ivanova");
    }
}
