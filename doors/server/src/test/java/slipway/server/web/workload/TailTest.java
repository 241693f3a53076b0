package slipway.server.web.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The end of a log, as a page shows it. */
class TailTest {

    @Test
    void a_line_is_a_line_whether_or_not_it_has_ended() {
        assertThat(Tail.lines("one\ntwo\n")).containsExactly("one", "two");
        assertThat(Tail.lines("one\ntw")).containsExactly("one", "tw");
        assertThat(Tail.lines("")).isEmpty();
        assertThat(Tail.lines("a\n\nb\n")).containsExactly("a", "", "b");
    }

    @Test
    void a_progress_bar_is_what_it_was_last() {
        assertThat(Tail.lines("10 %\r50 %\r100 %\ndone\r\n")).containsExactly("100 %", "done");
    }

    @Test
    void nothing_in_a_log_steers_what_shows_it() {
        assertThat(Tail.lines("\u001b[31mred\u001b[0m\tand \u0000\u0007plain\n"))
                .containsExactly("red\tand plain");
    }
}
