package slipway.run.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogTextTest {

    private static LogText of(String text, boolean last) {
        return LogText.of(text.getBytes(StandardCharsets.UTF_8), last);
    }

    @Test
    void terminal_control_sequences_are_removed() {
        assertThat(of("\u001b[1;32mgreen\u001b[0m \u001b]0;title\u0007on\u001b(B\n", true).text())
                .isEqualTo("green on\n");
    }

    @Test
    void a_redrawn_line_becomes_one_line_per_redraw() {
        assertThat(of("10 %\r20 %\r\nnext\r\r\n", true).text()).isEqualTo("10 %\n20 %\nnext\n");
    }

    @Test
    void incomplete_sequences_are_left_for_the_next_part() {
        byte[] ship = "a🚢".getBytes(StandardCharsets.UTF_8);
        assertThat(LogText.of(Arrays.copyOf(ship, 3), false)).isEqualTo(new LogText("a", 1));
        assertThat(of("a\u001b[3", false)).isEqualTo(new LogText("a", 1));
        assertThat(of("a\r", false)).isEqualTo(new LogText("a", 1));
        assertThat(of("aü", false)).isEqualTo(new LogText("aü", 3));
    }

    @Test
    void invalid_bytes_are_replaced() {
        assertThat(of("\u001b[", false).used()).isEqualTo(2);
        assertThat(LogText.of(new byte[] {(byte) 0xf0}, false).used()).isEqualTo(1);
        assertThat(LogText.of(new byte[0], false)).isEqualTo(new LogText("", 0));
    }

    @Test
    void unprintable_and_direction_changing_characters_are_replaced() {
        assertThat(of("\u0000a\u0007\u009b\tb\u202e\n", true).text())
                .isEqualTo("\ufffda\ufffd\ufffd\tb\ufffd\n");
    }

    /** However it is cut, the parts together say what the whole says. */
    @Test
    void a_log_reads_the_same_in_one_part_and_in_many() {
        String log = "é 🚢 \u001b[1;32mgreen\u001b[0m 10 %\r20 %\r\nok\n".repeat(20);
        byte[] bytes = log.getBytes(StandardCharsets.UTF_8);
        String whole = LogText.of(bytes, true).text();
        for (long seed = 0; seed < 50; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder();
            int at = 0;
            while (at < bytes.length) {
                int size = Math.min(bytes.length - at, 20 + random.nextInt(60));
                byte[] part = Arrays.copyOfRange(bytes, at, at + size);
                LogText read = LogText.of(part, at + size == bytes.length);
                text.append(read.text());
                at += read.used();
            }
            assertThat(text.toString()).as("seed %d", seed).isEqualTo(whole);
        }
    }
}
