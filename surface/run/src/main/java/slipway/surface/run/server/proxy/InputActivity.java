package slipway.surface.run.server.proxy;

import java.nio.ByteBuffer;

/**
 * Follows what a browser sends over a WebSocket, to tell what a person does from what only keeps the connection alive:
 * pings, the answers to them, and the goodbye are not data.
 */
final class InputActivity {

    private static final int LAST_OF_DATA = 2;
    private static final int TWO_BYTES = 126;
    private static final int EIGHT_BYTES = 127;

    private final byte[] head = new byte[14];
    private int have;
    private int need = 2;
    private long left;

    /** Whether a piece of data begins in these bytes, or goes on. They are only looked at. */
    boolean isIn(ByteBuffer bytes) {
        boolean data = left > 0 && isData();
        int at = bytes.position();
        while (at < bytes.limit()) {
            if (left > 0) {
                long step = Math.min(left, (long) bytes.limit() - at);
                left -= step;
                at += (int) step;
            } else {
                data |= takes(bytes.get(at));
                at++;
            }
        }
        return data;
    }

    private boolean isData() {
        return (head[0] & 0x0f) <= LAST_OF_DATA;
    }

    /** A byte of a frame's head; true when it was the last one, of a frame with data. */
    private boolean takes(byte next) {
        head[have] = next;
        have++;
        if (have == 2) {
            int length = head[1] & 0x7f;
            int more = length == TWO_BYTES ? 2 : length == EIGHT_BYTES ? 8 : 0;
            need = 2 + more + (head[1] < 0 ? 4 : 0);
        }
        if (have < need) {
            return false;
        }
        left = payload();
        have = 0;
        need = 2;
        return isData();
    }

    private long payload() {
        int length = head[1] & 0x7f;
        return switch (length) {
            case TWO_BYTES -> ByteBuffer.wrap(head).getShort(2) & 0xffff;
            case EIGHT_BYTES -> ByteBuffer.wrap(head).getLong(2) & Long.MAX_VALUE;
            default -> length;
        };
    }
}
