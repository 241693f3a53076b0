package slipway.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UntrustedTextTest {

    private static final String RED = "a\u001b[31m\r\nb\tc\u202ed";

    @Test
    void a_terminal_gets_escapes_instead_of_control_sequences() {
        assertThat(UntrustedText.forTerminal(RED)).isEqualTo("a\\u001b[31m\\r\\nb\\tc\\u202ed");
        assertThat(UntrustedText.forTerminal("\ue000")).isEqualTo("\\ue000");
        String scientist = "\ud83d\udc69\u200d\ud83d\udd2c";
        assertThat(UntrustedText.forTerminal(scientist)).isEqualTo(scientist);
    }

    @Test
    void a_sentence_stays_on_one_line_and_a_log_keeps_its_lines() {
        assertThat(UntrustedText.oneLine(RED)).isEqualTo("a [31m b c d");
        assertThat(UntrustedText.logLines(RED)).isEqualTo("a\ufffd[31m\ufffd\nb\tc\ufffdd");
    }

    @Test
    void a_shown_name_is_printable_and_never_cut_within_a_character() {
        assertThat(UntrustedText.printable(" Ana\u0000\u202e Lee\n", 200)).isEqualTo("Ana  Lee");
        assertThat(UntrustedText.printable("ab\ud83d\udea2", 3)).isEqualTo("ab");
    }

    @Test
    void a_log_field_has_visible_ascii_only() {
        assertThat(UntrustedText.visibleAscii("a b\u00e9\u001b")).isEqualTo("a?b??");
        assertThat(UntrustedText.withoutAsciiControls("a\u001bb\u0085")).isEqualTo("a b\u0085");
        assertThat(UntrustedText.shortened("abc", 2)).isEqualTo("ab…");
        assertThat(UntrustedText.shortened("abc", 3)).isEqualTo("abc");
    }

    @Test
    void controls_separators_and_directional_overrides_are_dangerous() {
        for (int point : new int[] {0, '\n', 0x7f, 0x85, 0x2028, 0x2029, 0xd800, 0x202e, 0x2066}) {
            assertThat(UntrustedText.isDangerous(point)).isTrue();
        }
        for (int point : new int[] {' ', 'a', 0x200d, 0x200e, 0x1f6a2, 0xe000}) {
            assertThat(UntrustedText.isDangerous(point)).isFalse();
        }
    }
}
