package slipway.surface.run.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OutputBufferTest {

    private static final Instant NOW = Instant.EPOCH;

    @Test
    void a_reader_gets_every_byte_in_order_while_the_buffer_moves() throws InterruptedException {
        var buffer = new OutputBuffer(NOW);
        var written = new StringBuilder();
        var received = new StringBuilder();
        for (int i = 0; i < 60_000; i++) {
            byte[] line = ("line " + i + "\n").getBytes(StandardCharsets.UTF_8);
            buffer.add(line, line.length);
            written.append("line ").append(i).append('\n');
            if (i % 7_000 == 0) {
                read(buffer, received);
            }
        }
        buffer.complete(3);
        assertEquals(3, read(buffer, received));
        assertEquals(written.toString(), received.toString());
    }

    /** Reads all that is there; returns the exit code, or -1 before the end. */
    private static int read(OutputBuffer buffer, StringBuilder received)
            throws InterruptedException {
        while (true) {
            OutputBuffer.Part part = buffer.read(received.length(), NOW, Duration.ZERO);
            assertEquals(received.length(), part.at());
            received.append(new String(part.bytes(), StandardCharsets.UTF_8));
            if (part.bytes().length == 0 || part.exit().isPresent()) {
                return part.exit().orElse(-1);
            }
        }
    }

    @Test
    void a_reader_that_comes_back_gets_what_is_kept() throws InterruptedException {
        var buffer = new OutputBuffer(NOW);
        byte[] block = new byte[8_192];
        long written = 0;
        for (int i = 0; i < 1_000; i++) {
            buffer.add(block, block.length);
            written += block.length;
            buffer.read(written, NOW, Duration.ZERO);
        }
        OutputBuffer.Part part = buffer.read(0, NOW, Duration.ZERO);
        assertEquals(written - (2 << 20), part.at());
        assertTrue(part.bytes().length > 0);
    }
}
