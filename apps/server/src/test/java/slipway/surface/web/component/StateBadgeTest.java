package slipway.surface.web.component;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import slipway.surface.web.page.WebPages;

class StateBadgeTest {

    @Test
    void every_state_has_its_own_glyph_and_colors_in_both_themes() throws Exception {
        String sprite = resource("sprite.svg");
        String styles = resource("assets/slipway.css");
        for (StateBadge stateBadge : StateBadge.values()) {
            assertThat(sprite).contains("<symbol id=\"g-" + stateBadge.glyph() + "\"");
            assertThat(styles.split(stateBadge.colour() + ": ", -1)).hasSizeGreaterThanOrEqualTo(3);
            assertThat(styles).contains("[data-state=" + stateBadge.glyph() + "]");
        }
    }

    @Test
    void a_glyph_is_labelled_by_its_word() {
        assertThat(RenderedTemplate.part("glyph", Map.of("state", StateBadge.IDLE)))
                .contains("aria-label=\"held idle\"")
                .contains("role=\"img\"")
                .contains("#g-idle");
        assertThat(
                        RenderedTemplate.part(
                                "glyph", Map.of("state", StateBadge.SUCCEEDED, "word", "verified")))
                .contains("aria-label=\"verified\"");
    }

    @Test
    void a_state_in_words_hides_its_glyph_from_screen_readers() {
        assertThat(RenderedTemplate.part("state", Map.of("state", StateBadge.IDLE)))
                .contains("aria-hidden=\"true\"")
                .contains("</svg>Held idle</span>");
        assertThat(
                        RenderedTemplate.part(
                                "pill",
                                Map.of("state", StateBadge.FAILED, "word", "<b>Skipped</b>")))
                .contains("sw-pill")
                .contains("&lt;b&gt;Skipped");
    }

    private static String resource(String name) throws Exception {
        try (InputStream in = WebPages.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
