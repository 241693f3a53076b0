package slipway.surface.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TerminalTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private Terminal terminal(TerminalCapabilities capabilities, String typed) {
        return new Terminal(capabilities, out, err, new StringReader(typed));
    }

    @Test
    void colors_are_used_only_on_a_terminal_that_supports_them() {
        Map<String, String> usual = Map.of("TERM", "xterm", "LANG", "en_US.UTF-8");
        assertThat(TerminalCapabilities.of(usual, "012").color()).isTrue();
        assertThat(TerminalCapabilities.of(usual, "02").color()).isFalse();
        assertThat(TerminalCapabilities.of(Map.of("TERM", "dumb"), "012").color()).isFalse();
        assertThat(TerminalCapabilities.of(Map.of(), "012").color()).isFalse();
        assertThat(TerminalCapabilities.of(Map.of("TERM", "xterm", "NO_COLOR", "1"), "012").color())
                .isFalse();
        assertThat(TerminalCapabilities.of(Map.of("TERM", "xterm", "NO_COLOR", ""), "012").color())
                .isTrue();
    }

    @Test
    void the_width_is_that_of_the_terminal_and_a_pipe_has_none() {
        assertThat(TerminalCapabilities.of(Map.of("COLUMNS", "132"), "012").width()).isEqualTo(132);
        assertThat(TerminalCapabilities.of(Map.of("COLUMNS", "132"), "").width()).isEqualTo(132);
        assertThat(TerminalCapabilities.of(Map.of("COLUMNS", "1"), "012").width()).isEqualTo(20);
        assertThat(TerminalCapabilities.of(Map.of("COLUMNS", "wide"), "012").width()).isEqualTo(80);
        assertThat(TerminalCapabilities.of(Map.of(), "02").width())
                .isEqualTo(TerminalCapabilities.UNLIMITED);
    }

    @Test
    void characters_beyond_ascii_need_a_utf8_locale() {
        assertThat(TerminalCapabilities.of(Map.of("LANG", "de_DE.UTF-8"), "").utf8()).isTrue();
        assertThat(TerminalCapabilities.of(Map.of("LC_ALL", "C", "LANG", "de_DE.UTF-8"), "").utf8())
                .isFalse();
        assertThat(TerminalCapabilities.of(Map.of("LC_CTYPE", "C.utf8"), "").utf8()).isTrue();
        assertThat(TerminalCapabilities.of(Map.of(), "").utf8()).isFalse();
    }

    @Test
    void only_a_person_at_a_terminal_is_asked() {
        assertThat(TerminalCapabilities.of(Map.of(), "012").interactive()).isTrue();
        assertThat(TerminalCapabilities.of(Map.of(), "02").interactive()).isTrue();
        assertThat(TerminalCapabilities.of(Map.of(), "12").interactive()).isFalse();
        assertThat(TerminalCapabilities.of(Map.of(), "01").interactive()).isFalse();
        TerminalCapabilities person = TerminalCapabilities.of(Map.of("LANG", "C.UTF-8"), "012");
        assertThat(terminal(person, "yes\n").confirm("Continue?")).isTrue();
        assertThat(terminal(person, "Y\n").confirm("Continue?")).isTrue();
        assertThat(terminal(person, "\n").confirm("Continue?")).isFalse();
        assertThat(terminal(person, "").confirm("Continue?")).isFalse();
        assertThat(terminal(person, "").readPassword("Token:")).isEqualTo(Optional.empty());
    }

    @Test
    void without_utf8_symbols_become_similar_ones_and_json_keeps_its_meaning() {
        Terminal plain = terminal(TerminalCapabilities.of(Map.of(), ""), "");
        plain.say("about 2 GB · $5 … 93\u202f% café");
        plain.json("{\"name\":\"café 😀…\"}");
        assertThat(out.toString())
                .isEqualTo(
                        """
                        about 2 GB - $5 ... 93 % caf\\u00e9
                        {"name":"caf\\u00e9 \\ud83d\\ude00\\u2026"}
                        """);
    }

    @Test
    void a_narrow_terminal_wraps_lines_between_words_and_keeps_long_words_whole() {
        Terminal narrow =
                terminal(
                        TerminalCapabilities.of(Map.of("COLUMNS", "24", "LANG", "C.UTF-8"), "012"),
                        "");
        narrow.say("  when  a moment ago, by another user");
        narrow.say("See https://slipway.example.org/about now.");
        narrow.printVerbatim("curl --fail-with-body https://slipway.example.org");
        assertThat(out.toString())
                .isEqualTo(
                        """
                          when  a moment ago, by
                                another user
                        See
                        https://slipway.example.org/about
                        now.
                        curl --fail-with-body https://slipway.example.org
                        """);
    }

    @Test
    void progress_is_drawn_on_a_terminal_and_cleared_at_the_end() {
        Terminal seen = terminal(TerminalCapabilities.of(Map.of("LANG", "C.UTF-8"), "012"), "");
        try (ProgressLine progress = seen.progress("Copying", "rows", 4)) {
            progress.accept(1);
            progress.accept(3);
        }
        assertThat(err.toString())
                .contains("\rCopying █████░░░░░░░░░░░░░░░ 25 %", "████████████████████ 100 %")
                .endsWith("\r");
        Terminal pipe = terminal(TerminalCapabilities.of(Map.of(), ""), "");
        err.getBuffer().setLength(0);
        try (ProgressLine progress = pipe.progress("Copying", "rows")) {
            progress.accept(100_000);
        }
        assertThat(err.toString()).isEmpty();
    }
}
