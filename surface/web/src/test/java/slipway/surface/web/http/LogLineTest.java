package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Untrusted text in the request log. */
class LogLineTest {

    @Test
    void a_token_in_the_path_is_not_logged() {
        String path = "/api/v1/me/tokens/slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c/x";
        assertThat(HttpExchange.printable(path, 200)).isEqualTo("/api/v1/me/tokens/slw_…/x");
        assertThat(HttpExchange.printable("/SLW_USR_4tQm1vNc", 200)).isEqualTo("/slw_…");
    }

    @Test
    void line_breaks_and_control_characters_are_replaced_by_question_marks() {
        assertThat(HttpExchange.printable("/a\nERROR forged\u001b[31m\u00e9", 200))
                .isEqualTo("/a?ERROR?forged?[31m?");
    }

    @Test
    void long_text_is_shortened() {
        assertThat(HttpExchange.printable("A".repeat(10_000), 20)).isEqualTo("A".repeat(20) + "…");
    }

    @Test
    void missing_text_is_a_dash() {
        assertThat(HttpExchange.printable(null, 20)).isEqualTo("-");
    }
}
