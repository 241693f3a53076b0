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

/** The page that plans: asked by its fields, and what comes of an answer. */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before each test
@Tag("browser")
class PlanTest {

    private static final String OWN = "/plan?model=llama-3-8b&tokens=1B&own=yes&max_machines=1";

    @TempDir Path data;
    private Company company;

    @BeforeEach
    void open() throws IOException {
        Path catalog = Files.createDirectories(data.resolve("catalog"));
        Files.writeString(
                catalog.resolve("own.txt"),
                """
                name | type | purchase | years | residual | watts | PUE | kWh   | space | people
                hall | H100 | $38000   | 4     | $4000    | 1100W | 1.3 | $0.18 | $60   | $90
                """);
        company = Company.in(data);
    }

    @AfterEach
    void close() {
        company.close();
    }

    private Visitor visitor(Visitors visitors, String path) {
        Visitor visitor =
                visitors.signedIn(company.url(), company.adminToken(), Look.LIGHT).open(path);
        visitor.page().evaluate("window.sameSinceOpened = true");
        return visitor;
    }

    private static void change(Page page, String field, String value) {
        Locator box = page.locator("#plan-form [name=" + field + "]");
        box.fill(value);
        box.dispatchEvent("change");
    }

    @Test
    void another_field_gives_another_answer_without_loading_the_page_again(Visitors visitors) {
        Page page = visitor(visitors, "/plan").page();
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
        String answer = page.locator("#h-answer").innerText();
        page.reload();
        assertThat(page.locator("#h-answer")).hasText(answer);
    }

    @Test
    void every_mistake_stands_beside_its_field(Visitors visitors) {
        Visitor visitor =
                visitor(visitors, "/plan?model=llama-9&tokens=none&deadline=-3d&budget=0");
        Page page = visitor.page();
        for (String field : List.of("model", "tokens", "deadline", "budget")) {
            assertThat(page.locator("#beside-" + field + " .sw-field-error")).isVisible();
            assertThat(page.locator("#plan-form [name=" + field + "]"))
                    .hasAttribute("aria-invalid", "true");
        }
        assertThat(page.locator("#h-answer")).containsText("4 fields");
        assertThat(Accessibility.violations(page)).isEmpty();
        assertThat(Layout.faults(visitor)).isEmpty();
    }

    @Test
    void the_spec_is_copied_and_a_cloud_row_is_not_queued(Visitors visitors) {
        Visitor visitor =
                visitor(visitors, "/plan?model=llama-3-8b&tokens=1B&cloud=yes&max_machines=1");
        visitor.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
        Page page = visitor.page();
        page.locator("#plan-answer [data-copy]").first().click();
        assertThat(page.locator(".sw-toast").last()).containsText("Copied");
        assertThat((String) page.evaluate("navigator.clipboard.readText()"))
                .contains("run: python train.py")
                .contains("plan:\n  model: llama-3-8b\n  tokens: 1B");
        assertThat(page.locator("[data-open=queue-plan]")).hasCount(0);
    }

    /** No machine that runs tests has these accelerators: what the queue says stands in the dialog. */
    @Test
    void a_plan_for_own_hardware_is_queued_with_its_estimate(Visitors visitors) {
        Visitor visitor = visitor(visitors, OWN);
        visitor.pardon("status of 4");
        Page page = visitor.page();
        assertThat(page.locator("#h-answer")).containsText("own H100");
        page.locator("[data-open=queue-plan]").click();
        Locator dialog = page.locator("#queue-plan");
        dialog.locator("[data-spec-run]").fill("python glossa.py --fast");
        Locator spec = dialog.locator("[name=spec]");
        assertThat(spec).hasValue(Pattern.compile("run: \"python glossa.py --fast\""));
        assertThat(Accessibility.violations(page)).isEmpty();
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
