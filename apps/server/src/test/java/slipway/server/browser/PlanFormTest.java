package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The planning form: answers, mistakes and queueing. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("browser")
class PlanFormTest {

    private static final String OWN = "/plan?model=llama-3-8b&tokens=1B&own=yes&max_machines=1";

    @TempDir Path data;
    private DemoServer server;

    @BeforeEach
    void open() throws IOException {
        Path catalog = Files.createDirectories(data.resolve("catalog"));
        Files.writeString(
                catalog.resolve("own.txt"),
                """
                name | type | purchase | years | residual | watts | PUE | kWh   | space | people
                hall | H100 | $38000   | 4     | $4000    | 1100W | 1.3 | $0.18 | $60   | $90
                """);
        server = DemoServer.in(data);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private BrowserUser user(BrowserUsers users, String path) {
        BrowserUser user =
                users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT).open(path);
        user.page().evaluate("window.sameSinceOpened = true");
        return user;
    }

    private static void change(Page page, String field, String value) {
        Locator box = page.locator("#plan-form [name=" + field + "]");
        box.fill(value);
        box.dispatchEvent("change");
    }

    @Test
    void a_changed_field_updates_the_answer_without_a_reload(BrowserUsers users) {
        Page page = user(users, "/plan").page();
        assertThat(page.locator("#h-answer")).containsText("what it takes");
        change(page, "model", "llama-3-8b");
        assertThat(page.locator("#beside-tokens .sw-field-error")).isVisible();
        change(page, "tokens", "15 B");
        assertThat(page.locator("#h-answer")).containsText("Train on");
        assertThat(page.locator("#beside-model")).containsText("8.03 B parameters");
        String first = page.locator("#h-answer").innerText();
        change(page, "tokens", "30 B");
        assertThat(page.locator("#h-answer")).not().hasText(first);
        assertThat(page.locator("#plan-command code"))
                .hasText("slipway plan train --model llama-3-8b --tokens 30B");
        assertThat(page).hasURL(Pattern.compile(".*/plan[?]model=llama-3-8b&tokens=30\\+B.*"));
        assertThat(page.evaluate("window.sameSinceOpened")).isEqualTo(true);
        String heading = page.locator("#h-answer").innerText();
        page.reload();
        assertThat(page.locator("#h-answer")).hasText(heading);
    }

    @Test
    void mistakes_are_shown_at_their_fields(BrowserUsers users) {
        BrowserUser user = user(users, "/plan?model=llama-9&tokens=none&deadline=-3d&budget=0");
        Page page = user.page();
        for (String field : List.of("model", "tokens", "deadline", "budget")) {
            assertThat(page.locator("#beside-" + field + " .sw-field-error")).isVisible();
            assertThat(page.locator("#plan-form [name=" + field + "]"))
                    .hasAttribute("aria-invalid", "true");
        }
        assertThat(page.locator("#h-answer")).containsText("4 fields");
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        assertThat(LayoutCheck.faults(user)).isEmpty();
    }

    @Test
    void a_cloud_plan_can_be_copied_but_not_queued(BrowserUsers users) {
        BrowserUser user = user(users, "/plan?model=llama-3-8b&tokens=1B&cloud=yes&max_machines=1");
        user.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        Page page = user.page();
        page.locator("#plan-answer [data-copy]").first().click();
        assertThat(page.locator(".sw-toast").last()).containsText("Copied");
        assertThat((String) page.evaluate("navigator.clipboard.readText()"))
                .contains("run: python train.py")
                .contains("plan:\n  model: llama-3-8b\n  tokens: 1B");
        assertThat(page.locator("[data-open=queue-plan]")).hasCount(0);
    }

    /** Test machines do not have these accelerators, so the dialog shows the refusal. */
    @Test
    void a_plan_for_own_hardware_is_queued_with_its_estimate(BrowserUsers users) {
        BrowserUser user = user(users, OWN);
        user.ignoreFault("status of 4");
        Page page = user.page();
        assertThat(page.locator("#h-answer")).containsText("own H100");
        page.locator("[data-open=queue-plan]").click();
        Locator dialog = page.locator("#queue-plan");
        dialog.locator("[data-spec-run]").fill("python glossa.py --fast");
        Locator spec = dialog.locator("[name=spec]");
        assertThat(spec).hasValue(Pattern.compile("run: \"python glossa.py --fast\""));
        assertThat(AccessibilityCheck.violations(page)).isEmpty();
        dialog.locator("[name=team]").selectOption("language");
        dialog.locator("[type=submit]").click();
        assertThat(dialog.locator(".sw-wrong")).isVisible();
        spec.fill(spec.inputValue().replaceFirst("resources: .*\n", ""));
        dialog.locator("[type=submit]").click();
        assertThat(dialog).isHidden();
        assertThat(page.locator(".sw-toast").last()).containsText("It is queued in language.");
        page.locator(".sw-toast button", new Page.LocatorOptions().setHasText("Open it"))
                .last()
                .click();
        assertThat(page).hasURL(Pattern.compile(".*/workloads/.*"));
        assertThat(page.locator("main")).containsText("llama-3-8b");
    }
}
