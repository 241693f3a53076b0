package slipway.surface.web.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;

/** Writes an event stream: server-sent events (SSE) of one HTTP response. */
public final class SseWriter {

    private final Response response;
    private final StringBuilder buffer = new StringBuilder();
    private boolean ended;

    SseWriter(Response response) {
        this.response = response;
    }

    /** Begins a stream: it contains every event after this position. */
    public void ready(long position) {
        event(position, "ready", "{\"position\":" + position + "}");
    }

    /** Ends a stream with the first reason and sends it. */
    public void end(String reason) throws IOException {
        if (ended) {
            return;
        }
        ended = true;
        buffer.append("event: end\ndata: {\"reason\":\"").append(reason).append("\"}\n\n");
        flush();
    }

    /** Writes an event with its number, so that a client can resume after it. */
    public void event(long id, String kind, String json) {
        buffer.append("id: ")
                .append(id)
                .append("\nevent: ")
                .append(kind)
                .append("\ndata: ")
                .append(json)
                .append("\n\n");
    }

    /** Writes the position of the stream after events that this reader may not see. */
    public void position(long id) {
        buffer.append("id: ").append(id).append("\n\n");
    }

    /** Writes a comment, which clients ignore; it keeps an idle connection alive. */
    public void comment(String text) {
        buffer.append(": ").append(text).append("\n\n");
    }

    /** Sends everything written since the last flush. */
    public void flush() throws IOException {
        if (!buffer.isEmpty()) {
            byte[] bytes = buffer.toString().getBytes(StandardCharsets.UTF_8);
            buffer.setLength(0);
            Content.Sink.write(response, false, ByteBuffer.wrap(bytes));
        }
    }
}
