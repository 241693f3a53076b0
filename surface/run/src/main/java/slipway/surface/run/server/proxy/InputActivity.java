package slipway.surface.run.server.proxy;

import java.nio.ByteBuffer;

/**
 * Parses the WebSocket frames of a browser to distinguish input of a user from frames that only keep the connection
 * alive: ping, pong and close frames are not data.
 */
final class InputActivity {

    private static final int MAX_DATA_OPCODE = 2;
    private static final int LENGTH_16_BIT = 126;
    private static final int LENGTH_64_BIT = 127;

    private final byte[] head = new byte[14];
    private int headLength;
    private int expectedHead = 2;
    private long payloadLeft;

    /** Whether the bytes contain a part of a data frame. Does not consume them. */
    boolean hasInput(ByteBuffer bytes) {
        boolean data = payloadLeft > 0 && isData();
        int position = bytes.position();
        while (position < bytes.limit()) {
            if (payloadLeft > 0) {
                long skipped = Math.min(payloadLeft, (long) bytes.limit() - position);
                payloadLeft -= skipped;
                position += (int) skipped;
            } else {
                data |= endsDataHead(bytes.get(position));
                position++;
            }
        }
        return data;
    }

    private boolean isData() {
        return (head[0] & 0x0f) <= MAX_DATA_OPCODE;
    }

    /** Adds a byte of a frame's head; true if it completes the head of a data frame. */
    private boolean endsDataHead(byte next) {
        head[headLength] = next;
        headLength++;
        if (headLength == 2) {
            int length = head[1] & 0x7f;
            int extended = length == LENGTH_16_BIT ? 2 : length == LENGTH_64_BIT ? 8 : 0;
            expectedHead = 2 + extended + (head[1] < 0 ? 4 : 0);
        }
        if (headLength < expectedHead) {
            return false;
        }
        payloadLeft = payload();
        headLength = 0;
        expectedHead = 2;
        return isData();
    }

    private long payload() {
        int length = head[1] & 0x7f;
        return switch (length) {
            case LENGTH_16_BIT -> ByteBuffer.wrap(head).getShort(2) & 0xffff;
            case LENGTH_64_BIT -> ByteBuffer.wrap(head).getLong(2) & Long.MAX_VALUE;
            default -> length;
        };
    }
}
