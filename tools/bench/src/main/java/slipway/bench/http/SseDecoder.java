package slipway.bench.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Decodes one HTTP answer with server-sent events. Bytes may come in any pieces, and a chunk may end within a line.
 */
final class SseDecoder {

    private static final String OK = "HTTP/1.1 200";
    private static final String CHUNKED = "transfer-encoding: chunked";

    private final Sink sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private Part part = Part.STATUS;
    private boolean chunked;
    private long left;
    private String kind = "";
    private String data = "";
    private boolean begun;

    SseDecoder(Sink sink) {
        this.sink = sink;
    }

    /** Takes what a stream contains. */
    interface Sink {

        /** An event. A comment, or a mere position, has no kind and no data. */
        void event(String kind, String data);
    }

    /** The part of the answer to which the next byte belongs. */
    private enum Part {
        STATUS,
        HEADERS,
        CHUNK_SIZE,
        CONTENT,
        CHUNK_END
    }

    /**
     * Decodes the next bytes.
     *
     * @throws EOFException if the answer ends with them
     */
    void decode(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (part == Part.CONTENT && chunked && --left == 0) {
                part = Part.CHUNK_END;
                content(next);
            } else if (part == Part.CONTENT) {
                content(next);
            } else if (next == '\n') {
                part = afterLine(taken());
            } else {
                line.write(next);
            }
        }
    }

    /** The line of an event may have begun in the chunk before, so it is kept apart from the lines of HTTP. */
    private final ByteArrayOutputStream eventLine = new ByteArrayOutputStream();

    private void content(byte next) {
        if (next == '\n') {
            String text = eventLine.toString(StandardCharsets.UTF_8);
            eventLine.reset();
            eventLine(text);
        } else {
            eventLine.write(next);
        }
    }

    private String taken() {
        String text = line.toString(StandardCharsets.ISO_8859_1).strip();
        line.reset();
        return text;
    }

    private Part afterLine(String text) throws IOException {
        return switch (part) {
            case STATUS -> {
                if (!text.startsWith(OK)) {
                    throw new IOException("A stream was refused: " + text);
                }
                yield Part.HEADERS;
            }
            case HEADERS -> {
                chunked |= text.toLowerCase(Locale.ROOT).equals(CHUNKED);
                yield !text.isEmpty() ? Part.HEADERS : chunked ? Part.CHUNK_SIZE : Part.CONTENT;
            }
            case CHUNK_SIZE -> {
                left = Long.parseLong(text, 16);
                if (left == 0) {
                    throw new EOFException("The server ended a stream");
                }
                yield Part.CONTENT;
            }
            case CHUNK_END -> Part.CHUNK_SIZE;
            case CONTENT -> throw new IllegalStateException("Content has no lines of HTTP");
        };
    }

    private void eventLine(String text) {
        if (text.isEmpty() && begun) {
            sink.event(kind, data);
            kind = "";
            data = "";
            begun = false;
        } else if (!text.isEmpty()) {
            begun = true;
            kind = text.startsWith("event: ") ? text.substring("event: ".length()) : kind;
            data = text.startsWith("data: ") ? text.substring("data: ".length()) : data;
        }
    }
}
