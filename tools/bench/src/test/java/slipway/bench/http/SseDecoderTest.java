package slipway.bench.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseDecoderTest {

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Other: 1\r\n\r\n";

    private final List<String> events = new ArrayList<>();
    private final SseDecoder decoder =
            new SseDecoder((kind, data) -> events.add(kind + "|" + data));

    private void decode(String text, int pieces) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from += pieces) {
            int length = Math.min(pieces, bytes.length - from);
            decoder.decode(ByteBuffer.wrap(bytes, from, length));
        }
    }

    private static String chunk(String content) {
        int length = content.getBytes(StandardCharsets.UTF_8).length;
        return Integer.toHexString(length) + "\r\n" + content + "\r\n";
    }

    @Test
    void events_are_the_same_in_pieces_of_any_length() throws IOException {
        String answer =
                HEAD
                        + chunk(": welcome\n\n")
                        + chunk("id: 7\nevent: note.created\ndata: {\"text\":\"ä\"}\n\nid: 8\n\n");
        for (int pieces = 1; pieces <= answer.length(); pieces++) {
            events.clear();
            var again = new SseDecoder((kind, data) -> events.add(kind + "|" + data));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            for (int from = 0; from < bytes.length; from += pieces) {
                again.decode(ByteBuffer.wrap(bytes, from, Math.min(pieces, bytes.length - from)));
            }
            assertThat(events)
                    .as("pieces of %d bytes", pieces)
                    .containsExactly("|", "note.created|{\"text\":\"ä\"}", "|");
        }
    }

    @Test
    void a_chunk_may_end_within_a_line() throws IOException {
        decode(HEAD + chunk("event: note.cr") + chunk("eated\ndata: {}\n\n"), 1_000);
        assertThat(events).containsExactly("note.created|{}");
    }

    @Test
    void another_status_and_the_last_chunk_are_failures() {
        assertThatThrownBy(() -> decode("HTTP/1.1 429 Too Many Requests\r\n", 1_000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("429");
        assertThatThrownBy(() -> new SseDecoder((_, _) -> {}).decode(ascii(HEAD + "0\r\n\r\n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended");
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
