package slipway.surface.run.server.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import slipway.surface.run.server.proxy.AppHead.Header;

/**
 * Carries one request to an app and its answer back. Each goes over a connection of its own, which ends with it; what
 * of a body is under way is never more than a piece.
 */
final class ProxyExchange {

    private static final Logger LOG = LoggerFactory.getLogger(ProxyExchange.class);

    private final Request request;
    private final Response response;
    private final AppConnection appConnection;
    private final AppReader app;

    ProxyExchange(Request request, Response response, AppConnection appConnection) {
        this.request = request;
        this.response = response;
        this.appConnection = appConnection;
        this.app = new AppReader(appConnection.app(), appConnection::moved);
    }

    /** Whether the browser wants to go on with a WebSocket. */
    static boolean becomesWebSocket(Request request) {
        return request.getMethod().equals("GET")
                && request.getHeaders().contains(HttpHeader.UPGRADE, "websocket")
                && request.getHeaders().contains(HttpHeader.CONNECTION, "upgrade");
    }

    /** Sends the request, and reads how the answer begins. The body is on its way meanwhile. */
    AppHead ask() throws IOException {
        write(ByteBuffer.wrap(head().getBytes(StandardCharsets.ISO_8859_1)));
        if (hasBody()) {
            Thread.ofVirtual().name("to-app").start(this::sendBody);
        }
        return AppHead.read(app);
    }

    private String head() {
        var text = new StringBuilder();
        text.append(request.getMethod())
                .append(' ')
                .append(target(request))
                .append(" HTTP/1.1\r\n");
        List<Header> headers = HeaderFilter.request(request.getHeaders());
        headers.forEach(header -> line(text, header.name(), header.value()));
        line(text, "X-Forwarded-Proto", request.isSecure() ? "https" : "http");
        if (becomesWebSocket(request)) {
            line(text, "Connection", "Upgrade");
            line(text, "Upgrade", "websocket");
        } else {
            line(text, "Connection", "close");
        }
        if (hasBody()) {
            boolean known = request.getLength() >= 0;
            line(
                    text,
                    known ? "Content-Length" : "Transfer-Encoding",
                    known ? Long.toString(request.getLength()) : "chunked");
        }
        return text.append("\r\n").toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append("\r\n");
    }

    /** The path and the query, as they came. */
    static String target(Request request) {
        String target = request.getHttpURI().getPathQuery();
        return target == null || target.isEmpty() ? "/" : target;
    }

    private boolean hasBody() {
        return request.getLength() > 0
                || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** An app may answer, and close, before it has read all. Its answer counts all the same. */
    private void sendBody() {
        boolean chunked = request.getLength() < 0;
        byte[] piece = new byte[AppReader.PIECE];
        try (InputStream body = Content.Source.asInputStream(request)) {
            for (int read = body.read(piece); read >= 0; read = body.read(piece)) {
                if (chunked && read > 0) {
                    write(ascii(Integer.toHexString(read) + "\r\n"));
                }
                write(ByteBuffer.wrap(piece, 0, read));
                if (chunked && read > 0) {
                    write(ascii("\r\n"));
                }
            }
            if (chunked) {
                write(ascii("0\r\n\r\n"));
            }
        } catch (IOException e) {
            LOG.debug("The body of a request did not reach the workspace whole", e);
        }
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            appConnection.app().write(bytes);
            appConnection.moved();
        }
    }

    /** Passes an answer on to its end. */
    void answer(AppHead head) throws IOException {
        headers(head);
        boolean empty =
                request.getMethod().equals("HEAD") || head.status() == 204 || head.status() == 304;
        if (!empty) {
            // Closed only when all is there: else a part would look like the whole.
            OutputStream to = Content.Sink.asOutputStream(response);
            head.copyBody(app, to);
            to.close();
        }
    }

    private void headers(AppHead head) {
        response.setStatus(head.status());
        for (Header header : head.passedOn()) {
            if (header.is("Content-Length")) {
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, header.value());
            } else {
                response.getHeaders().add(header.name(), header.value());
            }
        }
        // Another workspace must not lay this one under a page of its own.
        response.getHeaders().add("Content-Security-Policy", "frame-ancestors 'self'");
    }

    /** The browser's connection becomes a tunnel once the answer is sent. */
    void tunnel(AppHead head, Runnable used, Runnable over, Callback callback) {
        headers(head);
        response.getHeaders().put(HttpHeader.UPGRADE, "websocket");
        response.getHeaders().put(HttpHeader.CONNECTION, "Upgrade");
        EndPoint browser = request.getConnectionMetaData().getConnection().getEndPoint();
        var webSocketTunnel =
                new WebSocketTunnel(
                        browser,
                        request.getConnectionMetaData().getConnector().getExecutor(),
                        appConnection,
                        new WebSocketTunnel.Ends(app.rest(), used, over));
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, webSocketTunnel);
        callback.succeeded();
    }
}
