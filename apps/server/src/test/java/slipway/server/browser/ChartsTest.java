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

/** Charts: the same numbers as a picture, as a table and as a file, renewed where they stand. */
@ExtendWith(Browsing.class)
@SuppressWarnings("NullAway.Init") // opened before all tests
@Tag("browser")
class ChartsTest {

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

    private static Page page(Visitors visitors) {
        Visitor visitor = visitors.signedIn(company.url(), company.adminToken(), Look.LIGHT);
        visitor.open("/about/components");
        assertThat(visitor.page().locator("html")).hasAttribute("data-charts", "drawn");
        return visitor.page();
    }

    @Test
    void every_chart_is_drawn_and_has_its_numbers_as_a_table_of_the_same_height(Visitors visitors) {
        Page page = page(visitors);
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
    void a_table_is_for_people_and_a_file_is_for_programs(Visitors visitors) {
        Page page = page(visitors);
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
    void a_name_that_a_spreadsheet_would_run_stays_a_name(Visitors visitors) {
        Page page = page(visitors);
        page.evaluate(
                "Charts.update('bars', spec => ({ ...spec, categories: spec.categories.map(() => '=1+1') }))");
        assertThat((String) page.evaluate("Charts.csv('bars')")).contains("\"'=1+1\",");
    }

    @Test
    void new_numbers_are_drawn_where_the_old_ones_stood(Visitors visitors) {
        Page page = page(visitors);
        page.evaluate("document.querySelector('#bars canvas').dataset.same = 'yes'");
        page.locator("#bars [data-chart-table]").click();
        page.evaluate(
                "Charts.update('bars', spec => ({ ...spec, series: "
                        + "spec.series.map(s => ({ ...s, values: s.values.map(() => 7) })) }))");
        assertThat(page.locator("#bars tbody tr").first()).containsText("$7.00");
        assertThat(page.locator("#bars canvas[data-same=yes]")).hasCount(1);
    }

    @Test
    void a_chart_of_an_island_that_was_fetched_again_goes_on(Visitors visitors) {
        Page page = page(visitors);
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
