package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class InputActivityTest {

    private static final int TEXT = 0x81;
    private static final int PING = 0x89;
    private static final int PONG = 0x8a;

    /** Masked, as a browser sends it. */
    private static byte[] frame(int opcode, int length) {
        int extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
        var bytes = ByteBuffer.allocate(6 + extended + length).put((byte) opcode);
        switch (extended) {
            case 0 -> bytes.put((byte) (0x80 | length));
            case 2 -> bytes.put((byte) 0xfe).putShort((short) length);
            default -> bytes.put((byte) 0xff).putLong(length);
        }
        return bytes.array();
    }

    @Test
    void input_is_distinguished_from_keep_alive_frames() {
        var inputActivity = new InputActivity();
        assertThat(inputActivity.hasInput(ByteBuffer.wrap(frame(PING, 0)))).isFalse();
        assertThat(inputActivity.hasInput(ByteBuffer.wrap(frame(PONG, 100)))).isFalse();
        assertThat(inputActivity.hasInput(ByteBuffer.wrap(frame(TEXT, 5)))).isTrue();
        assertThat(inputActivity.hasInput(ByteBuffer.wrap(frame(TEXT, 300)))).isTrue();
        assertThat(inputActivity.hasInput(ByteBuffer.wrap(frame(TEXT, 70_000)))).isTrue();
        assertThat(inputActivity.hasInput(ByteBuffer.wrap(frame(PONG, 4)))).isFalse();
    }

    @Test
    void input_is_detected_wherever_a_frame_is_split() {
        byte[] all = ByteBuffer.allocate(500).put(frame(PONG, 200)).put(frame(PING, 60)).array();
        var inputActivity = new InputActivity();
        for (int at = 0; at < 208 + 66; at++) {
            assertThat(inputActivity.hasInput(ByteBuffer.wrap(all, at, 1)))
                    .as("byte " + at)
                    .isFalse();
        }
        byte[] text = frame(TEXT, 130);
        boolean detected = false;
        for (byte each : text) {
            detected |= inputActivity.hasInput(ByteBuffer.wrap(new byte[] {each}));
        }
        assertThat(detected).isTrue();
        assertThat(inputActivity.hasInput(ByteBuffer.wrap(frame(PING, 3)))).isFalse();
    }
}
