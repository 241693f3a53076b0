package slipway.surface.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What somebody else wrote, on its way into our log. */
class LogLineTest {

    @Test
    void a_token_that_was_put_into_the_address_is_not_written_down() {
        String path = "/api/v1/me/tokens/slw_usr_4tQm1vNcYc7RmX2vQ9tLk4HsB1nPz8Wd_6f3a1c/x";
        assertThat(HttpExchange.printable(path, 200)).isEqualTo("/api/v1/me/tokens/slw_…/x");
        assertThat(HttpExchange.printable("/SLW_USR_4tQm1vNc", 200)).isEqualTo("/slw_…");
    }

    @Test
    void what_would_begin_a_line_or_steer_a_terminal_is_written_as_question_marks() {
        assertThat(HttpExchange.printable("/a\nERROR forged\u001b[31m\u00e9", 200))
                .isEqualTo("/a?ERROR?forged?[31m?");
    }

    @Test
    void what_has_no_end_is_cut() {
        assertThat(HttpExchange.printable("A".repeat(10_000), 20)).isEqualTo("A".repeat(20) + "…");
    }

    @Test
    void what_is_not_there_is_a_dash() {
        assertThat(HttpExchange.printable(null, 20)).isEqualTo("-");
    }
}
