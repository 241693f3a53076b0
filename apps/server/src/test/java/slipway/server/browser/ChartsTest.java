package slipway.server.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Charts: the same numbers as a drawing, a table and a file, updated in place. */
@ExtendWith(BrowserExtension.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class ChartsTest {

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

    private static Page page(BrowserUsers users) {
        BrowserUser user = users.signedIn(server.url(), server.adminToken(), DisplayMode.LIGHT);
        user.open("/about/components");
        assertThat(user.page().locator("html")).hasAttribute("data-charts", "drawn");
        return user.page();
    }

    @Test
    void every_chart_has_its_numbers_as_a_table_of_the_same_height(BrowserUsers users) {
        Page page = page(users);
        for (Locator figure : page.locator("[data-chart]").all()) {
            assertThat(figure.locator("canvas")).isVisible();
            double height = figure.boundingBox().height;
            figure.locator("[data-chart-table]").click();
            assertThat(figure.locator(".sw-plot")).isHidden();
            assertThat(figure.locator("tbody tr").count()).isPositive();
            assertThat(figure.boundingBox().height).isBetween(height - 3, height + 3);
            figure.locator("[data-chart-table]").click();
            assertThat(figure.locator("canvas")).isVisible();
        }
    }

    @Test
    void tables_are_formatted_and_csv_has_plain_numbers(BrowserUsers users) {
        Page page = page(users);
        Locator bars = page.locator("#bars");
        bars.locator("[data-chart-table]").click();
        assertThat(bars.locator("tbody tr").first()).containsText("$1,000");
        String csv = (String) page.evaluate("Charts.csv('bars')");
        assertThat(csv)
                .startsWith("\"\",\"language\",\"vision\",")
                .contains("\r\n\"1\",1000,510,320\r\n");
        var download = page.waitForDownload(() -> bars.getByText("Download").click());
        assertThat(download.suggestedFilename()).isEqualTo("bars.csv");
        assertThat((String) page.evaluate("Charts.csv('stack')"))
                .contains("\"2026-09-17T14:20:00.000Z\",35,2,6,1");
    }

    @Test
    void a_formula_in_a_name_is_escaped_in_csv(BrowserUsers users) {
        Page page = page(users);
        page.evaluate(
                "Charts.update('bars', spec => ({ ...spec, categories: spec.categories.map(() => '=1+1') }))");
        assertThat((String) page.evaluate("Charts.csv('bars')")).contains("\"'=1+1\",");
    }

    @Test
    void new_numbers_replace_the_old_ones_in_place(BrowserUsers users) {
        Page page = page(users);
        page.evaluate("document.querySelector('#bars canvas').dataset.same = 'yes'");
        page.locator("#bars [data-chart-table]").click();
        page.evaluate(
                "Charts.update('bars', spec => ({ ...spec, series: "
                        + "spec.series.map(s => ({ ...s, values: s.values.map(() => 7) })) }))");
        assertThat(page.locator("#bars tbody tr").first()).containsText("$7.00");
        assertThat(page.locator("#bars canvas[data-same=yes]")).hasCount(1);
    }

    @Test
    void a_chart_in_a_refreshed_fragment_is_kept(BrowserUsers users) {
        Page page = page(users);
        page.evaluate(
                """
                async () => {
                  const old = document.getElementById('stack'), island = old.parentElement;
                  old.querySelector('canvas').dataset.same = 'yes';
                  const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
                  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
                  const next = fresh.getElementById('stack');
                  next.querySelector('.sw-plot').setAttribute('aria-label', 'Something else.');
                  const script = next.querySelector('script');
                  script.textContent = script.textContent.replace('"Used"', '"Busy"');
                  island.replaceChildren(next);
                  await Charts.scan(island);
                }""");
        assertThat(page.locator("#stack")).hasCount(1);
        assertThat(page.locator("#stack canvas[data-same=yes]")).hasCount(1);
        assertThat(page.locator("#stack .sw-plot")).hasAttribute("aria-label", "Something else.");
        page.locator("#stack [data-chart-table]").click();
        assertThat(page.locator("#stack thead")).containsText("Busy");
    }
}
