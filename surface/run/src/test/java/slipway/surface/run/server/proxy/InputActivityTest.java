package slipway.surface.run.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class InputActivityTest {

    private static final int TEXT = 0x81;
    private static final int PING = 0x89;
    private static final int PONG = 0x8a;

    /** Masked, as a browser sends it. */
    private static byte[] frame(int first, int length) {
        int more = length < 126 ? 0 : length < 65_536 ? 2 : 8;
        var bytes = ByteBuffer.allocate(6 + more + length).put((byte) first);
        switch (more) {
            case 0 -> bytes.put((byte) (0x80 | length));
            case 2 -> bytes.put((byte) 0xfe).putShort((short) length);
            default -> bytes.put((byte) 0xff).putLong(length);
        }
        return bytes.array();
    }

    @Test
    void what_a_person_types_is_told_from_what_keeps_the_connection_alive() {
        var inputActivity = new InputActivity();
        assertThat(inputActivity.isIn(ByteBuffer.wrap(frame(PING, 0)))).isFalse();
        assertThat(inputActivity.isIn(ByteBuffer.wrap(frame(PONG, 100)))).isFalse();
        assertThat(inputActivity.isIn(ByteBuffer.wrap(frame(TEXT, 5)))).isTrue();
        assertThat(inputActivity.isIn(ByteBuffer.wrap(frame(TEXT, 300)))).isTrue();
        assertThat(inputActivity.isIn(ByteBuffer.wrap(frame(TEXT, 70_000)))).isTrue();
        assertThat(inputActivity.isIn(ByteBuffer.wrap(frame(PONG, 4)))).isFalse();
    }

    @Test
    void frames_are_told_apart_wherever_the_wire_cuts_them() {
        byte[] all = ByteBuffer.allocate(500).put(frame(PONG, 200)).put(frame(PING, 60)).array();
        var inputActivity = new InputActivity();
        for (int at = 0; at < 208 + 66; at++) {
            assertThat(inputActivity.isIn(ByteBuffer.wrap(all, at, 1))).as("byte " + at).isFalse();
        }
        byte[] text = frame(TEXT, 130);
        boolean seen = false;
        for (byte each : text) {
            seen |= inputActivity.isIn(ByteBuffer.wrap(new byte[] {each}));
        }
        assertThat(seen).isTrue();
        assertThat(inputActivity.isIn(ByteBuffer.wrap(frame(PING, 3)))).isFalse();
    }
}
