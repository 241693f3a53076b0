package slipway.testkit.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import slipway.testkit.Needs;

@Tag("browser")
class ChromiumTest {

    @Test
    void it_shows_a_page_and_runs_its_script() {
        Chromium.missingRequirement().ifPresent(lack -> Needs.that(false, lack.what(), lack.how()));
        try (Chromium chromium = Chromium.start();
                Page page = chromium.browser().newPage()) {
            page.setContent("<p>six by seven</p><script>document.title = 6 * 7</script>");
            assertThat(page.title()).isEqualTo("42");
        }
    }

    @Test
    void a_version_that_cannot_be_read_is_too_old() {
        assertThat(Chromium.major("v20.20.2\n")).isEqualTo(20);
        assertThat(Chromium.major("v18.0.0")).isEqualTo(18);
        assertThat(Chromium.major("something else")).isZero();
        assertThat(Chromium.major("")).isZero();
    }
}
